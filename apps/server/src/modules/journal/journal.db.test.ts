import {
  departmentResource,
  loginLogResource,
  operationLogActions,
  operationLogGet,
  operationLogResource,
  type Resource,
  resourcePath,
  systemLogResource,
} from '@sluice/contract'
import { fakeClock } from '../../platform/clock/clock.ts'
import { sealAudit, verifyAudit } from '../../platform/audit/audit-chain.store.ts'
import { createLog } from '../../platform/log/log.ts'
import { createLogRecorder } from '../../platform/log/log-recorder.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiClient, ApiFailure } from '../../../../../testing/src/platform/client.ts'
import { makeDept, makePerson } from '../../../../../testing/src/platform/people.ts'
import { startTestPlatform, type TestPlatform } from '../../../../../testing/src/platform/platform.ts'
import { exportOf, fileOf } from '../../../../../testing/src/platform/sheets.ts'
import { parseCsv } from '../../platform/sheet/csv.ts'
import { createJournal, RETENTION } from './journal.module.ts'

const DAY_MS = 86_400_000
let test: TestPlatform
let admin: ApiClient
beforeAll(async () => {
  test = await startTestPlatform()
  admin = test.admin
})
afterAll(() => test?.stop())

const refused = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'accepted',
    (error: unknown) => {
      if (!(error instanceof ApiFailure)) throw error
      return error.key
    },
  )
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)
/** The rows of an export as a reader of the file sees them. */
const sheetOf = async (who: ApiClient, resource: Resource, input: Record<string, unknown>) =>
  parseCsv(await fileOf(who, await exportOf(who, resource, input)), 100)
const count = async (table: string) =>
  Number((await test.db.query<{ n: string }>(`select count(*) as n from ${table} /* unscoped:test */`)).rows[0]!.n)

