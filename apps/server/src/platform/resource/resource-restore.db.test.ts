import {
  departmentResource,
  deviceResource,
  getPreference,
  jobRuns,
  roleResource,
  saveAuthRole,
  savePreference,
  userResource,
} from '@sluice/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeDevice } from '../../../../../testing/src/field/devices.ts'
import { makeDept, makePerson } from '../../../../../testing/src/platform/people.ts'
import { startTestPlatform, type TestPlatform } from '../../../../../testing/src/platform/platform.ts'
import { bytesOf, jobEnded } from '../../../../../testing/src/platform/sheets.ts'
import { headersOf } from '../../../../../testing/src/browser/sign-in.ts'
import { until } from '../../../../../testing/src/platform/wait.ts'

let test: TestPlatform
let dept: string

beforeAll(async () => {
  test = await startTestPlatform()
  dept = await makeDept(test.admin, 'here')
})
afterAll(() => test?.stop())

const restore = async (who = test.admin, ...ids: string[]) => {
  const { code, data } = await who.answer('POST', '/device/v1/device/restore', { ids })
  return { code, ...(data as { error?: string; fields?: Record<string, string> }) }
}

describe('a deletion taken back', () => {
  it('brings the rows back as they were, tells the bus and leaves a line in the log', async () => {
    const { id } = await makeDevice(test.admin, { deptId: dept, name: 'back' })
    const before = await test.admin.get(deviceResource, id)
    await test.admin.remove(deviceResource, id)
    await expect(test.admin.get(deviceResource, id)).rejects.toMatchObject({ code: 404 })
    const heard: string[] = []
    test.platform.bus.on('device.changed', ({ deviceId }) => void heard.push(deviceId))
    expect(await restore(test.admin, id)).toMatchObject({ code: 0 })
    const { version, ...now } = await test.admin.get(deviceResource, id)
    expect({ ...now, version: before.version }).toEqual(before)
    expect(version).toBe(before.version + 2)
    expect(heard).toContain(id)
    const { rows } = await test.db.query(
      `select 1 from oper_log where action = 'device.restore' and $1 = any(target_ids) /* unscoped:test */`,
      [id],
    )
    expect(rows).toHaveLength(1)
  })

  it('is one’s own, and of the last minutes', async () => {
    const [mine, old] = [await makeDevice(test.admin, { deptId: dept }), await makeDevice(test.admin, { deptId: dept })]
    await test.admin.remove(deviceResource, mine.id, old.id)
    const other = await makePerson(test.admin, test.db, { deptId: dept })
    expect(await restore(other, mine.id)).toMatchObject({ code: 404 })
    const unseeing = await makePerson(test.admin, test.db, { deptId: dept, keys: ['device:list'] })
    expect(await restore(unseeing, mine.id)).toMatchObject({ code: 403 })
    await test.db.query(
      `update device set update_time = now() - interval '11 minutes' where id = $1 /* unscoped:test */`,
      [old.id],
    )
    expect(await restore(test.admin, old.id)).toMatchObject({ code: 404 })
    // All of them, or none.
    expect(await restore(test.admin, mine.id, old.id)).toMatchObject({ code: 404 })
    expect(await restore(test.admin, mine.id)).toMatchObject({ code: 0 })
    expect(await restore(test.admin, mine.id)).toMatchObject({ code: 404 })
  })

  it('says which name was taken meanwhile, and what is no more', async () => {
    const { id } = await makeDevice(test.admin, { deptId: dept, deviceNo: 'TAKEN' })
    await test.admin.remove(deviceResource, id)
    const { id: second } = await makeDevice(test.admin, { deptId: dept, deviceNo: 'TAKEN' })
    expect(await restore(test.admin, id)).toMatchObject({ code: 409, fields: { deviceNo: 'taken' } })
    await test.admin.remove(deviceResource, second)

    const gone = await makeDept(test.admin, 'gone')
    const { id: orphan } = await makeDevice(test.admin, { deptId: gone })
    await test.admin.remove(deviceResource, orphan)
    await test.admin.remove(departmentResource, gone)
    expect(await restore(test.admin, orphan)).toMatchObject({ code: 400, fields: { deptId: 'not-found' } })
  })

  it('gives a user their roles back, disabled ones too, and records which', async () => {
    const { admin, db } = test
    const roles = [await makeRole('ROLE_BACK_ON'), await makeRole('ROLE_BACK_OFF')]
    const person = await makePerson(admin, db, { deptId: dept, keys: [] })
    await admin.call(saveAuthRole, { userId: person.userId, roleIds: roles })
    await admin.update(roleResource, roles[1]!, { status: 'DISABLED' })
    await admin.remove(userResource, person.userId)
    // Nobody has the role meanwhile: a role that only this user had can be deleted.
    expect(await rolesOf(person.userId)).toEqual([])
    expect(await restoreUser(admin, person.userId)).toBe(0)
    expect(await rolesOf(person.userId)).toEqual(roles)
    const { rows } = await db.query<{ after: { roleNames: string[] }[] }>(
      `select after from oper_log where action = 'user.restore' and $1 = any(target_ids) /* unscoped:test */`,
      [person.userId],
    )
    expect(rows.map(({ after }) => after.map(({ roleNames }) => roleNames.toSorted()))).toEqual([
      [['ROLE_BACK_OFF', 'ROLE_BACK_ON']],
    ])
    // Restored once: roles taken away since then are not given again.
    await admin.call(saveAuthRole, { userId: person.userId, roleIds: [] })
    await admin.remove(userResource, person.userId)
    expect(await restoreUser(admin, person.userId)).toBe(0)
    expect(await rolesOf(person.userId)).toEqual([])
  })

  it('omits a deleted role, and one that the restoring user may not grant or does not see', async () => {
    const { admin, db } = test
    const { rows: keys } = await db.query<{ id: string }>("select id from resource where perm_code like 'geo:%'")
    const wide = await makeRole('ROLE_WIDE', { deptId: dept, resourceIds: keys.map(({ id }) => id) })
    const narrow = await makeRole('ROLE_NARROW', { deptId: dept })
    const [gone, unseen] = [await makeRole('ROLE_GONE', { deptId: dept }), await makeRole('ROLE_UNSEEN')]
    const clerk = await makePerson(admin, db, { deptId: dept, keys: ['user:list', 'user:del', 'geo:list'] })
    const person = await makePerson(admin, db, { deptId: dept, keys: [] })
    await admin.call(saveAuthRole, { userId: person.userId, roleIds: [wide, narrow, gone, unseen] })
    // As if the deleting administrator had held more at that time than now.
    await admin.remove(userResource, person.userId)
    await db.query('update sys_user set update_by = $2 where id = $1 /* unscoped:test */', [
      person.userId,
      clerk.userId,
    ])
    await admin.remove(roleResource, gone)
    expect(await restoreUser(clerk, person.userId)).toBe(0)
    expect(await rolesOf(person.userId)).toEqual([narrow])
  })
})

