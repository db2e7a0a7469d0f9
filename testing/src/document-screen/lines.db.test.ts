import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { operationLogResource, type Resource } from '@sluice/contract'
import { mountResource } from '@sluice/server/src/platform/resource/mount-resource.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkResources } from '../invariants/schema-invariant.ts'
import type { ApiClient, Fields } from '../platform/client.ts'
import { createTestDatabase, type TestDatabase } from '../platform/database.ts'
import { makeDept, makePerson } from '../platform/people.ts'
import { startTestPlatform, type TestPlatform } from '../platform/platform.ts'
import { exportOf, fileOf } from '../platform/sheets.ts'
import { addToLists } from './lists.ts'
import { workOrderResource } from './work-order.resource.ts'

let database: TestDatabase
let platform: TestPlatform
let deptId: string

beforeAll(async () => {
  addToLists()
  database = await createTestDatabase()
  await database.db.query(readFileSync(join(import.meta.dirname, 'work-order.sql'), 'utf8'))
  platform = await startTestPlatform({ database })
  deptId = await makeDept(platform.admin, 'works')
})
afterAll(async () => {
  await platform?.stop()
  await database?.drop()
})

type Line = Fields & { id: string }

let orders = 0
const order = (items?: readonly Fields[]) =>
  platform.admin.insert(workOrderResource, { orderNo: `L-${(orders += 1)}`, deptId, ...(items ? { items } : {}) })
const linesOf = async (id: string) => (await platform.admin.get(workOrderResource, id))['items'] as Line[]
const partsOf = async (id: string) => (await linesOf(id)).map(({ part }) => part)
const part = (name: string, more: Fields = {}) => ({ part: name, quantity: 1, ...more })
const save = (id: string, version: number, items: readonly Fields[], who: ApiClient = platform.admin) =>
  who.answer('POST', '/device/v1/workOrder/update', { id, version, items })
const stored = async () => {
  const { rows } = await platform.db.query<{ n: number }>('select count(*)::int as n from work_order_item')
  return rows[0]!.n
}

test('lines are read back in order with all kinds of values; a list page contains none', async () => {
  const { admin } = platform
  const { rows } = await platform.db.query<{ id: string }>('select min(id) as id from sys_user /* unscoped:test */')
  const whole = {
    price: 1250,
    source: 'STORE',
    fittedById: rows[0]!.id,
    fittedOn: '2026-03-01',
    spent: 90,
    spare: true,
  }
  const id = await order([part('valve', { quantity: 2.5, ...whole }), part('bolt')])
  const [valve, bolt] = await linesOf(id)
  expect(valve).toMatchObject({ part: 'valve', quantity: 2.5, amount: 3125, ...whole })
  expect(valve!['fittedByIdName']).toEqual(expect.any(String))
  expect(bolt).toMatchObject({ part: 'bolt', quantity: 1, price: null, amount: null, fittedByIdName: null })
  expect(valve).not.toHaveProperty('version')
  const [listed] = (await admin.page(workOrderResource, { keyword: 'L-1' })).list
  expect(listed).not.toHaveProperty('items')
  expect(await linesOf(await order())).toEqual([])
})

test('a line with an id is updated, one without is added, a missing one is deleted, in the given order', async () => {
  const { admin } = platform
  const id = await order([part('a', { price: 7 }), part('b'), part('c')])
  const [a, b, c] = await linesOf(id)
  await admin.update(workOrderResource, id, { items: [part('c', { id: c!.id }), part('d'), part('a2', { id: a!.id })] })
  const after = await linesOf(id)
  expect(after.map((line) => line['part'])).toEqual(['c', 'd', 'a2'])
  expect([after[0]!.id, after[2]!.id]).toEqual([c!.id, a!.id])
  expect(after[2]).toMatchObject({ price: 7 })
  expect(after.some((line) => line.id === b!.id)).toBe(false)
  expect(await admin.get(workOrderResource, id)).toMatchObject({ version: 1 })
  await admin.update(workOrderResource, id, { cost: 1 })
  expect(await partsOf(id)).toEqual(['c', 'd', 'a2'])
  await admin.update(workOrderResource, id, { items: [] })
  expect(await partsOf(id)).toEqual([])
})

test('unchanged lines are not written', async () => {
  const { db } = platform
  const id = await order([part('a'), part('b'), part('c')])
  const [a, b, c] = await linesOf(id)
  const written = async () =>
    (await db.query('select xmin::text as by from work_order_item where work_order_id = $1 order by line_no', [id]))
      .rows
  const before = await written()
  await save(id, 0, [part('a', { id: a!.id }), part('b', { id: b!.id, price: 3 }), part('c', { id: c!.id })])
  const after = await written()
  expect([after[0], after[2]]).toEqual([before[0], before[2]])
  expect(after[1]).not.toEqual(before[1])
})