describe('SEC-15 (part) the operation log', () => {
  it('says who did what to what, with the fields before and after', async () => {
    const id = await makeDept(admin, 'logged')
    await admin.update(departmentResource, id, { name: 'renamed' })
    const { list, total } = await admin.page(operationLogResource, { keyword: id, area: 'dept' })
    expect([total, list.map(({ action }) => action)]).toEqual([2, ['dept.update', 'dept.insert']])
    expect(list[0]).toMatchObject({ username: 'admin', deptName: '平台', targetIds: [id] })
    const line = await admin.call(operationLogGet, { id: list[0]!.id })
    expect([line.before, line.after]).toEqual([
      expect.objectContaining({ name: 'logged' }),
      expect.objectContaining({ name: 'renamed' }),
    ])
    expect((await admin.page(operationLogResource, { keyword: line.traceId })).total).toBe(1)
    expect(await admin.call(operationLogActions, {})).toEqual(expect.arrayContaining(['dept.insert', 'dept.update']))
  })

  it('TM-4 (part) filters by user, verb and time', async () => {
    const of = async (query: Record<string, string>) => (await admin.page(operationLogResource, query)).total
    expect(await of({ username: 'ADM' })).toBeGreaterThan(0)
    expect(await of({ username: 'nobody' })).toBe(0)
    expect(await of({ verb: 'update' })).toBe(1)
    expect(await of({ startTime: new Date(Date.now() + DAY_MS).toISOString() })).toBe(0)
    expect(await of({ endTime: daysAgo(1).toISOString() })).toBe(0)
    for (const query of [{ area: 'dep' }, { verb: 'upd' }, { keyword: 'dept' }]) expect(await of(query)).toBe(0)
    for (const query of [{ startTime: 'soon' }, { sort: 'username' }, { level: 'ERROR' }])
      expect(await refused(admin.page(operationLogResource, query))).toBe('validation')
  })

  it('SEC-12 (part), SEC-15 (part) is sorted by time both ways, and taken away as it stands', async () => {
    const dept = await makeDept(admin, 'log taken')
    const person = await makePerson(admin, test.db, { deptId: dept })
    await person.update(departmentResource, dept, { phone: '13800000000' })
    await person.insert(departmentResource, { name: 'below', kind: 'CUSTOMER', status: 'NORMAL' })
    const verbs = async (order: string) =>
      (await person.page(operationLogResource, { sort: 'ts', order })).list.map(({ verb }) => verb)
    expect([await verbs('desc'), await verbs('asc')]).toEqual([
      ['insert', 'update'],
      ['update', 'insert'],
    ])
    const columns = ['verb', 'area', 'username', 'targetIds']
    const words = {
      labels: { verb: '操作' },
      values: { 'verb.insert': '新增', 'verb.update': '修改', 'one.dept': '部门' },
    }
    const taken = await sheetOf(person, operationLogResource, { columns, words, sort: 'ts', order: 'asc' })
    expect(taken[0]).toEqual(['操作', 'area', 'username', 'targetIds'])
    expect(taken.slice(1).map((row) => row.slice(0, 3))).toEqual([
      ['修改', '部门', person.username],
      ['新增', '部门', person.username],
    ])
    expect(taken[1]![3]).toBe(dept)
    const [line] = (await person.page(operationLogResource, { verb: 'export' })).list
    expect(line).toMatchObject({ action: 'operationLog.export', area: 'operationLog', deptName: 'log taken' })
    expect(await sheetOf(person, operationLogResource, { columns: ['verb'], ids: [line!.id] })).toEqual([
      ['verb'],
      ['export'],
    ])
    const sentences = { 'said.insert': '{{who}} 新增{{kind}} {{object}}', 'one.dept': '部门' }
    const { id } = (await person.page(operationLogResource, { verb: 'insert' })).list[0]!
    const { nickName } = (await person.page(operationLogResource, { verb: 'insert' })).list[0]!
    const told = await sheetOf(person, operationLogResource, {
      columns: ['action', 'change'],
      ids: [id],
      words: { values: sentences },
    })
    expect(told[1]).toEqual([expect.stringMatching(new RegExp(`^${nickName} 新增部门 \\S+`)), ''])
    const looking = await makePerson(admin, test.db, { deptId: dept, keys: ['operationLog:list'] })
    const answer = await looking.answer('POST', resourcePath(operationLogResource, 'export'), {
      format: 'csv',
      columns,
    })
    expect(answer.code).toBe(403)
  })

  it('shows what people of the own departments did, wherever they did it', async () => {
    const [here, there] = [await makeDept(admin, 'log here'), await makeDept(admin, 'log there')]
    const one = await makePerson(admin, test.db, { deptId: here })
    const other = await makePerson(admin, test.db, { deptId: there })
    await one.insert(departmentResource, { name: 'mine', kind: 'CUSTOMER', status: 'NORMAL' })
    await other.insert(departmentResource, { name: 'theirs', kind: 'CUSTOMER', status: 'NORMAL' })
    const seen = (await one.page(operationLogResource, {})).list
    expect(seen.map(({ username, action }) => [username, action])).toEqual([[one.username, 'dept.insert']])
    const line = (await admin.page(operationLogResource, { username: other.username })).list[0]!
    expect(await refused(one.call(operationLogGet, { id: line.id }))).toBe('not-found')
  })
})

describe('the login log', () => {
  it('holds what worked, what did not and why; unknown names are for the platform only', async () => {
    const dept = await makeDept(admin, 'sign-ins')
    const person = await makePerson(admin, test.db, { deptId: dept })
    await admin.signIn(person.username, 'wrong-passw0rd').catch(() => undefined)
    await admin.signIn('nobody-here', 'wrong-passw0rd').catch(() => undefined)
    const { list } = await person.page(loginLogResource, {})
    expect(list.map(({ username, result }) => [username, result])).toEqual([
      [person.username, 'wrong-credentials'],
      [person.username, 'OK'],
    ])
    expect((await person.page(loginLogResource, { outcome: 'FAILURE' })).total).toBe(1)
    expect((await admin.page(loginLogResource, { username: 'nobody-here' })).list[0]).toMatchObject({
      deptName: null,
      result: 'wrong-credentials',
      action: 'LOGIN',
    })
    const columns = ['username', 'outcome', 'result', 'deptName']
    expect(await sheetOf(person, loginLogResource, { columns, sort: 'ts', order: 'asc' })).toEqual([
      columns,
      [person.username, 'SUCCESS', 'OK', 'sign-ins'],
      [person.username, 'FAILURE', 'wrong-credentials', 'sign-ins'],
    ])
  })
})

