import { dirname } from 'node:path'
import { cancelJob, deviceResource, jobRuns, userResource } from '@sluice/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ApiClient } from '../../../../../testing/src/platform/client.ts'
import { makeDept, makePerson } from '../../../../../testing/src/platform/people.ts'
import { startTestPlatform, type TestPlatform } from '../../../../../testing/src/platform/platform.ts'
import { bytesOf, importOf, jobEnded } from '../../../../../testing/src/platform/sheets.ts'
import { until } from '../../../../../testing/src/platform/wait.ts'
import { readXlsx } from '../sheet/xlsx-reader.ts'
import { readServerKey } from '../server-key.ts'
import type { JobHandle } from './job-handle.ts'
import { QUEUE_LIMITS } from './job-queue.rules.ts'
import { JobRuns } from './job-runs.ts'

let test: TestPlatform
let depts: Record<'a' | 'below' | 'b', string>

beforeAll(async () => {
  test = await startTestPlatform()
  test.platform.api.runs.define<number>('held', async ({ input }) => {
    await held[input]
    return {}
  })
  const a = await makeDept(test.admin, 'a')
  depts = { a, below: await makeDept(test.admin, 'below a', { parentId: a }), b: await makeDept(test.admin, 'b') }
})
afterAll(() => test?.stop())

const person = (dept: keyof typeof depts) => makePerson(test.admin, test.db, { deptId: depts[dept] })

/** Ends of work that is held until then. */
const ends: (() => void)[] = []
/** Work that was asked for and waits for its end, by the number it was given. */
const held: Promise<void>[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const end of ends.splice(0)) end()
})

/** Asks for work that lasts until the test ends it; answers the job's id. */
async function hold(who: ApiClient, bytes = 0): Promise<string> {
  const session = (await test.platform.identity.sessions.find(who.visitor.cookie!))!
  const { promise, resolve } = Promise.withResolvers<void>()
  ends.push(resolve)
  const input = held.push(promise) - 1
  const caller = { session, ip: '127.0.0.1', traceId: 'held', language: 'en-US' } as const
  const request = { kind: 'EXPORT', work: 'held', resource: 'device', title: 'held', input } as const
  return test.platform.api.runs.start(caller, { ...request, ...(bytes > 0 ? { upload: Buffer.alloc(bytes) } : {}) })
}
const jobOf = async (who: ApiClient, id: string) => (await who.call(jobRuns, {})).find((job) => job.id === id)!
const isRunning = (who: ApiClient, id: string) =>
  until(`job ${id} to run`, async () => ((await jobOf(who, id)).status === 'RUNNING' ? true : undefined))

describe('long work that people asked for', () => {
  it('of one customer leaves a place for the others, whose people are told how many go before them', async () => {
    const [one, two, three, other] = [await person('a'), await person('below'), await person('a'), await person('b')]
    const [first, second] = [await hold(one), await hold(two)]
    const third = await hold(three)
    const theirs = await hold(other)
    for (const [who, id] of [
      [one, first],
      [two, second],
      [other, theirs],
    ] as const)
      await isRunning(who, id)
    expect(await jobOf(three, third)).toMatchObject({ status: 'QUEUED', ahead: 0, progress: 0, total: null })
    expect(await jobOf(one, first)).toMatchObject({ status: 'RUNNING', ahead: null })
    const fourth = await hold(await person('b'))
    const again = await hold(three)
    expect(await jobOf(three, again)).toMatchObject({ status: 'QUEUED', ahead: 2 })
    ends[1]!()
    await isRunning(three, third)
    await three.call(cancelJob, { id: again })
    expect(await jobOf(three, again)).toMatchObject({ status: 'CANCELLED', ahead: null })
    expect(fourth).not.toBe('')
  })

  it('of one person runs one after the other, and only so much of it may be open', async () => {
    const who = await person('a')
    const [first, second] = [await hold(who), await hold(who)]
    await isRunning(who, first)
    expect(await jobOf(who, second)).toMatchObject({ status: 'QUEUED', ahead: 0 })
    const asked = await Promise.allSettled(Array.from({ length: 20 }, () => hold(who)))
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(QUEUE_LIMITS.open.person - 2)
    expect(asked.find((one) => one.status === 'rejected')?.reason).toMatchObject({ code: 'too-many-requests' })
    ends[0]!()
    await isRunning(who, second)
  })

  it('that is cancelled while it waits goes at once, and its place in the list with it', async () => {
    const who = await person('a')
    await hold(who)
    const waiting = await hold(who)
    await who.call(cancelJob, { id: waiting })
    const room = QUEUE_LIMITS.open.person - 1
    const asked = await Promise.allSettled(Array.from({ length: room + 1 }, () => hold(who)))
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(room)
  })

  it('holds only so many bytes of files while it waits', async () => {
    const [one, two] = [await person('b'), await person('b')]
    await hold(one, QUEUE_LIMITS.bytes.tenant - 10)
    await expect(importOf(two, deviceResource, 'name,more than ten bytes\n')).rejects.toMatchObject({ code: 429 })
    ends[0]!()
    await until('room', () => importOf(two, deviceResource, 'name,more than ten bytes\n').catch(() => undefined))
  })
})

