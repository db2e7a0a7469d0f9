import { sl651Alarm, sl651StatusHex, type Sl651StatusBit } from '@sluice/codecs'
import {
  departmentResource,
  deviceFaults,
  faultCodeResource,
  type FaultCodeRow,
  faultCount,
  faultResource,
  getInfo,
  latest,
} from '@sluice/contract'
import { eventsReceived, makeDevice, stampOf, type TestStation, until } from '@sluice/testing'
import { expect, it } from 'vitest'
import { openBell } from '../../../../../../testing/src/browser/bell.ts'
import { makePerson } from '../../../../../../testing/src/platform/people.ts'
import { sharedPlatform } from '../../../../../../testing/src/platform/shared-platform.ts'
import { OF_STATIONS, SEEDS } from './fault-code.vectors.ts'

const { test, clock, now } = sharedPlatform()
const ENGLISH = { 'accept-language': 'en-US' }

async function codes(): Promise<FaultCodeRow[]> {
  const { list } = await test.admin.page(faultCodeResource, { limit: 100 })
  return list as unknown as FaultCodeRow[]
}
const codeOf = async (code: string) => (await codes()).find((row) => row.code === code)!
const OWN = { code: 'Q01', name: '闸门卡滞', level: 3, deviceType: 'VALVE', push: true }
const change = async (code: string, values: object) => {
  const { id, version } = await codeOf(code)
  await test.admin.update(faultCodeResource, id, { version, ...values })
}

async function station() {
  const { id, stationAddress } = await makeDevice(test.admin, { reportIntervalS: 604_800 })
  return { id, station: await test.station({ station: stationAddress }) }
}
const serials = { next: 1 }
async function say(to: TestStation, ...bits: Sl651StatusBit[]): Promise<void> {
  const serial = serials.next++
  clock.advance(1_000)
  to.send(sl651Alarm(to.link, stampOf(serial, now()), sl651StatusHex([...bits, 'doorClosed'])))
  await to.answer((message) => message.serial === serial)
}
const faultsOf = (deviceId: string) => test.admin.call(deviceFaults, { deviceId })
const shown = async (deviceId: string) => (await test.admin.call(latest, { deviceId })).faults

it('domain 6.5: every code is there with its name, level and source, and those of stations keep theirs', async () => {
  const found = (await codes()).map(({ code, chineseName, level, source }) => [code, chineseName, level, source])
  expect(found).toEqual([...SEEDS, ...OF_STATIONS].toSorted(([a], [b]) => (a < b ? -1 : 1)))
})

it('each says what usually causes it and at least three things to check, in both languages', async () => {
  const lacking = (await codes()).flatMap(({ code, englishName, ...row }) => {
    const { chineseCause, englishCause, chineseRemedy, englishRemedy } = row
    const [chinese, english] = [chineseRemedy ?? '', englishRemedy ?? ''].map((steps) => steps.split('\n'))
    const isWhole = Boolean(englishName && chineseCause && englishCause) && chinese!.every((step) => step.length > 3)
    const isEven = chinese!.length === english!.length && chinese!.length >= 3 && chinese!.length <= 6
    const isLatin = !/\p{Script=Han}/u.test(`${englishName} ${englishCause} ${englishRemedy}`)
    return isWhole && isEven && isLatin ? [] : [code]
  })
  expect(lacking).toEqual([])
})

it('they concern the devices of their letter, are told from level 2 on, and are enabled', async () => {
  const all = await codes()
  const typesOf = (letter: string) => [
    ...new Set(all.filter(({ code }) => code.startsWith(letter)).map(({ deviceTypeCode }) => deviceTypeCode)),
  ]
  expect(['C', 'V', 'H', 'L', 'T', 'G', 'A', 'X', 'I', 'R', 'N', 'D'].map((letter) => typesOf(letter))).toEqual(
    [
      null,
      'VALVE',
      'HYDRANT',
      'LAMP',
      'TEMP',
      'COVER',
      'COMPRESSOR',
      'CARWASH',
      'IRRIGATION',
      'RELIC',
      'LORAWAN',
      null,
    ].map((type) => [type]),
  )
  expect(all.filter(({ level, push }) => level === 1 && push).map(({ code }) => code)).toEqual(['W07'])
  expect(all.every(({ level, push, enabled, builtIn }) => (push || level === 1) && enabled && builtIn)).toBe(true)
  expect(all.filter(({ autoClear }) => !autoClear).map(({ code }) => code)).toEqual([
    'R06',
    'S02',
    'V13',
    'V14',
    'W09',
    'X05',
  ])
})

