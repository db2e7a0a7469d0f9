import { parseArgs } from 'node:util'
import { MISCHIEF_USAGE } from './fleet/mischief-order.ts'
import type { PlanOptions } from './fleet/plan.ts'
import type { StationKind } from './station/station.types.ts'

/** The task on the command line. */
export type Task =
  | { mode: 'demo'; stats: boolean }
  | { mode: 'tell'; folder: string; order: string }
  | {
      mode: 'fleet'
      stats: boolean
      host: string
      port: number
      callsPerSecond: number
      plan: PlanOptions
      /** Where its door stands; none when left out. */
      folder: string | undefined
    }

/** An error in the command line, as a sentence for the user. */
export class UsageError extends Error {}

const USAGE = `usage: npm run --silent simulator -- ...
tell [--folder data/demo] ORDER
fleet --port P [--host 127.0.0.1] [--stations 1] [--interval 60] [--heartbeat S] [--seed X] [--kind KIND]
      [--first-address 10000001] [--password 1234] [--calls-per-second 400] [--stats]
      [--folder F]       (orders on standard input, as for tell, and through the door in F)
demo [--stats]           (as the platform starts it: one line of JSON on standard input)
KIND: VALVE_STATION, VALVE, LEVEL, SOIL or PUMP; a mixture when left out
ORDER:
${MISCHIEF_USAGE}`

/** Where the demo of a platform that was started in this folder has its door. */
const DEMO_FOLDER = 'data/demo'

const KINDS: readonly string[] = ['VALVE_STATION', 'VALVE', 'LEVEL', 'SOIL', 'PUMP'] satisfies StationKind[]

function numberOf(name: string, text: string, min: number, max: number): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value) || value < min || value > max) {
    throw new UsageError(`--${name} is "${text}", but must be a number from ${min} to ${max}.`)
  }
  return value
}

function kindOf(text: string | undefined): { kind?: StationKind } {
  if (text === undefined) return {}
  if (!KINDS.includes(text)) throw new UsageError(`--kind is "${text}", but must be one of ${KINDS.join(', ')}.`)
  return { kind: text as StationKind }
}

function passwordOf(text: string): string {
  if (!/^[0-9A-Fa-f]{4}$/.test(text)) throw new UsageError('--password must be 4 hex digits.')
  return text.toUpperCase()
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        host: { type: 'string', default: '127.0.0.1' },
        port: { type: 'string' },
        stations: { type: 'string', default: '1' },
        interval: { type: 'string', default: '60' },
        heartbeat: { type: 'string', default: '0' },
        seed: { type: 'string', default: '1' },
        'first-address': { type: 'string', default: '10000001' },
        password: { type: 'string', default: '1234' },
        kind: { type: 'string' },
        'calls-per-second': { type: 'string', default: '400' },
        folder: { type: 'string' },
        stats: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`)
  }
}

/** Read by hand: the time of `clock -20m` is no option. */
function tellTask(words: readonly string[]): Task {
  const [first, folder, ...rest] = words
  const order = (first === '--folder' ? rest : words).join(' ')
  if (order === '') throw new UsageError(USAGE)
  return { mode: 'tell', folder: first === '--folder' && folder !== undefined ? folder : DEMO_FOLDER, order }
}

/** @throws UsageError */
export function readArguments(args: readonly string[]): Task {
  if (args[0] === 'tell') return tellTask(args.slice(1))
  const { values, positionals } = parsed(args)
  const [mode, ...rest] = positionals
  if (rest.length > 0 || (mode !== 'demo' && mode !== 'fleet')) throw new UsageError(USAGE)
  if (mode === 'demo') return { mode, stats: values.stats }
  if (values.port === undefined) throw new UsageError(`--port is missing.\n${USAGE}`)
  return {
    mode,
    stats: values.stats,
    host: values.host,
    port: numberOf('port', values.port, 1, 65_535),
    folder: values.folder,
    callsPerSecond: numberOf('calls-per-second', values['calls-per-second'], 1, 100_000),
    plan: {
      stations: numberOf('stations', values.stations, 1, 10_000),
      seed: numberOf('seed', values.seed, 0, 0xffffffff),
      firstAddress: numberOf('first-address', values['first-address'], 0, 99_990_000),
      password: passwordOf(values.password),
      reportIntervalS: numberOf('interval', values.interval, 0.1, 86_400),
      heartbeatS: numberOf('heartbeat', values.heartbeat, 0, 3_600),
      ...kindOf(values.kind),
    },
  }
}
