import {
  ackFault,
  areaResource,
  deviceResource,
  faultRecordResource,
  faultResource,
  resourcePath,
} from '@sluice/contract'
import {
  type ApiClient,
  fakeClock,
  makeDept,
  makeDevice,
  makePerson,
  startTestPlatform,
  tellConditions,
  type TestPlatform,
} from '@sluice/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportOf, fileOf } from '../../../../../testing/src/platform/sheets.ts'
import { parseCsv } from '../../platform/sheet/csv.ts'
import { FAULTS } from './fault-list.store.ts'

const clock = fakeClock(new Date(new Date().setUTCHours(2, 0, 0, 0)))
let test: TestPlatform
let east: string
let west: string
let reader: ApiClient & { username: string }

const observe = (device: { deviceId: string; deptId: string }, conditions: Record<string, boolean>) =>
  tellConditions(test, device, conditions)

beforeAll(async () => {
  test = await startTestPlatform({ clock })
  east = await makeDept(test.admin, '东灌区')
  west = await makeDept(test.admin, '乌鲁木齐站', { timeZone: 'Asia/Urumqi' })
  reader = await makePerson(test.admin, test.db, { deptId: west })
  const ours = await makeDevice(test.admin, { deptId: west, name: '西干渠-9#阀' })
  const theirs = await makeDevice(test.admin, { deptId: east, name: '东干渠-1#阀' })
  await observe({ deviceId: ours.id, deptId: west }, { P01: true, S06: true })
  await observe({ deviceId: theirs.id, deptId: east }, { P03: true })
})
afterAll(() => test?.stop())

