import { DemoError, type PlatformAccess } from './platform-api.ts'

/** What the demo is told on its standard input, in one line of JSON. */
export interface DemoOrder extends PlatformAccess {
  sl651: { host: string; port: number }
  stations: number
  seed: number
  reportIntervalS: number
}

const DEFAULTS = { stations: 40, seed: 1, reportIntervalS: 30 }
const MAX_STATIONS = 10_000

function wrong(what: string): DemoError {
  return new DemoError(`The demo was started with a wrong order: ${what}.`)
}

function text(from: Record<string, unknown>, name: string): string {
  const value = from[name]
  if (typeof value !== 'string' || value === '') throw wrong(`${name} must be a text`)
  return value
}

function whole(from: Record<string, unknown>, name: string, min: number, max: number, fallback?: number): number {
  const value = from[name] ?? fallback
  if (!Number.isInteger(value) || (value as number) < min || (value as number) > max) {
    throw wrong(`${name} must be a whole number from ${min} to ${max}`)
  }
  return value as number
}

/** Addresses that mean "every interface" can be listened on, but not everywhere called. */
const CALLABLE: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** @throws DemoError; it never repeats what it was given, which holds the key to the platform. */
export function readOrder(line: string): DemoOrder {
  let order: unknown
  try {
    order = JSON.parse(line)
  } catch {
    throw wrong('it is no JSON')
  }
  if (typeof order !== 'object' || order === null) throw wrong('it is no object')
  const from = order as Record<string, unknown>
  const sl651 = (from['sl651'] ?? {}) as Record<string, unknown>
  const baseUrl = text(from, 'baseUrl')
  if (!URL.canParse(baseUrl)) throw wrong('baseUrl must be a URL')
  const host = text(sl651, 'host')
  return {
    baseUrl,
    cookie: text(from, 'cookie'),
    token: text(from, 'token'),
    sl651: { host: CALLABLE[host] ?? host, port: whole(sl651, 'port', 1, 65_535) },
    stations: whole(from, 'stations', 1, MAX_STATIONS, DEFAULTS.stations),
    seed: whole(from, 'seed', 0, 0xffffffff, DEFAULTS.seed),
    reportIntervalS: whole(from, 'reportIntervalS', 5, 86_400, DEFAULTS.reportIntervalS),
  }
}
