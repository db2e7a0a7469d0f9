import type { ScriptFault } from '@sluice/contract'
import { SCRIPT_LIMITS } from './script.messages.ts'

/** What a script threw, as text. */
export interface Thrown {
  name: string
  message: string
  stack: string
}

const LONGEST = 300
/** A place in the script, not in what is evaluated around it. */
const PLACE = /\bscript\.js:(\d+)/

/** Why a script gave nothing, with the line where it says so. */
export function faultOf({ name, message, stack }: Thrown): ScriptFault {
  const found = PLACE.exec(stack)?.[1]
  const line = found === undefined ? null : Number(found)
  if (name === 'InternalError' && message === 'interrupted') return timeOver(line)
  if (name === 'InternalError' && message === 'out of memory') {
    return { code: 'MEMORY', line, message: `it needs more than ${SCRIPT_LIMITS.memoryMb} MB` }
  }
  const said = [name, message].filter(Boolean).join(': ') || 'it threw something without a message'
  return { code: name === 'SyntaxError' ? 'SYNTAX' : 'THROWN', line, message: said.slice(0, LONGEST) }
}

export function timeOver(line: number | null): ScriptFault {
  return { code: 'TIME', line, message: `it takes longer than ${SCRIPT_LIMITS.runMs} ms` }
}

export const noFunction: ScriptFault = { code: 'NO_FUNCTION', line: null, message: 'it has no function decodeUplink' }

export function tooMuch(length: number): ScriptFault {
  const message = `it returns ${length} characters of JSON; ${SCRIPT_LIMITS.answerLength} are the most`
  return { code: 'TOO_MUCH', line: null, message }
}

/** Nothing is wrong with the script: it was not run. */
export const busy: ScriptFault = { code: 'BUSY', line: null, message: 'too many reports wait for it' }