describe('the list of faults (domain 6.6)', () => {
  it('is sorted by the server: by level, by what is to be handled first, and both ways', async () => {
    const codes = async (query: Record<string, unknown>) =>
      (await reader.page(faultResource, query)).list.map(({ code }) => code)
    expect(await codes({ sort: 'level', order: 'asc' })).toEqual(['P01', 'S06'])
    expect(await codes({ sort: 'level', order: 'desc' })).toEqual(['S06', 'P01'])
    expect(await codes({ sort: 'conditionState', order: 'desc' })).toEqual(['P01', 'S06'])
    const names = await test.admin.page(faultResource, { sort: 'deviceName', order: 'desc' })
    expect(names.list.map(({ deviceName }) => deviceName)).toEqual(['西干渠-9#阀', '西干渠-9#阀', '东干渠-1#阀'])
  })

  it('is sorted by level from an index, and within one level by the newest', async () => {
    const { id } = await makeDevice(test.admin, { deptId: east, name: '先后-1#阀' })
    await observe({ deviceId: id, deptId: east }, { P03: true })
    await test.platform.faults.flush()
    await test.db.query(
      `update fault set last_time = last_time + interval '1 minute' where device_id = ${id} /* unscoped:test */`,
    )
    const { list } = await test.admin.page(faultResource, { sort: 'level', order: 'desc', code: 'P03' })
    expect(list.map(({ deviceId }) => deviceId === id)).toEqual([true, false])
    // The order of the list has to be that of the index to the letter.
    const { rows } = await test.db.transaction(async (tx) => {
      await tx.query('set local enable_seqscan = off')
      await tx.query('set local enable_sort = off')
      return tx.query<Record<string, string>>(
        `explain select t.id from fault t order by ${FAULTS.access!.level!.order!.by} desc, t.id desc limit 20 /* unscoped:test */`,
      )
    })
    expect(rows.map((row) => row['QUERY PLAN']).join()).toContain('Index Scan Backward using fault_level')
    await test.db.query(`delete from fault where device_id = ${id} /* unscoped:test */`)
  })

  it('counts by whatever is asked for, without what belongs to deleted devices, for whoever sees all as for others', async () => {
    const [ours, gone] = [
      await makeDevice(test.admin, { deptId: east }),
      await makeDevice(test.admin, { deptId: east }),
    ]
    for (const { id } of [ours, gone]) await observe({ deviceId: id, deptId: east }, { C01: true, P03: true })
    await test.platform.faults.flush()
    const people = [test.admin, await makePerson(test.admin, test.db, { deptId: east })]
    const totals = async () =>
      Promise.all(
        people.map(async (one) => {
          const of = async (query: object) => (await one.page(faultResource, { deptId: east, ...query })).total
          return [
            await of({}),
            await of({ code: 'P03' }),
            await of({ code: 'P03', level: '3' }),
            await of({ handleState: 'CLOSED' }),
          ]
        }),
      )
    const [before] = await totals()
    await test.admin.remove(deviceResource, gone.id)
    const [all, code, level, closed] = before as [number, number, number, number]
    const left = [all - 2, code - 1, level - 1, closed]
    expect(await totals()).toEqual([left, left])
    const every = await test.admin.page(faultResource, { limit: 100 })
    expect(every.total).toBe(every.list.length)
    await test.db.query(`delete from fault where device_id in (${ours.id}, ${gone.id}) /* unscoped:test */`)
  })

  it('has the order of the closed, and the number in a state, from indexes', async () => {
    const plan = async (text: string) =>
      test.db.transaction(async (tx) => {
        await tx.query('set local enable_seqscan = off')
        await tx.query('set local enable_sort = off')
        await tx.query('set local enable_bitmapscan = off')
        const { rows } = await tx.query<Record<string, string>>(`explain ${text} /* unscoped:test */`)
        return rows.map((row) => row['QUERY PLAN']).join()
      })
    const closed = `from fault t where t.handle_state in ('CLOSED')`
    const { by } = FAULTS.access!.conditionState!.order!
    expect(await plan(`select t.id ${closed} order by ${by}, t.id limit 20`)).toContain('fault_closed_urgency')
    expect(await plan(`select count(*) from fault t where t.handle_state in ('PROCESSING')`)).toContain(
      'Index Only Scan using fault_state_device',
    )
  })

  it('is found by a department with those below it, and by a type of device', async () => {
    const county = await makeDept(test.admin, '县')
    const town = await makeDept(test.admin, '镇', { parentId: county })
    const { id } = await makeDevice(test.admin, { deptId: town })
    await observe({ deviceId: id, deptId: town }, { P01: true })
    const found = async (query: Record<string, unknown>) =>
      (await test.admin.page(faultResource, { limit: 50, ...query })).list.map(({ deviceId }) => deviceId)
    expect(await found({ deptId: town })).toEqual([id])
    expect(await found({ deptId: county })).toEqual([id])
    expect(await found({ deptId: east })).not.toContain(id)
    expect(await found({ deptId: 'none' })).toEqual([])
    expect(await found({ deptId: county, deviceTypeCode: 'VALVE' })).toEqual([id])
    expect(await found({ deptId: county, deviceTypeCode: 'PUMP' })).toEqual([])
    // It is gone for the tests that count.
    await test.db.query(`delete from fault where device_id = ${id} /* unscoped:test */`)
  })

  it('has the value at its start and its limit as text, in the language of the reader, also in a sheet', async () => {
    const { id } = await makeDevice(test.admin, { deptId: east, name: '超压-1#阀' })
    await observe({ deviceId: id, deptId: east }, { V07: true, V01: true })
    await test.platform.faults.flush()
    const trigger = { limitId: '7', key: 'inletPressure', op: 'GT', value: 0.8, holdS: 300, v: 0.95, since: 'x' }
    await test.db.query(
      `update fault set trigger = $2::jsonb where device_id = $1 and code = 'V07' /* unscoped:test */`,
      [id, JSON.stringify(trigger)],
    )
    const words = async (resource: typeof faultResource | typeof faultRecordResource, who: ApiClient) =>
      (await who.page(resource, { deviceId: id, sort: 'level', order: 'desc', limit: 10 })).list
        .toSorted((a, b) => String(a['code']).localeCompare(String(b['code'])))
        .map(({ valueAtStart, thresholdText }) => [valueAtStart, thresholdText])
    const none = [null, null]
    expect(await words(faultResource, test.admin)).toEqual([none, ['0.950 MPa', '高于 0.8 MPa，持续 5 分钟']])
    const { list } = await test.admin.page(faultRecordResource, { deviceId: id, code: 'V07' })
    expect(list[0]).toMatchObject({ valueAtStart: '0.950 MPa', thresholdText: '高于 0.8 MPa，持续 5 分钟' })
    for (const resource of [faultResource, faultRecordResource]) {
      const columns = ['code', 'valueAtStart', 'thresholdText']
      const sheet = await exportOf(test.admin, resource, { columns, deviceId: id, code: 'V07', words: {} })
      const [, row] = parseCsv(await fileOf(test.admin, sheet), 10)
      expect(row).toEqual(['V07', '0.950 MPa', '高于 0.8 MPa，持续 5 分钟'])
    }
    const path = `${resourcePath(faultResource, 'page')}?deviceId=${id}&code=V07`
    const english = await test.admin.answer('GET', path, undefined, { 'accept-language': 'en-US' })
    const { data } = english as unknown as { data: { list: Record<string, unknown>[] } }
    expect(data.list[0]).toMatchObject({ thresholdText: 'above 0.8 MPa for 5 min' })
    await test.db.query(`delete from fault where device_id = ${id} /* unscoped:test */`)
  })

  it('is found by an area with those below it, and by when it was first seen', async () => {
    const upper = await test.admin.insert(areaResource, { name: '上片', kind: 'DISTRICT', deptId: east })
    const lower = await test.admin.insert(areaResource, { name: '下片', kind: 'SITE', deptId: east, parentId: upper })
    const { id } = await makeDevice(test.admin, { deptId: east, areaId: lower })
    await observe({ deviceId: id, deptId: east }, { P01: true })
    const found = async (query: Record<string, unknown>) =>
      (await test.admin.page(faultResource, { limit: 50, ...query })).list.map(({ deviceId }) => deviceId)
    expect(await found({ areaId: upper })).toEqual([id])
    expect(await found({ areaId: `"${upper}"` })).toEqual([])
    const [row] = (await test.admin.page(faultResource, { areaId: lower })).list
    expect(row).toMatchObject({ areaId: lower, areaIdName: '下片' })
    const begun = Date.parse(String(row!['firstTime']))
    const at = (ms: number) => new Date(begun + ms).toISOString()
    expect(await found({ areaId: lower, startTime: at(0), endTime: at(0) })).toEqual([id])
    expect(await found({ areaId: lower, startTime: at(1000) })).toEqual([])
    expect(await found({ areaId: lower, endTime: at(-1000) })).toEqual([])
    await test.db.query(`delete from fault where device_id = ${id} /* unscoped:test */`)
  })

  it('SEC-12 (part), SEC-15 (part), TM-5 (part) is exported as it stands: search, order, scope, words, and who took them', async () => {
    const words = {
      labels: { deviceName: '设备', level: '级别' },
      values: { 'enum.level.2': '一般', 'enum.level.3': '严重', 'fault.P01': '电池欠压', 'fault.S06': '流量越限' },
    }
    const columns = ['deviceName', 'level', 'code', 'deptId', 'lastTime', 'count']
    const rowsOf = async (who: ApiClient, query: Record<string, unknown>) => {
      const id = await exportOf(who, faultResource, { columns, words, ...query })
      return parseCsv(await fileOf(who, id), 100)
    }
    // Asia/Urumqi is UTC+6 all year.
    const wall = (time: unknown) =>
      new Date(Date.parse(String(time)) + 6 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
    const query = { conditionState: 'ACTIVE', sort: 'level', order: 'asc' }
    const { list } = await reader.page(faultResource, query)
    const [heading, ...rows] = await rowsOf(reader, query)
    expect(heading).toEqual(['设备', '级别', 'code', 'deptId', 'lastTime', 'count'])
    expect(rows.map(([name, level, code]) => [name, level, code])).toEqual([
      ['西干渠-9#阀', '一般', '电池欠压'],
      ['西干渠-9#阀', '严重', '流量越限'],
    ])
    expect(rows.map((row) => row.slice(3))).toEqual(
      list.map((row) => [row['deptIdName'], wall(row['lastTime']), String(row['count'])]),
    )
    expect((await rowsOf(reader, { ...query, code: 'P01' })).length).toBe(2)
    expect((await rowsOf(reader, { ids: [list[1]!.id] })).map(([, , code]) => code)).toEqual(['code', '流量越限'])
    const { rows: lines } = await test.db.query<{ after: { rows: number } }>(
      `select after from oper_log where action = 'fault.export' and username = $1 order by id /* unscoped:test */`,
      [reader.username],
    )
    expect(lines.map(({ after }) => after.rows)).toEqual([2, 1, 1])
    const looking = await makePerson(test.admin, test.db, { deptId: west, keys: ['fault:list'] })
    const answer = await looking.answer('POST', resourcePath(faultResource, 'export'), { format: 'csv', columns })
    expect(answer.code).toBe(403)
  })

  it('follows a device into another department, and out of the world', async () => {
    const { id } = await makeDevice(test.admin, { deptId: east, name: '移交-1#阀' })
    await observe({ deviceId: id, deptId: east }, { S03: true })
    await test.admin.update(deviceResource, id, { deptId: west })
    const mine = await makePerson(test.admin, test.db, { deptId: west })
    const [fault] = (await mine.page(faultResource, { code: 'S03' })).list
    expect(fault).toMatchObject({ deviceName: '移交-1#阀', deptId: west, deptIdName: '乌鲁木齐站' })
    await test.admin.remove(deviceResource, id)
    for (const who of [mine, test.admin]) expect((await who.page(faultResource, { code: 'S03' })).total).toBe(0)
  })
})

it('records of faults say how long each lasted and how soon it was taken, in sight only, the last first', async () => {
  const dept = await makeDept(test.admin, '北灌区')
  const person = await makePerson(test.admin, test.db, { deptId: dept })
  const { id: deviceId } = await makeDevice(test.admin, { deptId: dept })
  await observe({ deviceId, deptId: dept }, { P01: true, S06: true })
  const rowOf = async (code: string) => (await person.page(faultResource, { code })).list[0]!
  const { id, version } = await rowOf('P01')
  await person.call(ackFault, { id, version })
  await observe({ deviceId, deptId: dept }, { P01: false })
  await test.platform.faults.flush()
  await test.db.query(
    `update fault set first_time = first_time - interval '90 seconds', ack_time = first_time - interval '30 seconds'
     where id = $1 /* unscoped:test */`,
    [id],
  )
  const { list } = await person.page(faultRecordResource, {})
  expect(list.map(({ code, response }) => [code, response])).toEqual([
    ['S06', null],
    ['P01', 60],
  ])
  expect(list[0]!.lasted).toBeNull()
  expect(list[1]!.lasted).toBeGreaterThanOrEqual(90)
  expect((await person.page(faultRecordResource, { takenName: person.username })).list.map((one) => one.id)).toEqual([
    id,
  ])
  const mine = (takenId: string) => person.page(faultResource, { takenId, conditionState: 'CLEARED' })
  expect([(await mine(person.userId)).total, (await mine(person.userId.slice(0, -1) || '0')).total]).toEqual([1, 0])
  expect(
    (await person.page(faultRecordResource, { startTime: new Date(clock.now().getTime() + 60_000).toISOString() }))
      .total,
  ).toBe(0)
})
