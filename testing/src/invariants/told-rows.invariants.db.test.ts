import {
  createProduct,
  login,
  loginCode,
  logout,
  noticeUserResource,
  productLibrary,
  productModel,
  readAllPushes,
  readPushes,
  saveProductDraft,
} from '@sluice/contract'
import { createLiveHub } from '@sluice/server/src/platform/live/live-hub.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { callApi, headersOf, signIn } from '../browser/sign-in.ts'
import { makeDept, makePerson, PASSWORD } from '../platform/people.ts'
import { startTestPlatform, type TestPlatform } from '../platform/platform.ts'
import { watchLists } from '../platform/open-lists.ts'

const hub = createLiveHub({ flushMs: 0 })
let test: TestPlatform
let lists: ReturnType<typeof watchLists>
let dept: string

beforeAll(async () => {
  test = await startTestPlatform({ hub, byHand: 'notice.send' })
  dept = await makeDept(test.admin, 'told')
  lists = watchLists(hub, test, await makeDept(test.admin, 'elsewhere'))
})
afterAll(() => test?.stop())

/** Calls that leave no line of the operation log, and why no list shows what they write. */
const SHOWN_NOWHERE: Readonly<Record<string, string>> = {
  '/device/v1/alarmLimit/preview': 'it stores nothing',
  '/cloud/v1/product/try': 'it stores nothing',
  '/cloud/v1/product/replay': 'it stores nothing',
  '/flow/v1/definition/try': 'it stores nothing',
  '/flow/v1/instance/preview': 'it stores nothing',
  '/flow/v1/task/read': 'that the list of completed tasks changed is told with the event of its request',
  '/netty/v1/frame/cut': 'it stores nothing',
  '/netty/v1/frame/inspect': 'it stores nothing',
  '/netty/v1/operatorKey/commands': 'it stores nothing',
  '/security/v1/sysUser/totpBegin': 'a secret that is not in force is in no list',
  '/security/v1/jobRun/cancel': 'the tray of jobs asks by itself while one runs',
  '/security/v1/jobRun/del': 'the tray of jobs asks by itself while one runs',
  '/security/v1/preference/save': 'how somebody looks at lists is in no list',
  '/device/v1/historyImport/rows': 'values are in no list of rows, and the import has a live event of its own',
  // It ends in the same session and the same line of the log.
  [loginCode.path]: 'as the first step of signing in',
}

/** A message in the application that its person has not opened. */
async function unread() {
  const person = await makePerson(test.admin, test.db, { deptId: dept })
  const told = { name: 'told', deptId: dept, userId: person.userId, channels: ['INAPP'] }
  const noticeUserId = await test.admin.insert(noticeUserResource, told)
  const { rows } = await test.db.query<{ id: string }>(
    `insert into push_message (dept_id, notice_user_id, channel, level, status, opened_at, window_end, due_time, sent_time)
     values ($1, $2, 'INAPP', 3, 'SENT', now(), now(), now(), now() - interval '1 second') returning id /* unscoped:test */`,
    [dept, noticeUserId],
  )
  return { person, id: rows[0]!.id }
}

/** By address: makes ready what is called, with the list that must hear of it. */
const SILENT: Readonly<Record<string, () => Promise<{ list: string; call: () => Promise<unknown> }>>> = {
  [login.path]: async () => {
    const { username } = await makePerson(test.admin, test.db, { deptId: dept })
    return { list: 'loginLog', call: () => signIn(test.platform.api.http.app, username, PASSWORD) }
  },
  [logout.path]: async () => {
    const { username } = await makePerson(test.admin, test.db, { deptId: dept })
    const { app } = test.platform.api.http
    const visitor = await signIn(app, username, PASSWORD)
    return { list: 'session', call: () => callApi(app, 'POST', logout.path, {}, headersOf(visitor)) }
  },
  [saveProductDraft.path]: async () => {
    const [ready] = await test.admin.call(productLibrary, {})
    const facts = { productNo: 'TOLD', name: 'told', englishName: 'told', from: { template: ready!.productNo } }
    const { id } = await test.admin.call(createProduct, facts)
    const { version, draft } = await test.admin.call(productModel, { id })
    return { list: 'product', call: () => test.admin.call(saveProductDraft, { id, version, model: draft!.model }) }
  },
  [readPushes.path]: async () => {
    const { person, id } = await unread()
    return { list: 'pushRecord', call: () => person.call(readPushes, { ids: [id] }) }
  },
  [readAllPushes.path]: async () => {
    const { person } = await unread()
    const until = new Date().toISOString()
    return { list: 'pushRecord', call: () => person.call(readAllPushes, { until }) }
  },
}

it('of the calls that leave no line, each is below or says why no list shows what it writes', () => {
  const silent = test.platform.api.mounted.filter(({ operation }) => typeof operation?.audit === 'object')
  const known = [...Object.keys(SHOWN_NOWHERE), ...Object.keys(SILENT)]
  expect(known.toSorted()).toEqual([...new Set(silent.map(({ operation }) => operation!.path))].toSorted())
})

it.each(Object.keys(SILENT))(
  '%s tells every open list that shows what it wrote, and nobody elsewhere',
  async (path) => {
    const { list, call } = await SILENT[path]!()
    const told = await lists.begin()
    await call()
    expect(await told.untold()).toEqual([])
    expect(told.overheard()).toEqual([])
    expect(told.heard()).toContain(list)
  },
)
