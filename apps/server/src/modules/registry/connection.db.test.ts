import { clearPassword, connectionCard, listenerPage, rotatePassword } from '@sluice/contract'
import { fakeClock, makeDept, makeDevice, makePerson, startTestPlatform, type TestPlatform } from '@sluice/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'

const clock = fakeClock(new Date(new Date().setUTCHours(6, 30, 0, 0)))
let test: TestPlatform

beforeAll(async () => {
  test = await startTestPlatform({ clock, env: { SLUICE_DEVICE_PUBLIC_HOST: 'devices.example.org' } })
})
afterAll(() => test?.stop())

it('a card shows where the station must connect, and whether anything has arrived', async () => {
  const { id, stationAddress } = await makeDevice(test.admin)
  const card = await test.admin.call(connectionCard, { deviceId: id })
  expect(card).toMatchObject({
    protocol: 'SL651',
    host: 'devices.example.org',
    port: test.sl651Port,
    listening: true,
    stationAddress,
    hasPassword: false,
    password: null,
    firstMessageTime: null,
    lastMessageTime: null,
  })
  const station = await test.station({ station: stationAddress })
  await station.report(1, { 39: 1 })
  const first = clock.now().toISOString()
  clock.advance(60_000)
  await station.report(2, { 39: 1 })
  expect(await test.admin.call(connectionCard, { deviceId: id })).toMatchObject({
    firstMessageTime: first,
    lastMessageTime: clock.now().toISOString(),
  })
})

it('a password is shown once, when it is created', async () => {
  const { id } = await makeDevice(test.admin)
  const made = await test.admin.call(rotatePassword, { deviceId: id })
  expect(made.password).toMatch(/^[0-9A-F]{4}$/)
  expect(made.hasPassword).toBe(true)
  expect(await test.admin.call(connectionCard, { deviceId: id })).toMatchObject({ hasPassword: true, password: null })
  const again = await test.admin.call(rotatePassword, { deviceId: id, password: 'beef' })
  expect(again.password).toBe('BEEF')
  expect(await test.admin.call(clearPassword, { deviceId: id })).toMatchObject({ hasPassword: false, password: null })
  await expect(test.admin.call(rotatePassword, { deviceId: id, password: 'xyz' })).rejects.toMatchObject({ code: 400 })
})

it('a cleared password lets the station in with any', async () => {
  const { id, stationAddress } = await makeDevice(test.admin)
  await test.admin.call(rotatePassword, { deviceId: id, password: 'BEEF' })
  await test.admin.call(clearPassword, { deviceId: id })
  const station = await test.station({ station: stationAddress, password: '1234' })
  expect(await station.report(1, { 39: 1 })).toMatchObject({ serial: 1 })
})

it('listeners are listed with host, port and connections', async () => {
  const { list } = await test.admin.call(listenerPage)
  expect(list).toContainEqual(
    expect.objectContaining({ protocol: 'SL651', transport: 'tcp', host: 'devices.example.org', port: test.sl651Port }),
  )
})

it('listeners are shown to holders of the permission key, at first only administrators', async () => {
  const deptId = await makeDept(test.admin, 'asks for listeners')
  const [clerk, warden] = [
    await makePerson(test.admin, test.db, { deptId, keys: ['device:list'] }),
    await makePerson(test.admin, test.db, { deptId, keys: ['listener:list'] }),
  ]
  await expect(clerk.call(listenerPage)).rejects.toMatchObject({ code: 403 })
  expect((await warden.call(listenerPage)).list.length).toBeGreaterThan(0)
  const { rows } = await test.db.query(
    `select r.code from role r join role_resource rr on rr.role_id = r.id join resource s on s.id = rr.resource_id
     where s.perm_code = 'listener:list' and r.dept_id is null /* unscoped:test */`,
  )
  expect(rows).toEqual([{ code: 'ROLE_ADMIN' }])
})

it('a closed listener says so', async () => {
  const closed = await startTestPlatform({ env: { SLUICE_DEVICE_PORTS: 'off' } })
  const { id } = await makeDevice(closed.admin)
  expect(await closed.admin.call(connectionCard, { deviceId: id })).toMatchObject({ listening: false, port: 0 })
  const { list } = await closed.admin.call(listenerPage)
  expect(list.find(({ protocol }) => protocol === 'SL651')).toMatchObject({ port: null })
  await closed.stop()
})