it('API-19, AM-22 (1 of 2), BS-3 (part) one of a person is added, changed and deleted at both addresses', async () => {
  for (const base of ['/device/v1/faultCode', '/v1/faultCode']) {
    const post = (verb: string, body: Record<string, unknown>) => test.admin.answer('POST', `${base}/${verb}`, body)
    const added = await post('insert', { ...OWN, remark: '现场' })
    expect(added).toMatchObject({ code: 0, data: { id: expect.any(String) } })
    const { id } = added.data as { id: string }
    expect(await codeOf('Q01')).toMatchObject({
      chineseName: '闸门卡滞',
      deviceTypeCode: 'VALVE',
      category: 'PROCESS',
      source: 'DEVICE',
      enabled: true,
      autoClear: true,
      builtIn: false,
      used: false,
    })
    expect(await post('update', { ...OWN, id, version: 0, level: 4 })).toMatchObject({ code: 0, data: true })
    expect((await codeOf('Q01')).level).toBe(4)
    expect(await post('delete', { id })).toMatchObject({ code: 0, data: true })
    expect(await codeOf('Q01')).toBeUndefined()
    expect(await post('delete', { id })).toMatchObject({ code: 404 })
  }
})

it('an unknown level, a lower-case code and one that is taken are refused', async () => {
  const insert = (values: object) => test.admin.insert(faultCodeResource, { ...OWN, ...values })
  await expect(insert({ level: 5 })).rejects.toMatchObject({ fields: { level: 'too-big' } })
  await expect(insert({ code: 'q1' })).rejects.toMatchObject({ fields: { code: 'format' } })
  await expect(insert({ code: 'P01' })).rejects.toMatchObject({ fields: { code: 'taken' } })
})

it('code and source of a built-in one are fixed, its words and level are not, and it is not deleted', async () => {
  await expect(change('P04', { code: 'P05' })).rejects.toMatchObject({ fields: { code: 'fixed-by-platform' } })
  await expect(change('P04', { source: 'DEVICE' })).rejects.toMatchObject({ fields: { source: 'fixed-by-platform' } })
  await change('P04', { code: 'P04', source: 'RULE', chineseName: '充不上电', englishName: 'Not charging', level: 3 })
  expect(await codeOf('P04')).toMatchObject({ name: '充不上电', level: 3, source: 'RULE' })
  const { faultNames } = await test.admin.call(getInfo, {})
  expect(faultNames?.find(({ code }) => code === 'P04')?.name).toEqual(['充不上电', 'Not charging'])
  const { id } = await codeOf('P04')
  const refused = (headers = {}) => test.admin.answer('POST', '/device/v1/faultCode/delete', { id }, headers)
  expect(await refused()).toMatchObject({ code: 409, message: '平台内置的代码不能删除，可以停用' })
  expect(await refused(ENGLISH)).toMatchObject({ code: 409, message: 'Built-in codes stay; they can be disabled' })
})

it('one that faults were stored under is neither deleted nor renamed; without any its code can be used again', async () => {
  const id = await test.admin.insert(faultCodeResource, OWN)
  const { id: device } = await makeDevice(test.admin)
  await test.db.query(
    `insert into fault (device_id, dept_id, code, level, condition_state, first_time, last_time)
     values ($1, 1, 'Q01', 3, 'CLEARED', now(), now()) /* unscoped:test */`,
    [device],
  )
  expect((await codeOf('Q01')).used).toBe(true)
  const refused = await test.admin.answer('POST', '/v1/faultCode/delete', { id }, ENGLISH)
  expect(refused).toMatchObject({
    code: 409,
    message: 'Faults or alarm limits use this code: it stays, and can be disabled',
  })
  await expect(change('Q01', { code: 'Q02' })).rejects.toMatchObject({ key: 'in-use' })
  await test.db.query(`delete from fault where code = 'Q01' /* unscoped:test */`)
  await change('Q01', { code: 'Q02', source: 'RULE' })
  await test.admin.remove(faultCodeResource, id)
  const again = await test.admin.insert(faultCodeResource, { ...OWN, code: 'Q02' })
  await test.admin.remove(faultCodeResource, again)
})

it('everybody may read them with the key; only who sees the whole platform changes them', async () => {
  const { id, version } = await codeOf('C04')
  const keys = ['faultCode:list', 'faultCode:edit', 'faultCode:add', 'faultCode:del']
  const dept = await test.admin.insert(departmentResource, {
    name: 'of codes',
    kind: 'CUSTOMER',
    status: 'NORMAL',
  })
  const reader = await makePerson(test.admin, test.db, { deptId: dept, keys })
  expect((await reader.page(faultCodeResource, { keyword: 'crossed' })).total).toBe(0)
  expect((await reader.page(faultCodeResource, { keyword: '校验' })).total).toBe(1)
  await expect(reader.update(faultCodeResource, id, { version, level: 2 })).rejects.toMatchObject({ code: 403 })
  await expect(reader.insert(faultCodeResource, OWN)).rejects.toMatchObject({ code: 403 })
  const nobody = await makePerson(test.admin, test.db, { deptId: dept, keys: [] })
  await expect(nobody.page(faultCodeResource)).rejects.toMatchObject({ code: 403 })
})

