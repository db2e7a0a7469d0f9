import type { Database } from '@sluice/server/src/platform/db/db.ts'
import { storeUplinks, type UplinkBatch } from '@sluice/server/src/modules/telemetry/uplink/uplink.store.ts'
import { answer } from '../child.ts'
import { openBench } from '../gauge/cluster.ts'
import { type CopyBatch, copyBatches, createCopyWriter, createFloor } from '../gauge/copy-floor.ts'
import type { FleetStation } from '../load/fleet.ts'
import { type BatchMaker, createBatchMaker } from '../load/uplink-batches.ts'

let db: Database
let maker: BatchMaker
let batches: UplinkBatch[] = []
let copies: CopyBatch[] = []
const copyOf = createCopyWriter()

export interface StoreRun {
  seconds: number
  cpuUs: number
}

async function timed(work: () => Promise<void>): Promise<StoreRun> {
  const before = process.cpuUsage()
  const started = performance.now()
  await work()
  const seconds = (performance.now() - started) / 1000
  const { user, system } = process.cpuUsage(before)
  return { seconds, cpuUs: user + system }
}

export const calls = {
  async open({ url, fleet }: { url: string; fleet: FleetStation[] }): Promise<void> {
    db = await openBench(url, 1)
    await createFloor(db)
    maker = createBatchMaker(fleet)
  },

  /** Builds batches and the same rows as text; returns how many shadow rows a report causes. */
  async prepare(shape: { from: number; count: number; stationsPerBatch: number }): Promise<{ reports: number }> {
    batches = await maker.make(shape)
    copies = batches.map(copyOf)
    return { reports: batches.reduce((sum, batch) => sum + batch.messages.length, 0) }
  },

  store: (_: null): Promise<StoreRun> =>
    timed(async () => {
      for (const batch of batches) await storeUplinks(db, batch)
    }),

  copy: (_: null): Promise<StoreRun> => timed(() => copyBatches(db, copies)),

  /** Times of `count` commits of one row each, one after another, in ms: the floor of everything durable. */
  async commits({ count }: { count: number }): Promise<number[]> {
    await db.query('create table if not exists floor.one_row (n bigint primary key generated always as identity)')
    const times: number[] = []
    for (let i = 0; i < count; i++) {
      const started = performance.now()
      await db.query({ name: 'one-row', text: 'insert into floor.one_row default values' })
      times.push(performance.now() - started)
    }
    return times
  },
}

answer(calls)
