import type { Database } from '@sluice/server/src/platform/db/db.ts'
import { type Child, startChild } from '../../child.ts'
import { type BenchCluster, openBench } from '../../gauge/cluster.ts'
import { insertMqttFleet, type MqttDevice } from '../fleet.ts'
import type { Bench } from '../../measure.ts'
import type { calls as LoadCalls } from '../../programs/mqtt-load.process.ts'
import { type ServerOptions, type ServerProcess, startServer } from '../../server-process.ts'

/** The platform with its broker, a fleet of sensors, and their process. */
export interface MqttPool {
  server: ServerProcess
  cluster: BenchCluster
  db: Database
  databaseUrl: string
  load: Child<typeof LoadCalls>
  sensors: readonly MqttDevice[]
  close(): Promise<void>
}

export async function openMqttPool(
  bench: Bench,
  database: string,
  devices: number,
  options: Pick<ServerOptions, 'probe' | 'env'> = {},
): Promise<MqttPool> {
  const { place, undo } = bench
  const cluster = await bench.cluster()
  const databaseUrl = await cluster.createDatabase(database)
  const server = await startServer({ place, databaseUrl, undo, ...options })
  const db = await openBench(databaseUrl)
  undo.add(() => db.close())
  const sensors = await insertMqttFleet(db, 'MQTT-SENSOR', devices)
  const load = startChild<typeof LoadCalls>(new URL('../../programs/mqtt-load.process.ts', import.meta.url), undo)
  await load.ask('connect', { port: server.mqttPort, tokens: sensors.map(({ token }) => token) })
  return {
    server,
    cluster,
    db,
    databaseUrl,
    load,
    sensors,
    async close() {
      await load.ask('hangUp', null)
      await load.stop()
      await server.stop()
      await db.close()
      await cluster.dropDatabase(database)
    },
  }
}

/** The outcome of acknowledged messages. */
export interface Kept {
  acknowledged: number
  messages: number
  historyRows: number
  points: number
  /** Acknowledged messages without a row: neither message nor history. */
  lost: number
}

/** Counts by device: one device's surplus must not hide another's loss. */
export async function countKept({ db, load, sensors }: MqttPool): Promise<Kept> {
  const acknowledged = await load.ask('counts', null)
  const count = async (table: string, more: string) => {
    const { rows } = await db.query<{ id: string; count: string; points: string }>(
      `select device_id as id, count(*) as count, ${more} as points from ${table} group by device_id`,
    )
    return new Map(rows.map(({ id, count, points }) => [id, { count: Number(count), points: Number(points) }]))
  }
  const messages = await count("(select device_id from device_message where result = 'OK') m", '0')
  const history = await count('telemetry', 'sum((select count(*) from jsonb_object_keys(readings)))')
  const kept: Kept = { acknowledged: 0, messages: 0, historyRows: 0, points: 0, lost: 0 }
  for (const [n, { deviceId }] of sensors.entries()) {
    const wanted = acknowledged[n] ?? 0
    const [stored, rows] = [messages.get(deviceId)?.count ?? 0, history.get(deviceId)]
    kept.acknowledged += wanted
    kept.messages += stored
    kept.historyRows += rows?.count ?? 0
    kept.points += rows?.points ?? 0
    kept.lost += Math.max(0, wanted - Math.min(stored, rows?.count ?? 0))
  }
  return kept
}
