import {
  departmentResource,
  deviceResource,
  objectOf,
  operationLogObjects,
  operationLogResource,
  sendCommand,
} from '@sluice/contract'
import { bits, CommandBench, makeDept, makePerson } from '@sluice/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

const bench = new CommandBench()
beforeAll(() => bench.open())
afterAll(() => bench.close())

/** What the newest line about a row says it is about. */
async function lastLineAbout(id: string, who = bench.admin) {
  const { list } = await who.page(operationLogResource, { keyword: id, limit: 1 })
  const [found] = await who.call(operationLogObjects, { ids: list[0]!.id })
  return found
}

test('a command names its device by its present name, and how it ended', async () => {
  const site = await bench.siteOf(1)
  const [valve] = site.valves as [string]
  const name = '北一斗-10#阀'
  await bench.admin.update(deviceResource, valve, { name })
  const call = bench.send(valve, 'OPEN')
  await site.frame(1)
  const about = { kind: 'device', objects: [{ id: valve, name }] }
  expect(await lastLineAbout(valve)).toMatchObject({ ...about, command: { code: 'OPEN', status: 'SENT' } })
  await site.tell(bits(1))
  await call
  await bench.latestAs(valve, 'EXECUTED')
  expect(await lastLineAbout(valve)).toMatchObject({ ...about, command: { code: 'OPEN', status: 'EXECUTED' } })
})

test('rows of every kind have names, as far as they are in sight and not deleted', async () => {
  const { admin } = bench
  const mine = await makeDept(admin, '东灌区')
  expect(await lastLineAbout(mine)).toMatchObject({
    kind: 'dept',
    objects: [{ id: mine, name: '东灌区' }],
    command: null,
  })
  await makePerson(admin, bench.platform.db, { deptId: mine })
  const people = await admin.page(operationLogResource, { area: 'user', verb: 'insert', limit: 1 })
  const [person] = await admin.call(operationLogObjects, { ids: people.list[0]!.id })
  expect(person).toMatchObject({
    kind: 'user',
    objects: [{ id: (people.list[0]!.targetIds as string[])[0], name: expect.any(String) }],
  })
  await admin.remove(departmentResource, await makeDept(admin, '短命'))
  const { list } = await admin.page(operationLogResource, { area: 'dept', verb: 'del', limit: 1 })
  const [gone] = await admin.call(operationLogObjects, { ids: list[0]!.id })
  expect(gone?.objects).toEqual([{ id: (list[0]!.targetIds as string[])[0], name: null }])
})

test('a line that is not in sight is not answered, and a name that is not in sight is left out', async () => {
  const { admin } = bench
  const there = await makeDept(admin, 'there')
  const keys = ['operationLog:list', 'command:send', 'device:list']
  const stranger = await makePerson(admin, bench.platform.db, { deptId: there, keys })
  const site = await bench.siteOf(1)
  const [valve] = site.valves as [string]
  void bench.send(valve, 'OPEN')
  await site.frame(1)
  const { list } = await admin.page(operationLogResource, { keyword: valve, area: 'command', limit: 1 })
  expect(await stranger.call(operationLogObjects, { ids: list[0]!.id })).toEqual([])
  // The line moves into their sight with its actor, the device does not.
  await bench.platform.db.query('update sys_user set dept_id = $1 where username = $2 /* unscoped:test */', [
    there,
    'admin',
  ])
  try {
    expect(await stranger.call(operationLogObjects, { ids: list[0]!.id })).toMatchObject([
      { objects: [{ id: valve, name: null }], command: null },
    ])
  } finally {
    await bench.platform.db.query("update sys_user set dept_id = 1 where username = 'admin' /* unscoped:test */")
  }
})

/** Actions about no row: files that were made, and the operator at the server. */
const ABOUT_NO_ROW = ['historyImport', 'history', 'message', 'file', 'operationLog']

test('every audited action says of which resource its targets are', () => {
  const { mounted } = bench.platform.platform.api
  const kinds = new Set(bench.platform.platform.api.shapes.map(({ resource }) => resource.name))
  const actions = mounted.flatMap(({ operation }) => {
    const audit = operation && 'audit' in operation ? operation.audit : undefined
    return typeof audit === 'string' ? [audit] : []
  })
  expect(actions).toContain(sendCommand.audit)
  const unknown = actions.filter(
    (action) => !kinds.has(objectOf(action)) && !ABOUT_NO_ROW.includes(action.split('.')[0]!),
  )
  expect(unknown).toEqual([])
})
