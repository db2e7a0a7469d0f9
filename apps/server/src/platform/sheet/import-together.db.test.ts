import { deviceResource, jobReport, productResource } from '@sluice/contract'
import pg from 'pg'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { makeDept } from '../../../../../testing/src/platform/people.ts'
import { importOf } from '../../../../../testing/src/platform/sheets.ts'
import { sharedPlatform } from '../../../../../testing/src/platform/shared-platform.ts'

const { test } = sharedPlatform()
const HEADING = '名称,编号,产品,部门,stationAddress,主机,channel'
const words = {
  title: '设备列表',
  labels: { name: '名称', deviceNo: '编号', deptId: '部门', productId: '产品', masterId: '主机' },
  reasons: { required: '必填', 'not-found': '找不到', taken: '已被占用' },
}
let valve: string

beforeAll(async () => {
  await makeDept(test.admin, '南站')
  const { list } = await test.admin.page(productResource, { limit: 100 })
  valve = String(list.find((row) => row['productNo'] === 'SL651-VALVE')!['name'])
})
afterEach(() => vi.restoreAllMocks())

/** `series` is a letter and a digit: numbers begin with the one, addresses with the other. */
const rowsOf = ([letter, digit]: string, count: number) =>
  Array.from({ length: count }, (_, n) => {
    const no = String(n + 1).padStart(3, '0')
    return `闸阀 ${no},${letter}-${no},${valve},南站,${digit}000000${no},,`
  })
const sheetOf = (rows: readonly string[]) => [HEADING, ...rows].join('\n')

const insertions = () => statements('insert into "device"')

/** How many statements hold this text, from now on. */
function statements(part: string): () => number {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const texts = () =>
    query.mock.calls.map(([asked]) => (typeof asked === 'string' ? asked : (asked as { text: string }).text))
  return () => texts().filter((text) => text.includes(part)).length
}

/** The stored devices of a series in the order of their ids, and their lines in the operation log. */
async function stored(letter: string) {
  const { rows } = await test.db.query<{ no: string; dept: string; logged: boolean }>(
    `select d.device_no as no, p.name as dept, l.after ->> 'deviceNo' = d.device_no and l.dept_id = d.dept_id as logged
     from device d join dept p on p.id = d.dept_id
     left join oper_log l on l.action = 'device.insert' and l.target_ids = array[d.id::text]
     where d.device_no like $1 || '-%' order by d.id /* unscoped:test */`,
    [letter],
  )
  return rows
}

it('new rows come by fifty in one statement, each with its own line in the log', async () => {
  const inserted = insertions()
  const job = await importOf(test.admin, deviceResource, sheetOf(rowsOf('G1', 120)), { words })
  expect(job).toMatchObject({ status: 'DONE', counts: { inserted: 120, refused: 0 } })
  expect(inserted()).toBe(3)
  const numbers = Array.from({ length: 120 }, (_, n) => `G-${String(n + 1).padStart(3, '0')}`)
  expect(await stored('G')).toEqual(numbers.map((no) => ({ no, dept: '南站', logged: true })))
})

it('a refused row costs its fifty their haste only: every other row is stored, once', async () => {
  const rows = rowsOf('H2', 120)
  rows[60] = rows[60]!.replace('南站', 'nowhere')
  rows[70] = rows[69]!
  const file = sheetOf(rows)
  const inserted = insertions()
  const trial = await importOf(test.admin, deviceResource, file, { words, commit: false })
  expect(trial.counts).toMatchObject({ inserted: 118, refused: 2 })
  expect(await stored('H')).toEqual([])
  const tried = inserted()
  const job = await importOf(test.admin, deviceResource, file, { words })
  expect(job.counts).toMatchObject({ inserted: 118, refused: 2 })
  expect(await test.admin.call(jobReport, { id: job.id })).toEqual([
    { row: 62, field: 'deptId', reason: 'not-found' },
    expect.objectContaining({ row: 72, reason: 'taken' }),
  ])
  // The first fifty come in one statement; how many of the others come alone depends on how long they take.
  expect(inserted() - tried).toBeLessThanOrEqual(1 + 70)
  const found = await stored('H')
  expect(found).toHaveLength(118)
  expect(found.every(({ logged }) => logged)).toBe(true)
})

/** Lines of the operation log about changes of a series: number, and the name before and after. */
async function changes(letter: string) {
  const { rows } = await test.db.query<{ no: string; before: string; after: string }>(
    `select d.device_no as no, l.before ->> 'name' as before, l.after ->> 'name' as after
     from oper_log l join device d on l.target_ids = array[d.id::text]
     where l.action = 'device.update' and d.device_no like $1 || '-%' order by l.id /* unscoped:test */`,
    [letter],
  )
  return rows
}
const renamed = (rows: readonly string[]) => rows.map((row) => row.replace('闸阀', '蝶阀'))

it('known rows are read and told by fifty; what says nothing new is left as it is', async () => {
  const rows = rowsOf('J3', 100)
  await importOf(test.admin, deviceResource, sheetOf(rows), { words })
  const [same, others] = [rows.slice(0, 10), renamed(rows.slice(10))]
  const locked = statements('for update of t')
  const logged = statements('insert into oper_log')
  const job = await importOf(test.admin, deviceResource, sheetOf([...same, ...others]), { words, updateExisting: true })
  expect(job).toMatchObject({ status: 'DONE', counts: { inserted: 0, updated: 90, unchanged: 10, refused: 0 } })
  expect(locked()).toBe(2)
  // Two of rows, and the import's own.
  expect(logged()).toBeLessThanOrEqual(2 + 2)
  const expected = Array.from({ length: 90 }, (_, n) => {
    const no = String(n + 11).padStart(3, '0')
    return { no: `J-${no}`, before: `闸阀 ${no}`, after: `蝶阀 ${no}` }
  })
  expect(await changes('J')).toEqual(expected)
})

it('a refused change costs its fifty their haste only, and a device that stands twice is changed twice', async () => {
  const rows = rowsOf('K4', 40)
  await importOf(test.admin, deviceResource, sheetOf(rows), { words })
  const sheet = renamed(rows)
  sheet[7] = sheet[7]!.replace(',4000000008,', ',4000000001,')
  sheet[20] = sheet[19]!.replace('蝶阀', '球阀')
  const job = await importOf(test.admin, deviceResource, sheetOf(sheet), { words, updateExisting: true })
  expect(job.counts).toMatchObject({ inserted: 0, refused: 1, updated: 39 })
  const told = await changes('K')
  expect(told).toHaveLength(39)
  expect(told.filter(({ no }) => no === 'K-020')).toEqual([
    { no: 'K-020', before: '闸阀 020', after: '蝶阀 020' },
    { no: 'K-020', before: '蝶阀 020', after: '球阀 020' },
  ])
  expect(told.some(({ no }) => no === 'K-008' || no === 'K-021')).toBe(false)
})

it('new and known rows of one sheet come one by one', async () => {
  const rows = rowsOf('L5', 6)
  // In turn: wherever a slow machine ends a batch, no two new rows are left beside each other.
  await importOf(test.admin, deviceResource, sheetOf(rows.filter((_row, n) => n % 2 === 0)), { words })
  const inserted = insertions()
  const job = await importOf(test.admin, deviceResource, sheetOf(renamed(rows)), { words, updateExisting: true })
  expect(job.counts).toMatchObject({ inserted: 3, updated: 3, refused: 0 })
  expect(inserted()).toBe(3)
  expect(await changes('L')).toHaveLength(3)
})
