import { COUNTY_STATIONS } from './placement.ts'
import { DemoError, type PlatformAccess } from './platform-api.ts'

/** The demo's order on its standard input, in one line of JSON. */
export interface DemoOrder extends PlatformAccess {
  /** Where stations call; null for a listener that is off. One of the two is there. */
  sl651: { host: string; port: number } | null
  mqtt: { host: string; port: number } | null
  /** Where the fleet keeps the tokens of its MQTT devices and its door (fleet/door.ts); none of both without it. */
  folder?: string
  stations: number
  seed: number
  reportIntervalS: number
  /** Days of history that the county has; 0 none. */
  historyDays: number
  /** Whether the starter passes in another session when the present one ends. */
  renews: boolean
  /** The interval of simulated commands, s; 0 for none. */
  dispatchEveryS: number
}

const DEFAULTS = { stations: COUNTY_STATIONS, seed: 1, reportIntervalS: 30, historyDays: 0, dispatchEveryS: 0 }
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

/** Under the name of the protocol; null where its listener is off. */
function listenerIn(order: Record<string, unknown>, protocol: string): { host: string; port: number } | null {
  const value = (order['listeners'] as Record<string, unknown> | undefined)?.[protocol] ?? null
  if (value === null) return null
  if (typeof value !== 'object') throw wrong(`the listener of ${protocol} must be an object`)
  const at = value as Record<string, unknown>
  const host = text(at, 'host')
  return { host: CALLABLE[host] ?? host, port: whole(at, 'port', 1, 65_535) }
}

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
  const baseUrl = text(from, 'baseUrl')
  if (!URL.canParse(baseUrl)) throw wrong('baseUrl must be a URL')
  const access = { baseUrl, cookie: text(from, 'cookie'), token: text(from, 'token') }
  const [sl651, mqtt] = [listenerIn(from, 'SL651'), listenerIn(from, 'TB_MQTT')]
  if (!sl651 && !mqtt) throw wrong('listeners must say where stations call')
  return {
    ...access,
    sl651,
    mqtt,
    ...(from['folder'] === undefined ? {} : { folder: text(from, 'folder') }),
    stations: whole(from, 'stations', 1, MAX_STATIONS, DEFAULTS.stations),
    seed: whole(from, 'seed', 0, 0xffffffff, DEFAULTS.seed),
    reportIntervalS: whole(from, 'reportIntervalS', 5, 86_400, DEFAULTS.reportIntervalS),
    historyDays: whole(from, 'historyDays', 0, 399, DEFAULTS.historyDays),
    renews: from['renews'] === true,
    dispatchEveryS: whole(from, 'dispatchEveryS', 0, 86_400, DEFAULTS.dispatchEveryS),
  }
}
