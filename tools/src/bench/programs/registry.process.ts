import { deviceResource, type JobRun, jobRuns, resourcePath } from '@sluice/contract'
import type { Database } from '@sluice/server/src/platform/db/db.ts'
import { answer } from '../child.ts'
import { openBench } from '../gauge/cluster.ts'
import { headersOf, signIn, type Visitor } from '../sign-in.ts'
import { pause } from '../wait.ts'

/** Below a session's rate limit, so that the limit never answers in place of the list. */
const PAUSE_MS = 25
const PAGE = 20
const LOOK_MS = 100
/** Fewer say nothing about the slowest of a hundred. */
const AT_LEAST = 15

/** A count of all rows, and a page by primary key. */
const FLOORS = {
  device: [
    'select count(*) as total from device where not deleted',
    'select * from device where id > $1 and not deleted',
  ],
  fault: ['select count(*) as total from fault', 'select * from fault where id > $1'],
} as const

let url = ''
let db: Database | undefined
let visitor: Visitor
let table: keyof typeof FLOORS = 'device'

async function call<T>(path: string, body?: unknown): Promise<T> {
  const posted = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const headers = { ...headersOf(visitor), 'content-type': 'application/json' }
  const response = await fetch(url + path, { headers, ...posted })
  const { code, message, data } = (await response.json()) as { code: number; message: string; data: T }
  if (code !== 0) throw new Error(`${path}: ${message}`)
  return data
}

async function floor(after: number): Promise<number> {
  const [count, page] = FLOORS[table]
  const started = performance.now()
  await db?.query({ name: 'floor-count', text: count })
  await db?.query({ name: 'floor-page', text: `${page} order by id limit ${PAGE}`, values: [after] })
  return performance.now() - started
}

async function jobOf(id: string): Promise<JobRun> {
  await pause(LOOK_MS)
  const found = (await call<JobRun[]>(jobRuns.path)).find((job) => job.id === id)
  if (!found) throw new Error(`there is no job ${id}`)
  return found
}

export const calls = {
  /** Signs in at a server; again after its restart, or as somebody else. */
  async open(given: {
    url: string
    databaseUrl: string
    password: string
    username?: string
    /** Whose rows the floor reads. */
    floor?: keyof typeof FLOORS
  }): Promise<void> {
    url = given.url
    table = given.floor ?? 'device'
    db ??= await openBench(given.databaseUrl, 1)
    visitor = await signIn(url, given.username ?? 'admin', given.password)
  },

  /** Reads `path` and the floor in turns; times in ms. A slow one is read less often once the time is over. */
  async read(given: { path: string; query: Record<string, string>; times: number; patienceMs: number }) {
    const path = `${given.path}?${new URLSearchParams(given.query)}`
    const read: number[] = []
    const floors: number[] = []
    const end = performance.now() + given.patienceMs
    let { total } = await call<{ total: number }>(path)
    for (let n = 0; n < given.times && (n < AT_LEAST || performance.now() < end); n++) {
      const started = performance.now()
      total = (await call<{ total: number }>(path)).total
      read.push(performance.now() - started)
      floors.push(await floor(n * 1000))
      await pause(PAUSE_MS)
    }
    return { read, floors, total }
  },

  /** Sends a sheet of devices; returns the id of the import. */
  async send({ name, text, updateExisting }: { name: string; text: string; updateExisting: boolean }) {
    const input = { file: Buffer.from(text).toString('base64'), name, commit: true, updateExisting }
    const { jobId } = await call<{ jobId: string }>(resourcePath(deviceResource, 'import'), input)
    return jobId
  },

  /** Waits until that many rows of the import are done; returns how many are. */
  async reach({ id, rows }: { id: string; rows: number }): Promise<number> {
    for (;;) {
      const { progress, endTime } = await jobOf(id)
      if (progress >= rows || endTime !== null) return progress
    }
  },

  /** Waits for the end of the import. @throws when it did not end well */
  async end(id: string): Promise<JobRun> {
    for (;;) {
      const job = await jobOf(id)
      if (job.endTime === null) continue
      if (job.status === 'DONE') return job
      throw new Error(`the import ended ${job.status}: ${job.error}`)
    }
  },
}

answer(calls)