test('if the second line is refused, neither document nor lines are stored, and the field is named', async () => {
  const { admin } = platform
  const before = await stored()
  const { total } = await admin.page(workOrderResource)
  for (const [second, refused] of [
    [part('a'), { 'items.1.part': 'taken' }],
    [part('b', { quantity: -1 }), { 'items.1.quantity': 'too-small' }],
    [{ part: 'b' }, { 'items.1.quantity': 'required' }],
    [part('b', { fittedById: '999999' }), { 'items.1.fittedById': 'not-found' }],
    [part('b', { colour: 'red' }), { 'items.1.colour': 'unknown-field' }],
    [part('b', { amount: 5 }), { 'items.1.amount': 'unknown-field' }],
    [part('b', { id: '1' }), { 'items.1.id': 'not-found' }],
  ] as const) {
    const answer = await admin.insert(workOrderResource, { orderNo: 'L-0', deptId, items: [part('a'), second] }).then(
      () => ({ fields: {} }),
      (error: { fields?: object }) => error,
    )
    expect(answer.fields).toEqual(refused)
  }
  const many = Array.from({ length: 51 }, (_, at) => part(`p${at}`))
  await expect(order(many)).rejects.toMatchObject({ fields: { items: 'too-big' } })
  expect([await stored(), (await admin.page(workOrderResource)).total]).toEqual([before, total])
})

test('a refused line of an update rolls back the update of the document too', async () => {
  const id = await order([part('a'), part('b')])
  const [a] = await linesOf(id)
  const items = [part('a9', { id: a!.id }), part('x'), part('x')]
  const refused = await platform.admin.answer('POST', '/device/v1/workOrder/update', { id, version: 0, cost: 9, items })
  expect(refused).toMatchObject({ data: { error: 'already-exists', fields: { 'items.2.part': 'taken' } } })
  expect(await platform.admin.get(workOrderResource, id)).toMatchObject({ version: 0, cost: null })
  expect(await partsOf(id)).toEqual(['a', 'b'])
})

test('a line of another document is refused, and so is a duplicate', async () => {
  const [mine, other] = [await order([part('mine')]), await order([part('other')])]
  const [[own], [foreign]] = [await linesOf(mine), await linesOf(other)]
  const stolen = await save(mine, 0, [part('x'), part('other', { id: foreign!.id })])
  expect(stolen).toMatchObject({ code: 400, data: { fields: { 'items.1.id': 'not-found' } } })
  const twice = await save(mine, 0, [part('x', { id: own!.id }), part('y', { id: own!.id })])
  expect(twice).toMatchObject({ code: 400, data: { fields: { 'items.1.id': 'taken' } } })
  expect([await partsOf(mine), await partsOf(other)]).toEqual([['mine'], ['other']])
})

test('users outside the scope neither read nor write lines, and lines refer to nothing outside the scope', async () => {
  const { admin, db } = platform
  const elsewhere = await makeDept(admin, 'elsewhere')
  const stranger = await makePerson(admin, db, {
    deptId: elsewhere,
    keys: ['workOrder:list', 'workOrder:add', 'workOrder:edit'],
  })
  const id = await order([part('a')])
  await expect(stranger.get(workOrderResource, id)).rejects.toMatchObject({ code: 404 })
  expect(await save(id, 0, [], stranger)).toMatchObject({ code: 404 })
  const { rows } = await db.query<{ id: string }>('select min(id) as id from sys_user /* unscoped:test */')
  const values = { orderNo: 'L-s', deptId: elsewhere, items: [part('a', { fittedById: rows[0]!.id })] }
  await expect(stranger.insert(workOrderResource, values)).rejects.toMatchObject({
    fields: { 'items.0.fittedById': 'not-found' },
  })
  expect(await partsOf(id)).toEqual(['a'])
})

test('of two saves from the same version one wins, with all of its lines', async () => {
  const id = await order([part('a')])
  const saved = await Promise.all([save(id, 0, [part('x1'), part('x2')]), save(id, 0, [part('y1'), part('y2')])])
  expect(saved.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 409])
  expect(await partsOf(id)).toEqual(saved[0]!.code === 0 ? ['x1', 'x2'] : ['y1', 'y2'])
})

test('lines are deleted and restored with their document', async () => {
  const { admin } = platform
  const id = await order([part('b'), part('a')])
  const before = await linesOf(id)
  await admin.remove(workOrderResource, id)
  await expect(admin.get(workOrderResource, id)).rejects.toMatchObject({ code: 404 })
  expect(await admin.answer('POST', '/device/v1/workOrder/restore', { id })).toMatchObject({ code: 0 })
  expect(await linesOf(id)).toEqual(before)
})

