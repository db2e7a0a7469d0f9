import { createHash } from 'node:crypto'
import {
  departmentResource,
  deviceResource,
  LOG_CATEGORIES,
  objectOf,
  operationLogGet,
  operationLogObjects,
  operationLogProof,
  operationLogResource,
  operationLogVerify,
  sendCommand,
  userResource,
} from '@sluice/contract'
import { eventsReceived } from '../../../../../testing/src/platform/events-received.ts'
import { bits, CommandBench, makeDept, makeDevice, makePerson, openLive, until } from '@sluice/testing'
import { sealAudit } from '../../platform/audit/audit-chain.store.ts'
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
  expect(gone?.objects).toEqual([
    { id: (list[0]!.targetIds as string[])[0], name: null, was: '短命', gone: true, fault: null },
  ])
})

test('a line that is not in sight is not answered, and a name that is not in sight is left out', async () => {
  const { admin } = bench
  const there = await makeDept(admin, 'there')
  const keys = ['operationLog:list', 'command:send', 'device:list']
  const stranger = await makePerson(admin, bench.platform.db, { deptId: there, keys })
  const site = await bench.siteOf(1)
  const [valve] = site.valves as [string]
  await admin.update(deviceResource, valve, { name: 'not for them' })
  void bench.send(valve, 'OPEN')
  await site.frame(1)
  const renamed = (await admin.page(operationLogResource, { keyword: valve, area: 'device', verb: 'update' })).list[0]!
  const { list } = await admin.page(operationLogResource, { keyword: valve, area: 'command', limit: 1 })
  expect(await stranger.call(operationLogObjects, { ids: list[0]!.id })).toEqual([])
  // The line moves into their sight with its actor, the device does not.
  await bench.platform.db.query('update sys_user set dept_id = $1 where username = $2 /* unscoped:test */', [
    there,
    'admin',
  ])
  try {
    expect(await stranger.call(operationLogObjects, { ids: list[0]!.id })).toMatchObject([
      { objects: [{ id: valve, name: null, was: null, gone: false }], command: null, batch: { outcomes: {} } },
    ])
    expect(await stranger.call(operationLogObjects, { ids: renamed.id })).toMatchObject([
      { objects: [{ id: valve, name: null, was: null, gone: false }] },
    ])
    const theirs = await stranger.page(operationLogResource, { keyword: valve, area: 'command', limit: 1 })
    expect([list[0]!.outcome, theirs.list[0]!.outcome]).toEqual(['SENT', null])
  } finally {
    await bench.platform.db.query("update sys_user set dept_id = 1 where username = 'admin' /* unscoped:test */")
  }
})

test('a line keeps the name that its row had then beside that of now', async () => {
  const { admin } = bench
  const id = await makeDept(admin, '旧名')
  await admin.update(departmentResource, id, { name: '新名' })
  const { list } = await admin.page(operationLogResource, { area: 'dept', verb: 'insert', keyword: id })
  const [made] = await admin.call(operationLogObjects, { ids: list[0]!.id })
  expect(made?.objects).toMatchObject([{ name: '新名', was: '旧名', gone: false }])
  const changed = (await admin.page(operationLogResource, { area: 'dept', verb: 'update', keyword: id })).list[0]!
  expect(changed.change).toMatchObject({ before: { name: '旧名' }, after: { name: '新名' } })
})

test('commands that a person sends together are one batch, with their outcomes as the ledger has them', async () => {
  const site = await bench.siteOf(2)
  const calls = site.valves.map((deviceId, at) =>
    bench.admin.call(sendCommand, {
      deviceId,
      code: 'OPEN',
      idempotencyKey: `together ${deviceId}`,
      batch: `b${at >> 1}`,
    }),
  )
  for (const call of calls) call.catch(() => undefined)
  await site.frame(1)
  // The first frame may leave before the second call is written.
  const list = await until('both lines', async () => {
    const lines = await bench.admin.page(operationLogResource, { batch: 'b0' })
    return lines.total === 2 ? lines.list : undefined
  })
  expect(list.map(({ action, batch }) => [action, batch])).toEqual([
    ['command.send', 'b0'],
    ['command.send', 'b0'],
  ])
  expect(list.map(({ outcome }) => String(outcome)).toSorted()).toEqual(['QUEUED', 'SENT'])
  const [first] = await bench.admin.call(operationLogObjects, { ids: list[0]!.id })
  expect(first?.batch).toEqual({ lines: 2, outcomes: { QUEUED: 1, SENT: 1 } })
  expect((await bench.admin.page(operationLogResource, { outcome: 'QUEUED', batch: 'b0' })).total).toBe(1)
})

