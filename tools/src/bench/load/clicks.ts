import type { Database } from '@sluice/server/src/platform/db/db.ts'
import { type Child, startChild } from '../child.ts'
import type { ClickRun, ClickTimes, calls as CommandCalls } from '../programs/command.process.ts'
import { insertFleet, insertMqttFleet } from './fleet.ts'
import type { Figures } from '../measure.ts'
import { ADMIN_PASSWORD, type ServerProcess } from '../server-process.ts'
import { ofAll, spread } from '../gauge/statistics.ts'
import type { Undo } from './undo.ts'

/**
 * Valves of each protocol. SL 651 has times to the second: a valve commanded twice within one second would report two
 * states of one time, of which the first counts. With this many, the next turn of each is seconds later.
 */
const VALVES_EACH = 100

/** Valves of both protocols and a clicking user, in a process of their own. */
export async function openValves(
  { db, server }: { db: Database; server: ServerProcess },
  undo: Undo,
): Promise<Child<typeof CommandCalls>> {
  const mqtt = await insertMqttFleet(db, 'MQTT-VALVE', VALVES_EACH)
  const sl651 = await insertFleet(db, VALVES_EACH, 'SL651-VALVE')
  const clicker = startChild<typeof CommandCalls>(new URL('../programs/command.process.ts', import.meta.url), undo)
  const { url, mqttPort, sl651Port } = server
  await clicker.ask('open', { url, password: ADMIN_PASSWORD, mqttPort, sl651Port, mqtt, sl651 })
  return clicker
}

const PROTOCOLS = ['MQTT', 'SL651'] as const
type Protocols = readonly (typeof PROTOCOLS)[number][]
type Moment = 'socket' | 'answer' | 'confirmed'

/** The times of every command sent: one without an answer so far is infinitely late. */
function timesOf(runs: readonly ClickRun[], protocols: Protocols, moment: Moment): number[] {
  const kinds: ClickTimes[] = runs.flatMap((run) => protocols.map((protocol) => run[protocol]))
  return kinds.flatMap((times) => ofAll(times[moment], times.sent))
}

/** Percentiles of the times, and the commands that did not end as they should. */
export function clickFigures(runs: readonly ClickRun[]): Figures {
  const spreads = (protocols: Protocols) => ({
    toSocketMs: spread(timesOf(runs, protocols, 'socket')),
    toAnswerMs: spread(timesOf(runs, protocols, 'answer')),
    toConfirmedMs: spread(timesOf(runs, protocols, 'confirmed')),
  })
  const never = (moment: Moment) => timesOf(runs, PROTOCOLS, moment).filter((time) => !Number.isFinite(time)).length
  return {
    sent: timesOf(runs, PROTOCOLS, 'socket').length,
    all: spreads(PROTOCOLS),
    mqtt: spreads(['MQTT']),
    sl651: spreads(['SL651']),
    neverOnTheSocket: never('socket'),
    neverConfirmed: never('confirmed'),
    refused: Object.assign({}, ...runs.map(({ refused }) => refused)) as Record<string, number>,
  }
}

export function socketTimes(runs: readonly ClickRun[]): number[] {
  return timesOf(runs, PROTOCOLS, 'socket')
}

export function confirmedTimes(runs: readonly ClickRun[]): number[] {
  return timesOf(runs, PROTOCOLS, 'confirmed')
}
