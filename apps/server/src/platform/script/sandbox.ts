import type { ScriptFault } from '@sluice/contract'
import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core'
import { newEngine, PAGE, TimeLimit } from './engine.ts'
import { PRELUDE } from './sandbox.prelude.ts'
import { faultOf, noFunction, type Thrown, tooMuch } from './script-fault.ts'
import { SCRIPT_LIMITS, type ScriptInput } from './script.messages.ts'

/** The engine's unused stack is at least as long: a stretch of zeros that nobody reads between two runs. */
const HOLE_PAGES = 32
const EMPTY = Buffer.alloc(PAGE)

/** The result of one run: what was returned as JSON, null for nothing. */
export type Ran = { answer: string | null; fault?: undefined } | { fault: ScriptFault }

/** What a sandbox holds after its script was read. */
interface Parts {
  memory: { readonly buffer: ArrayBuffer }
  context: QuickJSContext
  host: QuickJSHandle
  decode: QuickJSHandle
  limit: TimeLimit
}

/**
 * One script in an engine of its own (QuickJS in WebAssembly), which reaches nothing of ours. After each run its memory
 * is what it was when the script had been read: no report leaves anything to the next one. Not for the main thread: the
 * engine's own functions can run on beyond its limits.
 */
export class Sandbox {
  readonly #parts: Parts
  readonly #kept: { at: number; bytes: Uint8Array }[]
  #dirty = false
  /** It cannot be trusted any more: it broke, or grew. */
  spent = false

  private constructor(parts: Parts) {
    this.#parts = parts
    this.#kept = kept(new Uint8Array(parts.memory.buffer))
  }

  static async of(source: string): Promise<Sandbox | { fault: ScriptFault; lines: string[] }> {
    const limit = new TimeLimit()
    const { memory, context } = await newEngine(limit)
    const host = context.unwrapResult(context.evalCode(PRELUDE, 'sluice.js'))
    limit.begin()
    try {
      const read = context.evalCode(source, 'script.js', { type: 'global' })
      if (read.error) return { fault: faultOf(thrown(context, read.error)), lines: linesOf(context, host) }
      const found = context.evalCode(`typeof decodeUplink === 'function' ? decodeUplink : undefined`, 'sluice.js')
      const decode = context.unwrapResult(found)
      if (context.typeof(decode) !== 'function') return { fault: noFunction, lines: linesOf(context, host) }
      return new Sandbox({ memory, context, host, decode, limit })
    } catch (error) {
      return { fault: broken(error), lines: [] }
    }
  }

  run(input: ScriptInput): Ran & { lines: string[] } {
    const { memory, context, host, decode, limit } = this.#parts
    if (this.#dirty) this.#restore()
    this.#dirty = true
    const size = memory.buffer.byteLength
    try {
      const run = context.getProp(host, 'run')
      const given = [context.newArrayBuffer(bufferOf(input.bytes)), context.newString(factsOf(input))]
      limit.begin()
      const result = context.callFunction(run, context.undefined, decode, ...given)
      limit.begin()
      const lines = linesOf(context, host)
      if (result.error) return { fault: faultOf(thrown(context, result.error)), lines }
      if (context.typeof(result.value) !== 'string') return { answer: null, lines }
      const length = context.getProp(result.value, 'length').consume((handle) => context.getNumber(handle))
      if (length > SCRIPT_LIMITS.answerLength) return { fault: tooMuch(length), lines }
      return { answer: context.getString(result.value), lines }
    } catch (error) {
      this.spent = true
      return { fault: broken(error), lines: [] }
    } finally {
      if (memory.buffer.byteLength !== size) this.spent = true
    }
  }

  #restore(): void {
    const bytes = new Uint8Array(this.#parts.memory.buffer)
    for (const part of this.#kept) bytes.set(part.bytes, part.at)
  }
}

/** The engine's memory but its unused stack, the one long stretch of empty pages in it, of which the edges are kept. */
function kept(memory: Uint8Array): { at: number; bytes: Uint8Array }[] {
  const pages = Array.from({ length: memory.length / PAGE }, (_, n) => memory.subarray(n * PAGE, (n + 1) * PAGE))
  const isEmpty = pages.map((page) => EMPTY.equals(page))
  const end = isEmpty.lastIndexOf(false) + 1
  const hole = longestRun(isEmpty.slice(0, end))
  const part = (from: number, to: number) => ({ at: from * PAGE, bytes: memory.slice(from * PAGE, to * PAGE) })
  if (hole.to - hole.from < HOLE_PAGES) return [part(0, end)]
  return [part(0, hole.from + 1), part(hole.to - 1, end)]
}

function longestRun(is: readonly boolean[]): { from: number; to: number } {
  let found = { from: 0, to: 0 }
  let from = 0
  for (const [at, yes] of is.entries()) {
    if (!yes) from = at + 1
    else if (at + 1 - from > found.to - found.from) found = { from, to: at + 1 }
  }
  return found
}

function linesOf(context: QuickJSContext, host: QuickJSHandle): string[] {
  const result = context.callMethod(host, 'lines')
  return result.error ? [] : (JSON.parse(context.getString(result.value)) as string[])
}

/** What was thrown; an object of the script's may answer with anything, or throw again. */
function thrown(context: QuickJSContext, error: QuickJSHandle): Thrown {
  const member = (name: string): string => {
    const handle = context.getProp(error, name)
    return context.typeof(handle) === 'string' ? context.getString(handle) : ''
  }
  if (context.typeof(error) !== 'object') return { name: '', message: context.getString(error), stack: '' }
  try {
    return { name: member('name'), message: member('message'), stack: member('stack') }
  } catch {
    return { name: '', message: '', stack: '' }
  }
}

/** The engine gave up itself. */
function broken(error: unknown): ScriptFault {
  return faultOf({ name: '', message: error instanceof Error ? error.message : String(error), stack: '' })
}

/** A buffer of its own: bytes are views into those of many reports. */
function bufferOf(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** As JSON, in which no NUL ends a text. */
function factsOf({ bytes, topic, receivedAt }: ScriptInput): string {
  let text: string | null = null
  try {
    text = utf8.decode(bytes)
  } catch {
    // Binary: there is no text.
  }
  return JSON.stringify({ topic, text, receivedAt })
}
