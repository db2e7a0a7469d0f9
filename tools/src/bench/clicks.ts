import type { Database } from '@sluice/server/src/platform/db.ts'
import { type Child, startChild } from './child.ts'
import type { ClickRun, ClickTimes, calls as CommandCalls } from './command.process.ts'
import { insertFleet, insertMqttFleet } from './fleet.ts'
import type { Figures } from './measure.ts'
import { ADMIN_PASSWORD, type ServerProcess } from './server-process.ts'
import { spread } from './statistics.ts'
import type { Undo } from './undo.ts'

/**
 * Valves of each protocol. SL 651 has times to the second: a valve that is told twice within one would report two states
 * of one time, of which the first stands. With so many, each one's turn comes after seconds.
 */
const VALVES_EACH = 100

/** Valves on both protocols and somebody who clicks, in a process of their own. */
export async function openValves(
  { db, server }: { db: Database; server: ServerProcess },
  undo: Undo,
): Promise<Child<typeof CommandCalls>> {
  const mqtt = await insertMqttFleet(db, 'MQTT-VALVE', VALVES_EACH)
  const sl651 = await insertFleet(db, VALVES_EACH, 'SL651-VALVE')
  const clicker = startChild<typeof CommandCalls>(new URL('./command.process.ts', import.meta.url), undo)
  const { url, mqttPort, sl651Port } = server
  await clicker.ask('open', { url, password: ADMIN_PASSWORD, mqttPort, sl651Port, mqtt, sl651 })
  return clicker
}

/** Spreads of the times, and what did not end as it should. */
export function clickFigures(runs: readonly ClickRun[]): Figures {
  const sent = runs.reduce((sum, run) => sum + run.sent, 0)
  const times = (protocols: readonly ('MQTT' | 'SL651')[], which: keyof ClickTimes) =>
    runs.flatMap((run) => protocols.flatMap((protocol) => run[protocol][which]))
  const both = ['MQTT', 'SL651'] as const
  const spreads = (protocols: readonly ('MQTT' | 'SL651')[]) => ({
    toSocketMs: spread(times(protocols, 'socket')),
    toAnswerMs: spread(times(protocols, 'answer')),
    toConfirmedMs: spread(times(protocols, 'confirmed')),
  })
  return {
    sent,
    all: spreads(both),
    mqtt: spreads(['MQTT']),
    sl651: spreads(['SL651']),
    neverOnTheSocket: sent - times(both, 'socket').length,
    neverConfirmed: sent - times(both, 'confirmed').length,
    refused: Object.assign({}, ...runs.map(({ refused }) => refused)) as Record<string, number>,
  }
}

export function socketTimes(runs: readonly ClickRun[]): number[] {
  return runs.flatMap(({ MQTT, SL651 }) => [...MQTT.socket, ...SL651.socket])
}

export function confirmedTimes(runs: readonly ClickRun[]): number[] {
  return runs.flatMap(({ MQTT, SL651 }) => [...MQTT.confirmed, ...SL651.confirmed])
}