async function makeRole(code: string, more: Record<string, unknown> = {}): Promise<string> {
  const role = { code, name: code, dataScope: 'DEPT', status: 'NORMAL', resourceIds: [] }
  return test.admin.insert(roleResource, { ...role, ...more })
}

async function rolesOf(userId: string): Promise<string[]> {
  const { rows } = await test.db.query<{ role_id: string }>(
    'select role_id from user_role where user_id = $1 order by role_id',
    [userId],
  )
  return rows.map(({ role_id }) => role_id)
}

const restoreUser = async (who: typeof test.admin, id: string) =>
  (await who.answer('POST', '/security/v1/sysUser/restore', { id })).code

describe('what the console remembers', () => {
  it('is each person’s own, survives, and is forgotten when told', async () => {
    const key = 'list.device'
    const one = await makePerson(test.admin, test.db, { deptId: dept, keys: [] })
    expect(await one.call(getPreference, { key })).toBeNull()
    const value = { columns: ['name', 'status'], widths: { name: 220 }, density: 'COMPACT' }
    await one.call(savePreference, { key, value })
    await one.call(savePreference, { key, value: { ...value, density: 'ROOMY' } })
    expect(await one.call(getPreference, { key })).toEqual({ ...value, density: 'ROOMY' })
    expect(await test.admin.call(getPreference, { key })).toBeNull()
    await one.call(savePreference, { key, value: null })
    expect(await one.call(getPreference, { key })).toBeNull()
  })

  it('is bounded: no endless value, no odd key, no flood of keys', async () => {
    const one = await makePerson(test.admin, test.db, { deptId: dept, keys: [] })
    await expect(one.call(savePreference, { key: 'a', value: 'x'.repeat(17_000) })).rejects.toMatchObject({ code: 400 })
    await expect(one.call(savePreference, { key: '../x', value: 1 })).rejects.toMatchObject({ code: 400 })
    await test.db.query(
      `insert into user_preference (user_id, key, value) select $1, 'k' || n, '1' from generate_series(1, 300) n`,
      [one.userId],
    )
    await expect(one.call(savePreference, { key: 'one-more', value: 1 })).rejects.toMatchObject({ code: 413 })
    await one.call(savePreference, { key: 'k7', value: 2 })
  })
})

describe('long work', () => {
  const begin = async (who = test.admin) => {
    const input = { format: 'csv', columns: ['name'] }
    const { code, data } = await who.answer('POST', '/device/v1/device/export', input)
    return { code, id: (data as { jobId?: string }).jobId ?? '' }
  }

  it('can be cancelled while it waits or runs, and leaves no file', async () => {
    const { runs } = test.platform.api
    const session = await test.platform.identity.sessions.find(test.admin.visitor.cookie!)
    let started = false
    runs.define('endless', async (job) => {
      started = true
      for (let at = 0; ; at++) {
        await job.progress(at, null)
        await new Promise((resolve) => setImmediate(resolve))
      }
    })
    const caller = { session: session!, ip: '127.0.0.1', traceId: 'endless', language: 'en-US' } as const
    const request = { kind: 'EXPORT', work: 'endless', resource: 'device', title: 'endless', input: {} } as const
    const id = await runs.start(caller, request)
    await until('the start', () => started)
    const headers = headersOf(test.admin.visitor)
    const response = await fetch(`${test.url}/security/v1/jobRun/cancel`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ id }),
    })
    expect(response.status).toBe(200)
    expect(await jobEnded(test.admin, id)).toMatchObject({ status: 'CANCELLED', file: null })
  })

  it('is bounded per person, and what died with its process is said to be interrupted', async () => {
    const person = await makePerson(test.admin, test.db, { deptId: dept })
    await test.db.query(
      `insert into job_run (user_id, kind, resource, title, status, create_time, heard_time, expire_time)
       select $1, 'EXPORT', 'device', 'dead', 'RUNNING', now(), now() - interval '10 minutes', now() + interval '1 day'
       from generate_series(1, 5)`,
      [person.userId],
    )
    expect((await begin(person)).code).toBe(429)
    await test.platform.api.runs.sweep()
    const jobs = await person.call(jobRuns, {})
    expect(jobs.map(({ status, error }) => `${status} ${error}`)).toEqual(Array(5).fill('FAILED interrupted'))
    const { code, id } = await begin(person)
    expect(code).toBe(0)
    expect(await jobEnded(person, id)).toMatchObject({ status: 'DONE' })
    expect((await bytesOf(person, id)).length).toBeGreaterThan(3)
  })
})
