import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { TinyCenter, until } from '../station/tiny-center.fixture.ts'
import { type Demo, startDemo } from './demo.ts'
import { FakePlatform } from './fake-platform.fixture.ts'
import { readOrder } from './order.ts'
import { DemoError } from './platform-api.ts'
import { buildWorld } from './world.ts'

/** No station of this county is out of reach then, as at any hour one or the other is. */
const QUIET_HOUR = Date.UTC(2026, 5, 1, 6)
const startedAt = performance.now()

let platform: FakePlatform
let center: TinyCenter
let port: number
let demos: Demo[]
let said: Record<string, unknown>[]

beforeEach(async () => {
  platform = new FakePlatform()
  center = new TinyCenter()
  await platform.listen()
  port = await center.listen()
  demos = []
  said = []
})

afterEach(async () => {
  await Promise.all(demos.map(({ fleet }) => fleet.stop()))
  await center.close()
  await platform.close()
})

function start(order: Record<string, unknown> = {}): Demo {
  const { baseUrl, cookie, token } = platform
  const line = JSON.stringify({
    baseUrl,
    cookie,
    token,
    listeners: { SL651: { host: '0.0.0.0', port } },
    stations: 12,
    seed: 1,
    ...order,
  })
  const clock = { now: () => QUIET_HOUR + performance.now() - startedAt }
  const demo = startDemo(line, { say: (status) => void said.push({ ...status }), clock })
  demos.push(demo)
  void demo.fleet.start()
  return demo
}

test('the demo makes departments, stations with their slaves, users, and the stations call with their passwords', async () => {
  const demo = start()
  await demo.provisioned
  const world = buildWorld({ stations: 12, seed: 1, reportIntervalS: 30 })
  expect(platform.of('device')).toHaveLength(world.devices.length)
  expect(platform.of('dept').map(({ name }) => name)).toEqual(expect.arrayContaining(['清河县水务局', '东灌区管理站']))
  expect(platform.of('sysUser').length).toBeGreaterThanOrEqual(5)
  expect(platform.roles.size).toBe(platform.of('sysUser').length)

  const office = platform.of('dept').find(({ name }) => name === '清河县水务局')!
  expect(platform.of('dept').find(({ name }) => name === '南洼灌区管理站')!['parentId']).toBe(office.id)
  const master = platform.of('device').find(({ deviceNo }) => deviceNo === 'QH-0001')!
  const ofMaster = platform.of('device').filter(({ masterId }) => masterId === master.id)
  expect(ofMaster.map(({ channel }) => channel)).toEqual(ofMaster.map((_, n) => n + 1))
  expect(ofMaster.every(({ stationAddress }) => stationAddress === undefined)).toBe(true)

  // The MQTT listener is off: its stations are on the platform, and silent. Two strangers call as well.
  const calling = world.stations.filter(({ carrier }) => carrier.protocol === 'SL651').length + 2
  expect(demo.fleet.members).toHaveLength(calling)
  await until(() => new Set(center.of('32').map(({ station }) => station)).size === calling)
  const device = platform.of('device').find(({ stationAddress }) => stationAddress === center.of('32')[0]!.station)!
  expect(center.of('32')[0]!.password).toBe(platform.passwords.get(device.id))
  // Two of them are strangers to the platform.
  const known = new Set(platform.of('device').map(({ stationAddress }) => stationAddress))
  expect(
    new Set(
      center
        .of('32')
        .map(({ station }) => station)
        .filter((address) => !known.has(address)),
    ).size,
  ).toBe(2)
  expect(said.map(({ event }) => event)).toEqual(['provisioning', 'ready'])
})

test('passwords of users are strong, never twice the same, and never said', async () => {
  await start().provisioned
  const passwords = platform.of('sysUser').map(({ password }) => String(password))
  expect(new Set(passwords).size).toBe(passwords.length)
  for (const password of passwords) {
    expect(password.length).toBeGreaterThanOrEqual(20)
    expect(password).toMatch(/[a-z].*\d|\d.*[a-z]/i)
    expect(JSON.stringify(said)).not.toContain(password)
  }
})

test('a second start finds everything and makes nothing', async () => {
  await start().provisioned
  const before = structuredClone(platform.tables)
  await start().provisioned
  expect(platform.tables).toEqual(before)
  const { departments, users, devices, features } = said.at(-1) as Record<string, { made: number }>
  expect([departments?.made, users?.made, devices?.made, features]).toEqual([0, 0, 0, 0])
})

test('a start that was interrupted is finished by the next one; a larger one adds to it', async () => {
  await start({ stations: 5 }).provisioned
  platform.of('device').splice(3, 1)
  await start({ stations: 5 }).provisioned
  const five = platform.of('device').length
  await start({ stations: 9 }).provisioned
  const world = buildWorld({ stations: 9, seed: 1, reportIntervalS: 30 })
  expect(platform.of('device')).toHaveLength(world.devices.length)
  expect(platform.of('device').length).toBeGreaterThan(five)
})