test('every line has one category: files first, then by its area', async () => {
  const { admin } = bench
  const count = async (filters: object) => (await admin.page(operationLogResource, { ...filters, limit: 1 })).total
  const counted = await Promise.all(LOG_CATEGORIES.map((category) => count({ category })))
  expect(counted.reduce((sum, one) => sum + one, 0)).toBe(await count({}))
  const { list } = await admin.page(operationLogResource, { category: 'CONTROL' })
  expect(new Set(list.map(({ area }) => area))).toEqual(new Set(['command']))
  expect((await admin.page(operationLogResource, { category: 'PEOPLE', area: 'dept' })).list[0]?.category).toBe(
    'PEOPLE',
  )
  expect((await admin.page(operationLogResource, { area: 'device' })).list[0]?.category).toBe('CONFIG')
})

test('a line tells its place in the chain, and whether it still has its hash; the whole is verified when asked', async () => {
  const { admin, platform } = bench
  const id = await makeDept(admin, 'sealed')
  await sealAudit(platform.db)
  const { list } = await admin.page(operationLogResource, { keyword: id })
  const read = () => admin.call(operationLogGet, { id: list[0]!.id })
  const { chain } = await read()
  expect(chain).toMatchObject({ fits: true, hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect((await admin.call(operationLogVerify)).verdict).toMatchObject({ broken: null, unsealed: 0 })
  const tamper = (username: string) =>
    platform.db.transaction(async (tx) => {
      await tx.query('set local session_replication_role = replica')
      await tx.query('update oper_log set username = $1 where id = $2 /* unscoped:test */', [username, list[0]!.id])
    })
  await tamper('nobody')
  try {
    expect((await read()).chain).toMatchObject({ fits: false, seq: chain?.seq })
    expect((await admin.call(operationLogVerify)).verdict?.broken).toMatchObject({
      because: 'line-changed',
      seq: chain?.seq,
    })
  } finally {
    await tamper('admin')
  }
  const some = await makePerson(admin, platform.db, { deptId: id, keys: ['operationLog:list', 'operationLog:verify'] })
  await expect(some.call(operationLogVerify)).rejects.toThrow('not-permitted')
})

test('lines are found by who did it and by the device they are about, whose name and number are searched in scope', async () => {
  const { admin, platform } = bench
  const dept = await makeDept(admin, 'searched')
  const mine = await makePerson(admin, platform.db, { deptId: dept })
  const { id } = await makeDevice(admin, { name: '寻_北一斗 100%', deptId: dept })
  await mine.update(deviceResource, id, { name: '寻_北二斗 100%' })
  const found = async (who: typeof admin, query: Record<string, string>) =>
    (await who.page(operationLogResource, query)).list.map(({ action }) => action)
  const me = (await admin.page(userResource, { keyword: mine.username })).list[0]!.id
  expect((await mine.page(operationLogResource, {})).list[0]).toMatchObject({ userId: null, deviceId: null })
  expect(await found(mine, { userId: 'nobody' })).toEqual([])
  expect(await found(admin, { userId: me })).toEqual(['device.update'])
  expect(await found(admin, { userId: me, verb: 'insert' })).toEqual([])
  expect(await found(admin, { deviceId: id })).toEqual(expect.arrayContaining(['device.update', 'device.insert']))
  // A department of the same number is no device.
  await admin.update(departmentResource, dept, { name: 'searched twice' })
  expect(await found(admin, { deviceId: dept, area: 'dept' })).toEqual([])
  expect(await found(mine, { keyword: '北二斗' })).toEqual(['device.update'])
  expect(await found(mine, { keyword: '_北二斗 100%' })).toEqual(['device.update'])
  expect(await found(mine, { keyword: '北二斗_' })).toEqual([])
  // Of a device out of scope not even the name can be guessed from the lines about it.
  await admin.update(deviceResource, id, { deptId: await makeDept(admin, 'not searched') })
  expect(await found(mine, { keyword: '北二斗' })).toEqual([])
  expect(await found(mine, { userId: me })).toEqual(['device.update'])
})

test('whoever looks at the log and sees the actor is told that there are new lines, and nobody else', async () => {
  const { admin, platform } = bench
  const [dept, elsewhere] = [await makeDept(admin, 'told'), await makeDept(admin, 'not told')]
  const [actor, own, seeing, other] = [
    await makePerson(admin, platform.db, { deptId: dept }),
    await makePerson(admin, platform.db, { deptId: elsewhere }),
    await makePerson(admin, platform.db, { deptId: dept, keys: ['operationLog:list'] }),
    await makePerson(admin, platform.db, { deptId: elsewhere, keys: ['operationLog:list'] }),
  ]
  const [hears, deaf] = [await openLive(platform.url, seeing.visitor), await openLive(platform.url, other.visitor)]
  await eventsReceived(platform)
  for (const one of [hears, deaf]) await one.watch({ lists: ['operationLog'] })
  await actor.update(departmentResource, dept, { phone: '13800000000' })
  const rows = { type: 'rows', resource: 'operationLog' }
  expect(await hears.event(({ type }) => type === 'rows')).toEqual(rows)
  // The next thing the other hears is a line of their own department.
  await own.update(departmentResource, elsewhere, { phone: '13800000001' })
  expect(await deaf.event(({ type }) => type === 'rows')).toEqual(rows)
  expect(deaf.events.filter(({ type }) => type === 'rows')).toHaveLength(1)
  hears.close()
  deaf.close()
})

/** As somebody without the platform does it, by the steps that the proof itself says. */
const recomputed = ({ previous, line }: { previous: string; line: string }) =>
  createHash('sha256')
    .update(Buffer.concat([Buffer.from(previous, 'hex'), Buffer.from(line, 'utf8')]))
    .digest('hex')

test('SEC-15 (part: the proof) a line is taken away with what verifies it elsewhere, and with its neighbours', async () => {
  const { admin, platform } = bench
  const id = await makeDept(admin, '凭证 “proof”')
  const lineOf = async () => (await admin.page(operationLogResource, { keyword: id })).list[0]!
  const unsealed = await lineOf()
  await expect(admin.call(operationLogProof, { id: unsealed.id })).rejects.toThrow('conflict')
  await admin.update(departmentResource, id, { name: '凭证二' })
  await sealAudit(platform.db)
  const [first, second] = [
    await admin.call(operationLogProof, { id: unsealed.id }),
    await admin.call(operationLogProof, { id: (await lineOf()).id }),
  ]
  for (const proof of [first, second]) expect(recomputed(proof)).toBe(proof.hash)
  expect([second.previous, first.next, second.seq - first.seq, second.next]).toEqual([first.hash, second.hash, 1, null])
  expect(recomputed({ ...first, line: first.line.replace('凭证', '凭据') })).not.toBe(first.hash)
  const members = JSON.parse(first.line) as unknown[]
  expect(members).toHaveLength(first.members.length)
  expect(members[first.members.indexOf('action')]).toBe('dept.insert')
  expect([first.how['zh-CN'].length, first.how['en-US'].length]).toEqual([5, 5])
  const some = await makePerson(admin, platform.db, {
    deptId: await makeDept(admin, 'elsewhere'),
    keys: ['operationLog:list'],
  })
  await expect(some.call(operationLogProof, { id: unsealed.id })).rejects.toThrow('not-found')
})

/** Actions about no row: files that were made, settings, and the operator at the server. */
const ABOUT_NO_ROW = ['historyImport', 'history', 'message', 'file', 'operationLog', 'noticeChannel']

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
