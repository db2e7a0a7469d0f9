import { insertFleet, insertMqttFleet } from './fleet.ts'
import type { Said } from '../gauge/kill-proof.ts'
import type { Bench } from '../measure.ts'
import type { OwnPlatform } from '../own-platform.ts'
import { repeatingSensor, repeatingStation } from './attack/repeating-devices.ts'
import { HOUR_MS } from './reports.ts'
import { type RestlessPerson, startPerson } from './attack/restless-person.ts'
import { restlessMqttValve, restlessSl651Valve } from './attack/restless-valves.ts'
import { ADMIN_PASSWORD } from '../server-process.ts'

const DEVICES = 30
const NOW_MS = 1_000
const PAST_MS = 200
/** Past hours are rolled up: reports a minute apart fill some of them. */
const SINCE_H = 69
const VALVES = 4
const FINISH_MS = 90_000

/** Devices, valves and a user that continue whatever happens to the platform. */
export interface Field {
  /** Reports confirmed so far. */
  confirmed(): number
  /** Departments inserted so far. */
  written(): number
  answers(): ReturnType<RestlessPerson['answers']>
  /** Stops new traffic; resolves when everything sent is confirmed, or after a time limit. */
  finish(): Promise<Said>
  close(): void
}

export async function startField({ undo }: Bench, platform: OwnPlatform, everyMs = PAST_MS): Promise<Field> {
  const { ports, door } = platform
  const db = await platform.database()
  const stations = await insertFleet(db, 2 * DEVICES)
  const sensors = await insertMqttFleet(db, 'MQTT-SENSOR', DEVICES)
  const mqttValves = await insertMqttFleet(db, 'MQTT-VALVE', VALVES)
  const sl651Valves = await insertFleet(db, VALVES, 'SL651-VALVE', 2 * DEVICES + 1)
  await db.close()
  const since = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - SINCE_H * HOUR_MS
  const devices = [
    ...stations.map((station, n) =>
      repeatingStation(ports, station, n % 2 ? { everyMs, since } : { everyMs: NOW_MS, since: undefined }),
    ),
    ...sensors.map((sensor) => repeatingSensor(ports, sensor, { everyMs, since })),
  ]
  // One valve of each protocol accepts commands and never moves.
  const restless = [
    ...mqttValves.map((valve, n) => restlessMqttValve(ports, valve, n === 0)),
    ...sl651Valves.map((valve, n) => restlessSl651Valve(ports, valve, n === 0)),
  ]
  const close = () => {
    for (const device of [...devices, ...restless]) device.close()
  }
  undo.add(close)
  const valves = restless.map(({ deviceId }) => deviceId)
  const person = await startPerson({ door, password: ADMIN_PASSWORD, valves })
  return {
    confirmed: () => devices.reduce((sum, { confirmed }) => sum + confirmed.size, 0),
    written: () => person.departments.size,
    answers: person.answers,
    async finish() {
      await person.stop()
      for (const device of devices) device.finish()
      const started = performance.now()
      while (devices.some((device) => device.waiting() > 0) && performance.now() - started < FINISH_MS) {
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      return { devices, person, valves: restless }
    },
    close,
  }
}