describe('work whose process is silent', () => {
  it('is taken over by another one with what was saved, and its first holder writes nothing any more', async () => {
    const who = await person('b')
    const session = (await test.platform.identity.sessions.find(who.visitor.cookie!))!
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const told: string[] = []
    const work = (n: number) => async (job: JobHandle) => {
      const earlier = await job.reached<{ by: number }>()
      const said = [{ row: n, secrets: { password: `kestrel-${n}` } }]
      if (n === 0) await job.transaction((tx) => job.save(tx, { reached: { by: n }, done: 1, said }))
      told.push(
        `${n} begins after ${JSON.stringify(earlier?.reached ?? null)} ${earlier?.said[0]?.secrets?.['password']}`,
      )
      await gates[n]!.promise
      await job.transaction((tx) => job.save(tx, { reached: { by: n }, done: n + 2, said: [{ row: n + 5 }] }))
      told.push(`${n} saved`)
      return {}
    }
    const { runs, clock, log } = test.platform.api
    const serverKey = () => readServerKey(dirname(runs.folder), undefined)
    const other = new JobRuns({ db: test.db, clock, log, folder: runs.folder, zoneOf: runs.zoneOf, serverKey })
    for (const [n, one] of [runs, other].entries()) one.define('taken', work(n))
    const caller = { session, ip: '127.0.0.1', traceId: 'taken', language: 'en-US' } as const
    const request = { kind: 'IMPORT', work: 'taken', resource: 'device', title: 'taken', input: {} } as const
    const id = await runs.start(caller, request)
    await until('the first', () => told.length > 0)
    await other.look()
    expect(told).toEqual(['0 begins after null undefined'])
    await until('the second', async () => {
      await test.db.query("update job_run set heard_time = '-infinity' where id = $1 and attempt = 1", [id])
      await other.look()
      return told.length > 1
    })
    gates[0]!.resolve()
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(await jobOf(who, id)).toMatchObject({ status: 'RUNNING', progress: 1 })
    gates[1]!.resolve()
    expect(await jobEnded(who, id)).toMatchObject({ status: 'DONE', progress: 3 })
    expect(told.slice(1)).toEqual(['1 begins after {"by":0} kestrel-0', '1 saved'])
    await other.close()
  })
})

const users = (from: number, count: number) =>
  ['username,nickName,deptId', ...Array.from({ length: count }, (_, n) => `broken.off${from + n},x,a`)].join('\n')

/** Makes the database refuse users in this case. */
async function refuseUsers(condition: string, code: string): Promise<() => Promise<void>> {
  await test.db.query(
    `create function no_user() returns trigger language plpgsql as
       $$ begin if ${condition} then raise exception 'no' using errcode = '${code}'; end if; return new; end $$;
     create trigger no_user before insert on sys_user for each row execute function no_user() /* unscoped:test */`,
  )
  return async () => {
    await test.db.query('drop function no_user cascade /* unscoped:test */')
  }
}

describe('an import', () => {
  const importUsers = (file: string, more = {}) => importOf(test.admin, userResource, file, more)

  it('hashes no password while it only tries', async () => {
    const allow = await refuseUsers("new.password_hash like 'scrypt%'", '53100')
    try {
      const trial = await importUsers(users(0, 3), { commit: false })
      expect(trial).toMatchObject({ status: 'DONE', counts: { inserted: 3, refused: 0 }, file: null })
      expect(await importUsers(users(0, 3))).toMatchObject({ status: 'FAILED', error: 'disk-full', file: null })
    } finally {
      await allow()
    }
  })

  it('that breaks off says how far it came, keeps the passwords it gave, and can be asked for again', async () => {
    const allow = await refuseUsers("new.username = 'broken.off3'", '53100')
    const file = users(0, 6)
    const job = await importUsers(file)
    await allow()
    expect(job).toMatchObject({
      status: 'FAILED',
      error: 'disk-full',
      progress: 3,
      total: 6,
      counts: { inserted: 3, updated: 0, unchanged: 0, refused: 0 },
      file: { once: true },
    })
    const cells = await readXlsx(await bytesOf(test.admin, job.id), 10)
    expect(cells.slice(1).map(([name]) => name)).toEqual(['broken.off0', 'broken.off1', 'broken.off2'])
    expect(await test.signIn('broken.off2', cells[3]![1]!)).toBeTruthy()
    expect(await importUsers(file)).toMatchObject({ status: 'DONE', counts: { inserted: 3, refused: 3 } })
  })

  it('that is cancelled keeps and reports the rows it had written', async () => {
    const rows = users(100, 200)
    const begun = importUsers(rows)
    const running = await until('some rows', async () =>
      (await test.admin.call(jobRuns, {})).find(({ status, progress }) => status === 'RUNNING' && progress > 0),
    )
    await test.admin.call(cancelJob, { id: running.id })
    await begun
    const job = await until('what it did', async () => {
      const found = await jobOf(test.admin, running.id)
      return found.counts ? found : undefined
    })
    expect(job).toMatchObject({ status: 'CANCELLED', total: 200, file: { once: true } })
    expect(job.counts?.inserted).toBe(job.progress)
    const { list, total } = await test.admin.page(userResource, { keyword: 'broken.off1', limit: 100 })
    expect(list.length).toBeGreaterThan(0)
    expect(total).toBeLessThan(200)
  })

  it('that is only tried holds its transaction for half a minute at most, and says how much it looked at', async () => {
    const now = performance.now.bind(performance)
    let leap = 0
    vi.spyOn(performance, 'now').mockImplementation(() => now() + leap)
    const begun = importUsers(users(1000, 2000), { commit: false })
    await until('some rows', async () =>
      (await test.admin.call(jobRuns, {})).find(({ status, progress }) => status === 'RUNNING' && progress > 0),
    )
    leap = 31_000
    const job = await begun
    expect(job).toMatchObject({ status: 'DONE', total: 2000, counts: { inserted: job.progress, refused: 0 } })
    expect(job.progress).toBeGreaterThan(0)
    expect(job.progress).toBeLessThan(2000)
    expect(await jobEnded(test.admin, job.id)).toMatchObject({ kind: 'IMPORT_CHECK' })
  })
})
