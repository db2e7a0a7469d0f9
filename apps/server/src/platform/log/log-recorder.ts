import { SYSTEM_LEVELS, type SystemLevel } from '@sluice/contract'
import { cleanText, withoutSecrets } from './log-mask.ts'

/** One warning or error of this process, as it will be stored; `facts` without secrets. */
export interface KeptLine {
  ts: string
  level: SystemLevel
  message: string
  facts: Readonly<Record<string, unknown>>
  stack: string | null
  traceId: string | null
}

/** Where log lines wait for the store. Taking one is a parse and a push: it never waits, throws or logs. */
export interface LogRecorder {
  /** One JSON line of the log, redacted already; others than warnings and errors pass by. */
  take(line: string): void
  /** The oldest lines, and how many were lost since the last call because too many came. */
  next(limit: number): { lines: KeptLine[]; lost: number }
  /** Puts back lines that could not be stored; those without room are lost. */
  putBack(lines: readonly KeptLine[], lost: number): void
}

const LEVELS: Readonly<Record<string, SystemLevel>> = { 40: 'WARN', 50: 'ERROR', 60: 'FATAL' }
/** pino writes the level first. */
const WORTH_KEEPING = /^\{"level":(40|50|60),/
const MAX_FACTS = 8_000

/** Remembers at most `room` lines; when more come, the newest are only counted: the first ones show the cause. */
export function createLogRecorder(room = 1_000): LogRecorder {
  let waiting: KeptLine[] = []
  let lost = 0
  return {
    take(line) {
      if (!WORTH_KEEPING.test(line)) return
      if (waiting.length >= room) {
        lost += 1
        return
      }
      const kept = keptOf(line)
      if (kept) waiting.push(kept)
    },
    next(limit) {
      const lines = waiting.slice(0, limit)
      waiting = waiting.slice(limit)
      const missing = lost
      lost = 0
      return { lines, lost: missing }
    },
    putBack(lines, missing) {
      waiting = [...lines, ...waiting]
      lost += missing + Math.max(0, waiting.length - room)
      waiting.length = Math.min(waiting.length, room)
    },
  }
}

function keptOf(line: string): KeptLine | undefined {
  let entry: Record<string, unknown>
  try {
    entry = JSON.parse(line) as Record<string, unknown>
  } catch {
    return undefined
  }
  const { level, time, msg, err, traceId, hostname: _hostname, pid: _pid, ...others } = entry
  const error = (typeof err === 'object' && err !== null ? err : {}) as Record<string, unknown>
  const { stack, message, ...ofError } = error
  const facts = { ...others, ...(err === undefined ? {} : { error: { message, ...ofError } }) }
  const at = Number(time)
  return {
    ts: new Date(Number.isFinite(at) ? at : 0).toISOString(),
    level: LEVELS[String(level)] ?? SYSTEM_LEVELS[1],
    message: cleanText(String(msg ?? message ?? '')),
    facts: bounded(withoutSecrets(facts) as Record<string, unknown>),
    stack: typeof stack === 'string' ? cleanText(stack) : null,
    traceId: typeof traceId === 'string' ? traceId.slice(0, 100) : null,
  }
}

function bounded(facts: Record<string, unknown>): Record<string, unknown> {
  const text = JSON.stringify(facts)
  return text.length <= MAX_FACTS ? facts : { cut: text.slice(0, MAX_FACTS) }
}
