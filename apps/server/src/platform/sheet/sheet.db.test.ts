import {
  cancelJob,
  departmentResource,
  deviceResource,
  forgetJob,
  getInfo,
  jobReport,
  jobRuns,
  productResource,
  userResource,
} from '@sluice/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeDevice } from '../../../../../testing/src/field/devices.ts'
import { makeDept, makePerson } from '../../../../../testing/src/platform/people.ts'
import { startTestPlatform, type TestPlatform } from '../../../../../testing/src/platform/platform.ts'
import { bytesOf, download, exportOf, fileOf, importOf } from '../../../../../testing/src/platform/sheets.ts'
import { fakeClock } from '../clock/clock.ts'
import { parseCsv } from './csv.ts'
import { readXlsx } from './xlsx-reader.ts'

const clock = fakeClock(new Date(new Date().setUTCMilliseconds(0)))
let test: TestPlatform
let dept: string

beforeAll(async () => {
  test = await startTestPlatform({ clock })
  dept = await makeDept(test.admin, '北站', { timeZone: 'Asia/Urumqi' })
})
afterAll(() => test?.stop())

const words = {
  title: '设备列表',
  labels: { name: '名称', deviceNo: '编号', deptId: '部门', productId: '产品', enabled: '启用', masterId: '主机' },
  values: { 'deviceStatus.INACTIVE': '未激活' },
  reasons: { required: '必填', 'not-found': '找不到', taken: '已被占用' },
  yes: '是',
  no: '否',
}
const productName = async (productNo: string) => {
  const { list } = await test.admin.page(productResource, { limit: 100 })
  return String(list.find((row) => row['productNo'] === productNo)!['name'])
}
const numbersLike = async (keyword: string) =>
  (await test.admin.page(deviceResource, { keyword, limit: 100 })).list.map((row) => row['deviceNo'])

