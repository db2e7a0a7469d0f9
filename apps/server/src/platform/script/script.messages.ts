import type { ScriptFault } from '@sluice/contract'

/** What a script is given. Its lists are in the sandbox's own memory: nothing of it comes back but the answer. */
export interface ScriptInput {
  bytes: Uint8Array
  topic: string
  /** Time of receipt, epoch ms: the only clock there is. */
  receivedAt: number
}

/** What a script returned, as JSON holds it, or why there is nothing; and what it wrote with `console.log`. */
export type ScriptAnswer = ({ value: unknown; fault?: undefined } | { fault: ScriptFault }) & {
  lines: readonly string[]
}

/** Limits of one run. */
export const SCRIPT_LIMITS = {
  /** Of the thread's own time, from the first statement of a run to its last. */
  runMs: 50,
  /** For the answer of the thread, whatever it does: then the thread is ended. */
  answerMs: 250,
  /** Of a script's memory as a whole. */
  memoryMb: 64,
  /** Characters of what is returned, as JSON. */
  answerLength: 262_144,
  /** Reports that wait: of one product, and of all. */
  waitingOfOne: 1_000,
  waiting: 4_000,
} as const

/** To the thread: one run, or with `input` left out whether the script can be run at all. */
export interface ScriptOrder {
  source: string
  input?: ScriptInput
}

/** From the thread: `answer` as JSON, so that only text crosses. `ready` comes once, before anything is asked. */
export type FromScripts = 'ready' | { answer: string | null; fault?: ScriptFault | undefined; lines: readonly string[] }
