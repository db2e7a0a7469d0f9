import pino, { type Logger } from 'pino'
import type { LogRecorder } from './log-recorder.ts'
import { maskedLine } from './log-mask.ts'

export type Log = Logger

const LEVEL_NAMES: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
}

/** One readable line per entry for a terminal; facts follow the message as `name=value`. */
function readableLine(json: string): string {
  const {
    level,
    time,
    msg,
    err,
    hostname: _hostname,
    pid: _pid,
    ...facts
  } = JSON.parse(json) as Record<string, unknown>
  const clock = new Date(Number(time)).toISOString().slice(11, 23)
  const rest = Object.entries(facts).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
  const stack = err ? `\n${(err as { stack?: string }).stack ?? JSON.stringify(err)}` : ''
  return `${clock} ${(LEVEL_NAMES[Number(level)] ?? '').padEnd(5)} ${String(msg ?? '')}${rest.length ? `  ${rest.join(' ')}` : ''}${stack}\n`
}

/**
 * JSON lines, or readable ones on a terminal. `destination` lets tests read the output; `recorder` also gets every
 * line. A log line must never reveal access: secrets are masked before anything receives it (log-mask.ts).
 */
export function createLog(options: {
  level: string
  pretty?: boolean
  destination?: { write(line: string): void }
  recorder?: Pick<LogRecorder, 'take'>
}): Log {
  const destination = options.destination ?? process.stdout
  const pretty = options.pretty ?? (destination === process.stdout && process.stdout.isTTY === true)
  const { recorder } = options
  const shown = pretty ? { write: (line: string) => void destination.write(readableLine(line)) } : destination
  const stream = {
    write(line: string) {
      const safe = maskedLine(line)
      shown.write(safe)
      recorder?.take(safe)
    },
  }
  return pino({ level: options.level, base: null }, stream)
}

/** For tests and tools that need no log. */
export const silentLog: Log = pino({ level: 'silent' })
