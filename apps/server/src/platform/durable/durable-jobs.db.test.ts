import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createTestDatabase, type TestDatabase, until } from '@sluice/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '../db/db.ts'
import { silentLog } from '../log/log.ts'
import { createDurableJobs } from './durable-jobs.ts'

const PROGRAM = fileURLToPath(new URL('../../../../../testing/src/programs/durable-jobs.process.ts', import.meta.url))
let database: TestDatabase
const open: { close(): Promise<void> }[] = []

beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()))
  await database.drop()
})

/** One process of several, with connections of its own. */
async function processOf() {
  const db = await openDatabase({ address: database.address, log: silentLog, poolSize: 4 })
  const jobs = createDurableJobs({ db, log: silentLog, queues: ['work'] })
  await jobs.start()
  const done: number[] = []
  const close = async () => {
    await jobs.stop()
    await db.close()
  }
  open.push({ close })
  const send = (n: number, startAfter?: Date) => db.transaction((tx) => jobs.send(tx, 'work', [{ n }], startAfter))
  return {
    db,
    jobs,
    done,
    send,
    work: (atEach?: () => Promise<void>) =>
      jobs.work<{ n: number }>(
        'work',
        async ({ data }) => {
          done.push(data.n)
          await atEach?.()
        },
        5,
      ),
  }
}

it('a job is there with the commit of its transaction, and never when that was rolled back', async () => {
  const { db, jobs, done, work } = await processOf()
  await work()
  await db.transaction(async (tx) => {
    await jobs.send(tx, 'work', [{ n: 1 }])
    await sleep(1500)
    expect(done).toEqual([])
  })
  const failed = db.transaction(async (tx) => {
    await jobs.send(tx, 'work', [{ n: 2 }])
    throw new Error('not after all')
  })
  await expect(failed).rejects.toThrow('not after all')
  await until('the job', () => done.length > 0)
  await sleep(1500)
  expect(done).toEqual([1])
})

it('a delayed job runs at its time, in any process that runs then', async () => {
  const first = await processOf()
  const { rows } = await database.db.query<{ at: string }>("select now() + interval '2 seconds' as at")
  await first.send(7, new Date(rows[0]!.at))
  await first.jobs.stop()
  const second = await processOf()
  await second.work()
  await sleep(1000)
  expect(second.done).toEqual([])
  await until('its time', () => second.done.length > 0)
  expect(second.done).toEqual([7])
})

it('several processes share the work, each job once', async () => {
  const [one, two] = [await processOf(), await processOf()]
  for (let n = 0; n < 60; n++) await one.send(n)
  // Neither gets on before the other has begun: a process that is slow to start would find nothing left.
  const both = async () => void (await until('the other one', () => one.done.length > 0 && two.done.length > 0))
  await Promise.all([one.work(both), two.work(both)])
  await until('all', () => one.done.length + two.done.length >= 60)
  expect([...one.done, ...two.done].sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, n) => n))
})

it('the job of a process that is killed is given to another within 15 s', async () => {
  const { send, work, done } = await processOf()
  const child = spawn(process.execPath, [PROGRAM], {
    env: { ...process.env, DATABASE_URL: database.url },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  open.push({ close: async () => void child.kill('SIGKILL') })
  const said = { text: '' }
  child.stdout.on('data', (bytes: Buffer) => (said.text += bytes.toString()))
  await until('the other process', () => said.text.includes('ready'))
  await send(1)
  await until('its middle', () => said.text.includes('in the middle'))
  await work()
  // Longer than a heartbeat: a live process keeps its job.
  await sleep(12_000)
  expect(done).toEqual([])
  const before = performance.now()
  child.kill('SIGKILL')
  await until('its job', () => done.length === 1)
  expect(performance.now() - before).toBeLessThan(15_000)
})

it('a job that throws is tried again', async () => {
  const { jobs, send } = await processOf()
  const tries: string[] = []
  await jobs.work('work', async ({ id }) => {
    tries.push(id)
    if (tries.length < 2) throw new Error('not yet')
  })
  await send(1)
  await until('the next try', () => tries.length === 2)
  expect(new Set(tries).size).toBe(1)
})