describe('an export', () => {
  it('holds the whole search in its order, in the words of its reader', async () => {
    for (const name of ['E1 = one', '=E2', 'E3, "three"']) await makeDevice(test.admin, { name, deptId: dept })
    const columns = ['name', 'enabled', 'status', 'productId', 'deptId', 'lastSeenTime']
    const query = { columns, words, deptId: dept, sort: 'name', order: 'desc' }
    const id = await exportOf(test.admin, deviceResource, query)
    const product = await productName('SL651-VALVE')
    const [heading, ...rows] = parseCsv(await fileOf(test.admin, id), 10)
    expect(heading).toEqual(['名称', '启用', 'status', '产品', '部门', 'lastSeenTime'])
    expect(rows.map(([name]) => name)).toEqual(['E3, "three"', 'E1 = one', '=E2'])
    expect(rows[0]).toEqual(['E3, "three"', '是', '未激活', product, '北站', ''])
    expect(await fileOf(test.admin, id)).toContain("\r\n'=E2,")
    const job = (await test.admin.call(jobRuns, {})).find((one) => one.id === id)!
    expect(job).toMatchObject({ kind: 'EXPORT', status: 'DONE', progress: 3, resource: 'device' })
    expect(job.file!.name).toMatch(/^设备列表-\d{8}-\d{4}\.csv$/)
  })

  it('holds only the chosen rows, and a workbook says the same', async () => {
    const { list } = await test.admin.page(deviceResource, { deptId: dept, sort: 'name', order: 'asc' })
    const ids = list.slice(0, 2).map(({ id }) => id)
    const id = await exportOf(test.admin, deviceResource, { format: 'xlsx', columns: ['name', 'lng'], ids, words })
    const cells = await readXlsx(await bytesOf(test.admin, id), 10)
    expect(cells.map(([name]) => name).toSorted()).toEqual(['=E2', 'E1 = one', '名称'])
  })

  it('TM-5 (part) reads times on the clock of the reader’s department', async () => {
    const person = await makePerson(test.admin, test.db, { deptId: dept })
    const device = await makeDevice(person, { deptId: dept, name: 'seen' })
    const seen = new Date(Math.floor(clock.now().getTime() / 1000) * 1000)
    await test.db.query(
      `insert into device_shadow (device_id, last_seen_time, status) values ($1, $2, 'ONLINE')
       on conflict (device_id) do update set last_seen_time = excluded.last_seen_time /* unscoped:test */`,
      [device.id, seen],
    )
    const id = await exportOf(person, deviceResource, { columns: ['name', 'lastSeenTime'], keyword: 'seen' })
    // Asia/Urumqi is UTC+6 all year.
    const wall = new Date(seen.getTime() + 6 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
    expect(await fileOf(person, id)).toContain(`seen,${wall}`)
  })

  it('SEC-12 (part) its file opens for its owner with a session only, as an attachment nobody sniffs at', async () => {
    const owner = await makePerson(test.admin, test.db, { deptId: dept })
    const other = await makePerson(test.admin, test.db, { deptId: dept })
    const id = await exportOf(owner, deviceResource, { columns: ['name'] })
    const { headers, status } = await download(owner, id)
    expect(status).toBe(200)
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="device-[\d-]+\.csv"/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cache-control')).toBe('no-store')
    expect((await download(other, id)).status).toBe(404)
    expect((await download(test.admin, id)).status).toBe(404)
    expect((await fetch(`${test.url}/security/v1/jobRun/file?id=${id}`)).status).toBe(401)
    await expect(other.call(cancelJob, { id })).rejects.toMatchObject({ key: 'not-found' })
    await expect(other.call(forgetJob, { id })).rejects.toMatchObject({ key: 'not-found' })
    expect((await other.call(jobRuns, {})).map((job) => job.id)).not.toContain(id)
    await owner.call(forgetJob, { id })
    expect((await download(owner, id)).status).toBe(404)
  })

  it('refuses columns that are none, and secrets', async () => {
    for (const column of ['password', 'nothing', 'passwordHash']) {
      const input = { format: 'csv', columns: [column] }
      const { code } = await test.admin.answer('POST', '/security/v1/sysUser/export', input)
      expect(code).toBe(400)
    }
  })

  it('is over after a day: neither listed nor handed out', async () => {
    const id = await exportOf(test.admin, deviceResource, { columns: ['name'] })
    clock.advance(24 * 3_600_000 + 1)
    await test.admin.call(jobRuns, {})
    expect((await download(test.admin, id)).status).toBe(404)
    await test.platform.api.runs.sweep()
    expect((await test.admin.call(jobRuns, {})).map((job) => job.id)).not.toContain(id)
  })
})

describe('an import', () => {
  const heading = '名称,编号,产品,部门,stationAddress,主机,channel'
  const valve = () => productName('SL651-VALVE')

  it('tries everything and stores nothing without `commit`', async () => {
    const file = `${heading}\n甲,T-1,${await valve()},北站,00000T0001,,\n`.replace('T0001', '77001')
    const trial = await importOf(test.admin, deviceResource, file, { commit: false, words })
    expect(trial).toMatchObject({
      kind: 'IMPORT_CHECK',
      status: 'DONE',
      counts: { inserted: 1, refused: 0 },
      file: null,
    })
    expect(await numbersLike('T-1')).toEqual([])
    const done = await importOf(test.admin, deviceResource, file, { words })
    expect(done).toMatchObject({ kind: 'IMPORT', status: 'DONE', counts: { inserted: 1, refused: 0 } })
    expect(await numbersLike('T-1')).toEqual(['T-1'])
    const { rows } = await test.db.query(
      `select 1 from oper_log where action = 'device.insert' and after ->> 'deviceNo' = 'T-1' /* unscoped:test */`,
    )
    expect(rows).toHaveLength(1)
  })

  it('writes the good rows and says of the others which row, which cell and why', async () => {
    const product = await valve()
    const file = [
      heading,
      `乙,R-1,${product},北站,0000088001,,`,
      `,R-2,${product},北站,0000088002,,`,
      `丙,R-1,${product},北站,0000088003,,`,
      `丁,R-4,nothing,北站,zz,,x`,
      '## 说明,R-5,,,,,',
    ].join('\r\n')
    for (const commit of [false, true]) {
      const job = await importOf(test.admin, deviceResource, file, { commit, words })
      expect(job.counts).toEqual({ inserted: 1, updated: 0, unchanged: 0, refused: 3 })
      const report = await test.admin.call(jobReport, { id: job.id })
      expect(report).toEqual([
        { row: 3, field: 'name', reason: 'required' },
        { row: 4, field: 'deviceNo', reason: 'taken' },
        { row: 5, field: 'productId', reason: 'not-found' },
        { row: 5, field: 'channel', reason: 'type' },
      ])
      if (!commit) continue
      const cells = await readXlsx(await bytesOf(test.admin, job.id), 10)
      expect(cells[0]!.slice(-2)).toEqual(['## row', '## reason'])
      expect(cells.slice(1).map((row) => row.slice(-2))).toEqual([
        ['3', '名称: 必填'],
        ['4', '编号: 已被占用'],
        ['5', '产品: 找不到; channel: type'],
      ])
    }
    expect(await numbersLike('R-')).toEqual(['R-1'])
  })

  it('finds rows that stand further up in the same file', async () => {
    const { list } = await test.admin.page(productResource, { limit: 100 })
    const slave = list.find((row) => row['nodeKind'] === 'SLAVE' && row['protocol'] === 'SL651')!
    const master = list.find((row) => row['nodeKind'] === 'GATEWAY' && row['protocol'] === 'SL651')!
    const file = [
      heading,
      `主机甲,G-1,${String(master['name'])},北站,0000099001,,`,
      `从机甲,G-2,${String(slave['name'])},北站,,G-1,1`,
    ].join('\n')
    const trial = await importOf(test.admin, deviceResource, file, { commit: false, words })
    expect(await test.admin.call(jobReport, { id: trial.id })).toEqual([])
    const job = await importOf(test.admin, deviceResource, file, { words })
    expect(job.counts).toMatchObject({ inserted: 2, refused: 0 })
  })

  it('changes a row it knows by its key only when asked, and leaves what is empty', async () => {
    const file = '编号,名称,address\nT-1,甲二,\n'
    const refused = await importOf(test.admin, deviceResource, file, { words })
    expect(refused.counts).toMatchObject({ refused: 1 })
    const job = await importOf(test.admin, deviceResource, file, { words, updateExisting: true })
    expect(job.counts).toEqual({ inserted: 0, updated: 1, unchanged: 0, refused: 0 })
    const again = await importOf(test.admin, deviceResource, file, { words, updateExisting: true })
    expect(again.counts).toMatchObject({ updated: 0, unchanged: 1 })
    const [row] = (await test.admin.page(deviceResource, { keyword: 'T-1' })).list
    expect(row).toMatchObject({ name: '甲二', deptIdName: '北站' })
  })

  it('refuses a file with a column nobody knows, what is no sheet, and more than the limit', async () => {
    const job = await importOf(test.admin, deviceResource, '名称,nmae\nx,y\n', { words })
    expect(job.counts).toMatchObject({ inserted: 0, refused: 1 })
    expect(await test.admin.call(jobReport, { id: job.id })).toEqual([
      { row: 1, field: 'nmae', reason: 'unknown-column' },
    ])
    const old = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0, 0, 0])
    await expect(importOf(test.admin, deviceResource, old)).rejects.toMatchObject({ fields: { file: 'format' } })
    const long = `名称\n${'x\n'.repeat(5001)}`
    expect(await importOf(test.admin, deviceResource, long, { words })).toMatchObject({
      status: 'FAILED',
      error: 'too-large',
    })
    const huge = { file: 'A'.repeat(8_000_000), name: 'x' }
    expect((await test.admin.answer('POST', '/device/v1/device/import', huge)).code).toBe(413)
  })

  it('needs the right to add, and to change when it changes; sees only its own department', async () => {
    const importer = await makePerson(test.admin, test.db, { deptId: dept, keys: ['device:import', 'device:add'] })
    const only = await makePerson(test.admin, test.db, { deptId: dept, keys: ['device:import'] })
    const file = `${heading}\n外,X-1,${await valve()},elsewhere,0000066001,,\n`
    await makeDept(test.admin, 'elsewhere')
    await expect(importOf(only, deviceResource, file)).rejects.toMatchObject({ code: 403 })
    await expect(importOf(importer, deviceResource, file, { updateExisting: true })).rejects.toMatchObject({
      code: 403,
    })
    const job = await importOf(importer, deviceResource, file, { words })
    expect(await importer.call(jobReport, { id: job.id })).toEqual([{ row: 2, field: 'deptId', reason: 'not-found' }])
  })

  it('AD-9 (part) gives imported users passwords that only the importer reads, once, and that must be changed', async () => {
    const file = 'username,nickName,deptId,phone\nimported.one,一,北站,13800000000\nimported.two,二,北站,1\n'
    const job = await importOf(test.admin, userResource, file)
    expect(job.counts).toMatchObject({ inserted: 1, refused: 1 })
    expect(job.file).toMatchObject({ once: true })
    const cells = await readXlsx(await bytesOf(test.admin, job.id), 10)
    expect(cells[0]).toEqual(['username', 'password'])
    const [username, password] = cells[1]!
    expect(username).toBe('imported.one')
    const user = await test.signIn('imported.one', password!)
    expect(await user.call(getInfo, {})).toMatchObject({ mustChangePwd: true })
    expect((await download(test.admin, job.id)).status).toBe(404)
    const logged = await test.db.query(
      'select 1 from oper_log where strpos(coalesce(after::text, $1), $2) > 0 /* unscoped:test */',
      ['', password],
    )
    expect(logged.rows).toEqual([])
  })

  it('takes departments with their parents', async () => {
    const file = 'name,parentId\n东片,北站\n东片一组,东片\n'
    const job = await importOf(test.admin, departmentResource, file)
    expect(job.counts).toMatchObject({ inserted: 2, refused: 0 })
  })
})

describe('a template', () => {
  it.each(['csv', 'xlsx'] as const)('as %s imports nothing as it comes: its example is not read', async (format) => {
    const response = await fetch(new URL('/device/v1/device/template', test.url), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        cookie: `authorization=${test.admin.visitor.cookie}`,
        authorization: test.admin.visitor.token!,
      },
      body: JSON.stringify({ format, words }),
    })
    expect(response.headers.get('content-disposition')).toContain('attachment')
    const bytes = Buffer.from(await response.arrayBuffer())
    const rows = format === 'csv' ? parseCsv(bytes.toString(), 10) : await readXlsx(bytes, 10)
    expect(rows[0]!.slice(0, 3)).toEqual(['名称 *', '编号 *', '产品 *'])
    expect(rows[1]![1]).toMatch(/^[A-Za-z0-9]+$/)
    expect(rows[1]!.filter((cell) => /^['-]/.test(cell))).toEqual([])
    const job = await importOf(test.admin, deviceResource, bytes, { words, commit: false })
    expect(job).toMatchObject({ status: 'DONE', counts: { inserted: 0, refused: 0 } })
  })
})