describe('the system log', () => {
  it('stores warnings and errors of the process, visible only to users who see the whole platform', async () => {
    const recorder = createLogRecorder()
    const log = createLog({ level: 'info', pretty: false, destination: { write: () => undefined }, recorder })
    const journal = createJournal({ db: test.db, clock: test.clock, recorder })
    log.info('not kept')
    log.error({ err: new Error('disk is full'), traceId: 'trace-7', password: 'hunter2' }, 'a job failed')
    await journal.flush()
    const { list, total } = await admin.page(systemLogResource, { level: 'ERROR', keyword: 'trace-7' })
    expect(total).toBe(1)
    expect(list[0]).toMatchObject({ level: 'ERROR', message: 'a job failed', traceId: 'trace-7' })
    expect(list[0]!.stack).toContain('disk is full')
    expect(JSON.stringify(list)).not.toContain('hunter2')
    const tenant = await makePerson(admin, test.db, { deptId: await makeDept(admin, 'no system') })
    expect(await refused(tenant.page(systemLogResource, {}))).toBe('not-permitted')
    const columns = ['level', 'message', 'cause']
    const taking = await tenant.answer('POST', resourcePath(systemLogResource, 'export'), { format: 'csv', columns })
    expect(taking.code).toBe(403)
    const search = { columns, keyword: 'trace-7', sort: 'message', order: 'asc' }
    expect(await sheetOf(admin, systemLogResource, search)).toEqual([
      columns,
      ['ERROR', 'a job failed', 'disk is full'],
    ])
  })

  it('neither throws nor loops when the store is away, and stores it later', async () => {
    const recorder = createLogRecorder()
    const log = createLog({ level: 'info', pretty: false, destination: { write: () => undefined }, recorder })
    let isAway = true
    const db = {
      ...test.db,
      query: (...args: Parameters<typeof test.db.query>) =>
        isAway ? Promise.reject(new Error('away')) : test.db.query(...args),
    } as typeof test.db
    const journal = createJournal({ db, clock: test.clock, recorder })
    log.warn('before the store was back')
    await journal.flush()
    await journal.flush()
    expect(recorder.next(0).lines).toEqual([])
    isAway = false
    await journal.flush()
    expect((await admin.page(systemLogResource, { keyword: 'before the store was back' })).total).toBe(1)
    expect(recorder.next(10)).toEqual({ lines: [], lost: 0 })
  })
})

describe('retention (domain 13)', () => {
  it('cuts the oldest range after its time with a line about it, and the chain still holds', async () => {
    const journal = createJournal({ db: test.db, clock: fakeClock(new Date()) })
    await sealAudit(test.db)
    const [operations, logins] = [await count('oper_log'), await count('login_log')]
    await journal.retain()
    expect([await count('oper_log'), await count('login_log')]).toEqual([operations, logins])
    await test.db.query(
      `insert into login_log (ts, username, action, result, platform, ip, user_agent)
       values ($1, 'old', 'LOGIN', 'OK', 'web', '::1', '') /* unscoped:test */`,
      [daysAgo(RETENTION.loginDays + 1)],
    )
    await test.db.query("insert into system_log (ts, level, message) values ($1, 'WARN', 'old')", [
      daysAgo(RETENTION.systemDays + 1),
    ])
    await journal.retain()
    expect([await count('oper_log'), await count('login_log')]).toEqual([operations, logins])
    expect((await admin.page(systemLogResource, { keyword: 'old' })).total).toBe(0)

    const later = createJournal({
      db: test.db,
      clock: fakeClock(new Date(Date.now() + 2 * RETENTION.operationDays * DAY_MS)),
    })
    await later.retain()
    const { list } = await admin.page(operationLogResource, {})
    expect(list.map(({ username, action }) => [username, action])).toEqual([['retention', 'audit.cut']])
    await sealAudit(test.db)
    expect((await verifyAudit(test.db)).broken).toBeNull()
  })
})