it('API-23 (2 of 3) the page is filtered by level, device type, category, source and whether it is enabled', async () => {
  const of = async (query: object) =>
    (await test.admin.page(faultCodeResource, { ...query, limit: 100 })).list.map((row) => row['code'])
  expect(await of({ deviceTypeCode: 'HYDRANT' })).toEqual(['H01', 'H02', 'H03', 'H04', 'H05'])
  expect(await of({ level: '4', category: 'POWER' })).toEqual(['L04', 'W01', 'W03'])
  expect(await of({ source: 'WATCH', category: 'COMM' })).toEqual(['C01', 'C02', 'C04'])
  expect(await of({ enabled: false })).toEqual([])
  expect(await of({ keyword: '堵转' })).toEqual(['V01'])
})

it('a disabled code begins no fault: nothing is stored, shown or counted; enabled again it does', async () => {
  const { id, station: to } = await station()
  const before = await test.admin.call(faultCount, {})
  await change('P01', { enabled: false })
  await say(to, 'batteryLow')
  expect([await faultsOf(id), await shown(id), await test.admin.call(faultCount, {})]).toEqual([[], [], before])
  expect((await test.admin.page(faultResource, { deviceId: id })).total).toBe(0)
  await change('P01', { enabled: true })
  await say(to, 'batteryLow')
  expect(await faultsOf(id)).toMatchObject([{ code: 'P01', conditionState: 'ACTIVE', count: 1 }])
  expect(await shown(id)).toEqual([{ code: 'P01', level: 2 }])
})

it('a fault that was open when its code was disabled goes on, and its device clears it; it does not come back', async () => {
  const { id, station: to } = await station()
  await say(to, 'acLost')
  await faultsOf(id)
  await change('P03', { enabled: false })
  await say(to, 'acLost')
  expect(await faultsOf(id)).toMatchObject([{ code: 'P03', conditionState: 'ACTIVE', count: 2 }])
  await say(to)
  expect(await faultsOf(id)).toMatchObject([{ code: 'P03', conditionState: 'CLEARED', count: 2 }])
  await say(to, 'acLost')
  expect(await faultsOf(id)).toMatchObject([{ code: 'P03', conditionState: 'CLEARED', count: 2 }])
  expect(await shown(id)).toEqual([])
  await change('P03', { enabled: true })
})

it('a changed level is that of faults that begin afterwards; an open one keeps its own until it rises again', async () => {
  const { id, station: to } = await station()
  await say(to, 'batteryLow')
  await faultsOf(id)
  await change('P01', { level: 4 })
  await say(to, 'batteryLow')
  expect([await faultsOf(id), await shown(id)]).toMatchObject([[{ level: 2, count: 2 }], [{ level: 2 }]])
  await say(to)
  await faultsOf(id)
  await say(to, 'batteryLow')
  expect([await faultsOf(id), await shown(id)]).toMatchObject([[{ level: 4, count: 3 }], [{ level: 4 }]])
  await change('P01', { level: 2 })
})

it('another process that changed a code is heard with the next write', async () => {
  const { id, station: to } = await station()
  await test.db.query(`update fault_code set enabled = false where code = 'S04'`)
  await say(to, 'memoryFault')
  expect(await faultsOf(id)).toEqual([])
  await test.db.query(`update fault_code set enabled = true where code = 'S04'`)
})

it('a fault comes with cause and remedy of its code, in the language of the reader', async () => {
  const { id, station: to } = await station()
  await say(to, 'batteryLow')
  await faultsOf(id)
  const rowIn = async (headers: object) => {
    const { data } = await test.admin.answer('GET', '/device/v1/fault/page', { deviceId: id }, headers as never)
    return (data as { list: Record<string, unknown>[] }).list[0]!
  }
  const { chineseCause, chineseRemedy, englishCause, englishRemedy } = await codeOf('P01')
  expect(await rowIn({})).toMatchObject({ cause: chineseCause, remedy: chineseRemedy })
  expect(await rowIn(ENGLISH)).toMatchObject({ cause: englishCause, remedy: englishRemedy })
})

it('a code that is not pushed counts, and no line tells of it; one that is, by the name it has now', async () => {
  const { station: to } = await station()
  await eventsReceived(test)
  const { opened, heard, socket } = openBell(test.url, '1', test.admin)
  expect(await opened).toBe(101)
  const before = await test.admin.call(faultCount, {})
  await change('S04', { push: false })
  await say(to, 'memoryFault')
  const quiet = await until('the count', () => heard.find(({ count }) => count === before + 1))
  expect(quiet).toEqual({ count: before + 1, message: '' })
  await change('S03', { chineseName: '水位计坏了' })
  await say(to, 'memoryFault', 'levelMeterFault')
  const told = await until('the line', () => heard.find(({ message }) => message !== ''))
  expect(told.message).toMatch(/：水位计坏了$/)
  socket.close()
})
