import { deviceResource, type JobRun, jobRuns, resourcePath, type SheetFormat } from '@sluice/contract'
import type { Database } from '@sluice/server/src/platform/db/db.ts'
import { answer } from '../child.ts'
import { openBench } from '../gauge/cluster.ts'
import { headersOf, signIn, type Visitor } from '../sign-in.ts'

/** Below a session's rate limit, so that the limit never answers in place of the list. */
const PAUSE_MS = 25
const PAGE = 20
const LOOK_MS = 100

let url = ''
let db: Database
const visitors = new Map<string, Visitor>()

/** The last ids of pages that are read by primary key, as the floor does. */
const FLOOR_COUNT = 'select count(*) as total from device where not deleted'
const FLOOR_PAGE = `select * from device where id > $1 and not deleted order by id limit ${PAGE}`

export interface ListCase {
  username: string
  query: Record<string, string>
}

async function ask({ username, query }: ListCase): Promise<{ ms: number; total: number; rows: number }> {
  const visitor = visitors.get(username)
  if (!visitor) throw new Error(`${username} has not signed in`)
  const search = new URLSearchParams({ limit: String(PAGE), ...query })
  const started = performance.now()
  const response = await fetch(`${url}${resourcePath(deviceResource, 'page')}?${search}`, {
    headers: headersOf(visitor),
  })
  const text = await response.text()
  const ms = performance.now() - started
  const { code, message, data } = JSON.parse(text) as { code: number; message: string; data: unknown }
  if (code !== 0) throw new Error(`${search}: ${message}`)
  const { list, total } = data as { list: unknown[]; total: number }
  return { ms, total, rows: list.length }
}

async function floor(after: number): Promise<number> {
  const started = performance.now()
  await db.query({ name: 'floor-count', text: FLOOR_COUNT })
  await db.query({ name: 'floor-page', text: FLOOR_PAGE, values: [after] })
  return performance.now() - started
}

/** Starts an export of all devices in scope and waits for its file; returns the time, its rows and its bytes. */
async function exportAll(username: string, format: SheetFormat): Promise<{ ms: number; rows: number; bytes: number }> {
  const visitor = visitors.get(username)
  if (!visitor) throw new Error(`${username} has not signed in`)
  const headers = { ...headersOf(visitor), 'content-type': 'application/json' }
  const started = performance.now()
  const body = JSON.stringify({ format, columns: deviceResource.list.columns })
  const begun = await fetch(url + resourcePath(deviceResource, 'export'), { method: 'POST', headers, body })
  const { data } = (await begun.json()) as { data: { jobId: string } }
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    const answer = await fetch(url + jobRuns.path, { headers })
    const jobs = ((await answer.json()) as { data: JobRun[] }).data
    const job = jobs.find(({ id }) => id === data.jobId)
    if (job?.status === 'FAILED' || job?.status === 'CANCELLED') throw new Error(`the export ended: ${job.error}`)
    if (job?.status === 'DONE') {
      return { ms: performance.now() - started, rows: job.progress, bytes: job.file?.bytes ?? 0 }
    }
  }
}

export const calls = {
  exportAll: ({ username, format }: { username: string; format: SheetFormat }) => exportAll(username, format),

  async open(given: { url: string; databaseUrl: string; password: string; usernames: string[] }): Promise<void> {
    url = given.url
    db = await openBench(given.databaseUrl, 1)
    for (const username of given.usernames) visitors.set(username, await signIn(url, username, given.password))
  },

  /** Requests the list and the floor in turns; times in ms. */
  async run({ times, ...listCase }: ListCase & { times: number }) {
    const listed: number[] = []
    const floors: number[] = []
    let seen = { total: 0, rows: 0 }
    await ask(listCase)
    for (let n = 0; n < times; n++) {
      const { ms, ...rest } = await ask(listCase)
      seen = rest
      listed.push(ms)
      floors.push(await floor(n * 1000))
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
    return { listed, floors, ...seen }
  },
}

answer(calls)
