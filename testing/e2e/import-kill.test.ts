import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cancelJob, departmentResource, type JobRun, jobRuns, resourcePath } from '@sluice/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  type ApiClient,
  createClient,
  createTestDatabase,
  pause,
  type ServerProcess,
  startServerProcess,
  startTestCluster,
  type TestCluster,
  type TestDatabase,
  until,
} from '../src/index.ts'
import { bytesOf } from '../src/platform/sheets.ts'
import { readXlsx } from '@sluice/server/src/platform/sheet/xlsx-reader.ts'

const PASSWORD = 'heron-4-lantern'
const LIVES = { timeout: 300_000 }
/** Another process takes over within this time. */
const TAKEN_OVER_MS = 15_000
const ROWS = 1_200
/** For the whole test, on a machine that is busy. */
const WHOLE_MS = 120_000
const running: ServerProcess[] = []
let folder: string
let cluster: TestCluster
let database: TestDatabase

beforeAll(async () => {
  cluster = await startTestCluster()
  database = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'sluice-import-'))
})
afterEach(async () => {
  for (const server of running.splice(0)) await server.kill()
})
afterAll(async () => {
  await database?.drop()
  await cluster?.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** A process on the one database and the one data folder. */
async function start(): Promise<{ server: ServerProcess; admin: ApiClient }> {
  const env = { PORT: '0', SLUICE_DATA: folder, SLUICE_DEVICE_PORTS: '0', SLUICE_ADMIN_PASSWORD: PASSWORD }
  const server = await startServerProcess({ env: { ...env, DATABASE_URL: database.url } })
  running.push(server)
  return { server, admin: await createClient(server.url).signIn('admin', PASSWORD) }
}

/** Starts an import of departments; the third row is refused. */
async function begin(admin: ApiClient, prefix: string): Promise<string> {
  const names = Array.from({ length: ROWS }, (_, n) => (n === 2 ? `${prefix}-0` : `${prefix}-${n}`))
  const file = Buffer.from(['name', ...names].join('\n')).toString('base64')
  const input = { file, name: `${prefix}.csv`, commit: true }
  const { data } = await admin.answer('POST', resourcePath(departmentResource, 'import'), input)
  return (data as { jobId: string }).jobId
}

/** Polled slowly: a hundred calls a second would be rate-limited, with the download that follows. */
async function jobOf(admin: ApiClient, id: string): Promise<JobRun> {
  await pause(100)
  return (await admin.call(jobRuns, {})).find((job) => job.id === id)!
}

/** Waits until that many rows are done. */
const reaches = (admin: ApiClient, id: string, rows: number, timeoutMs?: number) =>
  until(
    `row ${rows} of job ${id}`,
    async () => {
      const job = await jobOf(admin, id)
      return job.progress >= rows ? job : undefined
    },
    timeoutMs,
  )

const ended = (admin: ApiClient, id: string) =>
  until(
    `the end of job ${id}`,
    async () => {
      const job = await jobOf(admin, id)
      return job.endTime === null ? undefined : job
    },
    WHOLE_MS,
  )

/** How often each row of the import is stored, and how many audit entries it has. */
async function countsOf(prefix: string) {
  const { rows } = await database.db.query<{ rows: number; names: number; lines: number }>(
    `select count(*)::int as rows, count(distinct name)::int as names,
       (select count(*)::int from oper_log where action = 'dept.insert' and after->>'name' like $1) as lines
     from dept where name like $1 /* unscoped:test */`,
    [`${prefix}-%`],
  )
  return rows[0]
}

const WHOLE = { rows: ROWS - 1, names: ROWS - 1, lines: ROWS - 1 }

describe('an import of a thousand rows', () => {
  it.each(['killed', 'frozen'] as const)(
    'whose process is %s goes on in another within 15 s, each row once',
    LIVES,
    async (how) => {
      const [first, second] = [await start(), await start()]
      const id = await begin(first.admin, how)
      const { progress } = await reaches(second.admin, id, 100)
      if (how === 'killed') await first.server.kill()
      else first.server.child.kill('SIGSTOP')
      expect(progress).toBeLessThan(ROWS / 2)
      const at = (await jobOf(second.admin, id)).progress
      const resumed = await reaches(second.admin, id, at + 1, TAKEN_OVER_MS)
      expect(resumed).toMatchObject({ status: 'RUNNING', total: ROWS })
      // A process that wakes up in the middle of a batch writes nothing of it.
      if (how === 'frozen') first.server.child.kill('SIGCONT')
      const job = await ended(second.admin, id)
      expect(job).toMatchObject({ status: 'DONE', progress: ROWS, counts: { inserted: ROWS - 1, refused: 1 } })
      expect(await countsOf(how)).toEqual(WHOLE)
      // The row was refused by the killed process.
      const refused = await readXlsx(await bytesOf(second.admin, id), 10)
      expect(refused.slice(1).map(([name]) => name)).toEqual([`${how}-0`])
    },
  )

  it('continues after a restart where it was, and after an orderly end at once', LIVES, async () => {
    const first = await start()
    const id = await begin(first.admin, 'restarted')
    await reaches(first.admin, id, 100)
    expect(await first.server.stop()).toBe(0)
    const { rows } = await database.db.query<{ progress: string }>('select progress from job_run where id = $1', [id])
    const second = await start()
    const found = await jobOf(second.admin, id)
    expect(found.status).toBe('RUNNING')
    expect(found.progress).toBeGreaterThanOrEqual(Number(rows[0]!.progress))
    expect(await ended(second.admin, id)).toMatchObject({
      status: 'DONE',
      counts: { inserted: ROWS - 1, refused: 1 },
    })
    expect(await countsOf('restarted')).toEqual(WHOLE)
  })

  it(
    'is cancelled through another process than the one it runs in, and reports what it did until then',
    LIVES,
    async () => {
      const [first, second] = [await start(), await start()]
      const id = await begin(first.admin, 'cancelled')
      await reaches(second.admin, id, 100)
      await second.admin.call(cancelJob, { id })
      const job = await until('what it did', async () => {
        const found = await jobOf(second.admin, id)
        return found.counts ? found : undefined
      })
      expect(job).toMatchObject({ status: 'CANCELLED', counts: { inserted: job.progress - 1, refused: 1 } })
      expect(job.progress).toBeLessThan(ROWS)
      expect((await countsOf('cancelled'))?.rows).toBe(job.progress - 1)
    },
  )
})