test('a row that a line refers to cannot be deleted; without it the document is not restored', async () => {
  const { admin, db } = platform
  await makePerson(admin, db, { deptId })
  const { rows } = await db.query<{ id: string }>('select max(id) as id from sys_user /* unscoped:test */')
  const fittedById = rows[0]!.id
  const id = await order([part('a'), part('b', { fittedById })])
  const drop = () => admin.answer('POST', '/security/v1/sysUser/del', { id: fittedById })
  expect(await drop()).toMatchObject({ code: 409, data: { error: 'in-use' } })
  await admin.remove(workOrderResource, id)
  expect(await drop()).toMatchObject({ code: 0 })
  expect(await admin.answer('POST', '/device/v1/workOrder/restore', { id })).toMatchObject({
    data: { fields: { 'items.1.fittedById': 'not-found' } },
  })
})

test('the audit entry contains the lines', async () => {
  const { admin, db } = platform
  const id = await order([part('told')])
  await save(id, 0, [part('anew')])
  const { rows } = await db.query<{ before: string; after: string }>(
    `select before::text, after::text from oper_log where action = 'workOrder.update' and $1 = any(target_ids)
     /* unscoped:test */`,
    [id],
  )
  expect(rows[0]!.before).toContain('told')
  expect(rows[0]!.after).toContain('anew')
  expect((await admin.page(operationLogResource, { area: 'workOrder' })).total).toBeGreaterThan(0)
})

test('a sheet has no lines; a document that needs lines takes no sheet', async () => {
  const { admin } = platform
  await order([part('unseen')])
  const file = await fileOf(admin, await exportOf(admin, workOrderResource, { columns: ['orderNo', 'cost'] }))
  expect(file).not.toContain('unseen')
  await expect(exportOf(admin, workOrderResource, { columns: ['items'] })).rejects.toMatchObject({
    fields: { columns: 'not-an-option' },
  })
  const items = { ...workOrderResource.fields.items, min: 1 }
  const fields = { ...workOrderResource.fields, items }
  const needy = { ...(workOrderResource as Resource), name: 'needy', fields }
  delete needy.detail
  expect(() => mountResource(platform.platform.api, needy)).toThrow('which no sheet has')
})

test('their table is compared with the descriptor', async () => {
  const { api } = platform.platform
  expect(await checkResources(api)).toEqual([])
  const items = {
    ...workOrderResource.fields.items,
    parent: 'order_id',
    fields: { ...workOrderResource.fields.items.fields, size: { kind: 'text' }, makerId: { kind: 'ref', to: 'maker' } },
  } as const
  const shape = api.shapes.find(({ resource }) => resource.name === 'workOrder')!
  const wrong = { ...shape, resource: { ...shape.resource, fields: { ...shape.resource.fields, items } } }
  expect(await checkResources({ ...api, shapes: [wrong] })).toEqual([
    'workOrder.items: the table work_order_item has no column order_id',
    'workOrder.items: the table work_order_item has no column size',
    'workOrder.items: the table work_order_item has no column maker_id',
    'workOrder.items: lines of work_order_item do not go with their row',
    'workOrder.makerId: maker is not mounted',
  ])
})

test('the description of the API has the lines', async () => {
  const text = await (await fetch(new URL('/openapi.json', platform.url))).text()
  expect(text).toContain('in order; `page` does not answer them')
})

test('with concurrent writers, a reader always finds version, number and order of lines consistent', async () => {
  const { admin, db } = platform
  const id = await order([part('v0')])
  let running = true
  const wrong: unknown[] = []
  // Every save writes as many lines as its version, each named after it.
  const recount = async () => {
    const { rows } = await db.query<{ version: number; numbers: number[]; parts: string[] }>(
      `select o.version, array_agg(i.line_no order by i.line_no) as numbers, array_agg(i.part order by i.line_no) as parts
       from work_order o join work_order_item i on i.work_order_id = o.id where o.id = $1 group by o.id
       /* unscoped:test */`,
      [id],
    )
    const { version, numbers, parts } = rows[0]!
    const due = Array.from({ length: (version % 7) + 1 }, (_, at) => at + 1)
    const named = parts.every((name) => name.startsWith(`v${version}`))
    if (JSON.stringify(numbers) !== JSON.stringify(due) || !named) wrong.push(rows[0])
  }
  const watch = async () => {
    while (running) await recount()
  }
  let saves = 0
  const codes = new Set<number>()
  const writer = async () => {
    for (let turn = 0; turn < 12; turn += 1) {
      const row = await admin.get(workOrderResource, id)
      const next = row.version + 1
      const kept = (row['items'] as Line[]).toReversed()
      const items = Array.from({ length: (next % 7) + 1 }, (_, at) =>
        part(`v${next}.${at}`, kept[at] ? { id: kept[at].id } : {}),
      )
      const { code } = await save(id, row.version, items)
      codes.add(code)
      if (code === 0) saves += 1
    }
  }
  const watched = watch()
  await Promise.all([writer(), writer(), writer(), writer()])
  running = false
  await watched
  await recount()
  expect(wrong).toEqual([])
  expect([...codes].toSorted((a, b) => a - b)).toEqual([0, 409])
  expect(await admin.get(workOrderResource, id)).toMatchObject({ version: saves })
})