test('an address that belongs to another device is left to it', async () => {
  const { carrier } = buildWorld({ stations: 1, seed: 1, reportIntervalS: 30 }).stations[0]!
  if (carrier.protocol !== 'SL651') throw new Error('the first station speaks SL 651')
  platform.of('device').push({ id: '7', deviceNo: 'OWN-1', stationAddress: carrier.stationAddress })
  await start({ stations: 1 }).provisioned
  expect(platform.of('device')).toHaveLength(1)
  expect(platform.passwords.size).toBe(0)
})

test('limits are waited out, and calls are few at once', async () => {
  platform.callsUntilLimit = 10
  await start().provisioned
  expect(platform.of('device').length).toBeGreaterThan(12)
  expect(platform.mostAtOnce).toBeLessThanOrEqual(8)
})

test('the land is drawn before the first device, and finished by the next start when it was interrupted', async () => {
  await start({ stations: 1 }).provisioned
  const { calls } = platform
  expect(calls.indexOf('/device/v1/geo/import')).toBeLessThan(calls.indexOf('/device/v1/device/insert'))
  const { features } = buildWorld({ stations: 1, seed: 1, reportIntervalS: 30 }).county
  expect(platform.of('geo')).toHaveLength(features.length)
  const owners = new Map(platform.of('dept').map(({ id, name }) => [id, name]))
  const ownerOf = (name: string) =>
    owners.get(String(platform.of('geo').find((one) => one['name'] === name)!['deptId']))
  expect([ownerOf('清河县'), ownerOf('清河'), ownerOf('东一斗')]).toEqual([
    '清河县水务局',
    '清河县水务局',
    '东灌区管理站',
  ])
  platform.tables['geo'] = platform.of('geo').filter(({ name }) => name !== '清河县' && name !== '东一斗')
  await start({ stations: 1 }).provisioned
  expect(platform.of('geo')).toHaveLength(features.length)
})

test('tokens of MQTT devices are asked for once and kept for the next start, readable by their owner alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-demo-'))
  try {
    const listeners = { SL651: { host: '0.0.0.0', port }, TB_MQTT: { host: '127.0.0.1', port: 9 } }
    await start({ folder, listeners }).provisioned
    const asked = platform.calls.filter((path) => path.endsWith('rotatePassword')).length
    const demo = start({ folder, listeners })
    await demo.provisioned
    expect(platform.calls.filter((path) => path.endsWith('rotatePassword'))).toHaveLength(asked)
    expect(demo.fleet.mqttStations.length).toBeGreaterThanOrEqual(5)
    expect(statSync(join(folder, 'mqtt-tokens.json')).mode & 0o077).toBe(0)
    // Lost with the folder: the platform makes new ones.
    rmSync(join(folder, 'mqtt-tokens.json'))
    await start({ folder, listeners }).provisioned
    expect(platform.calls.filter((path) => path.endsWith('rotatePassword')).length).toBeGreaterThan(asked)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a session that is over ends it with one sentence', async () => {
  const demo = start({ token: 'old' })
  await expect(demo.provisioned).rejects.toThrow(DemoError)
  await expect(demo.provisioned).rejects.toThrow('session-over (HTTP 401)')
})

test('a session that is over is followed by the one that the starter hands in, asked for once', async () => {
  const demo = start({ token: 'old', renews: true })
  await until(() => said.some(({ event }) => event === 'session-over'))
  expect(demo.takes('cut 10%')).toBe(false)
  expect(demo.takes(JSON.stringify({ cookie: platform.cookie, token: platform.token }))).toBe(true)
  await demo.provisioned
  expect(platform.of('device').length).toBeGreaterThan(12)
  expect(said.filter(({ event }) => event === 'session-over')).toHaveLength(1)
})

test('an order is checked, and what it holds is never repeated', () => {
  const good = { baseUrl: 'http://h', cookie: 'c', token: 's3cret', listeners: { SL651: { host: '0.0.0.0', port: 1 } } }
  expect(readOrder(JSON.stringify(good))).toMatchObject({
    stations: 150,
    seed: 1,
    reportIntervalS: 30,
    sl651: { host: '127.0.0.1', port: 1 },
    mqtt: null,
  })
  for (const bad of [
    { baseUrl: 'x' },
    { cookie: 1 },
    { listeners: { SL651: {} } },
    { stations: 0 },
    { reportIntervalS: 1.5 },
  ]) {
    expect(() => readOrder(JSON.stringify({ ...good, ...bad }))).toThrow(/wrong order: \w+ must be/)
  }
  expect(() => readOrder('{"token":"s3cret"')).toThrow(/^(?!.*s3cret).*no JSON/)
})
