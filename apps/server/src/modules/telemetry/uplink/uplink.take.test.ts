import type { Observation } from '@sluice/devices'
import { expect, test } from 'vitest'
import { NOW, registered, said, STATION, uplinkWorld } from './uplink.fixture.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const own = (values: Record<string, number>, ts = NOW) => said(0, { observations: [{ channel: 0, ts, values }] })

type World = ReturnType<typeof uplinkWorld>
const rows = ({ batches }: World) =>
  batches.flatMap(({ telemetry }) => telemetry.map(({ deviceId, readings, quality }) => [deviceId, readings, quality]))

test('a counter that fell is an event of its device, once', async () => {
  const world = uplinkWorld()
  await world.accept(own({ rainTotal: 400 }, NOW - MINUTE))
  await world.accept(own({ rainTotal: 20 }))
  await world.accept(own({ rainTotal: 21 }, NOW + MINUTE))
  expect(world.batches.flatMap(({ events }) => events)).toEqual([
    {
      deviceId: '1',
      ts: NOW,
      kind: 'EVENT',
      code: 'METER_RESET',
      payload: { key: 'rainTotal', before: 400, after: 20 },
    },
  ])
})

test('a report that could be read in part is stored as such, unless something worse is said of it', async () => {
  const world = uplinkWorld()
  const whole = said(1, { identity: 1 })
  const late = said(2, { identity: 3, at: NOW - 365 * DAY })
  const answers = await world.accept(whole, { ...said(2, { identity: 2 }), partialAt: 12 }, { ...late, partialAt: 12 })
  expect(answers.map(({ verdict, acknowledge }) => [verdict, acknowledge])).toEqual([
    ['OK', true],
    ['PARTIAL', true],
    ['BAD_TIME', true],
  ])
})

test('only what is not good is marked', async () => {
  const world = uplinkWorld()
  await world.accept(own({ batteryV: 99, level: 2 }), own({ batteryV: 12 }, NOW + MINUTE))
  expect(rows(world)).toEqual([
    ['1', { batteryV: 99, level: 2 }, { batteryV: 'BAD' }],
    ['1', { batteryV: 12 }, null],
  ])
})

test('an unregistered name is reported, and its values belong to no device', async () => {
  const world = uplinkWorld()
  const observations = [
    { channel: 0, slave: 'pump-9', ts: NOW, values: { opening: 5 } },
    { channel: 0, ts: NOW, values: { level: 2 } },
  ]
  const [answer] = await world.accept(said(0, { observations }))
  expect(answer).toMatchObject({ verdict: 'UNKNOWN_DEVICE', acknowledge: true, unknownSlaves: ['pump-9'] })
  expect(rows(world)).toEqual([['1', { level: 2 }, null]])
})

test('a padding bit is no valve, and no unknown device', async () => {
  const world = uplinkWorld()
  const observations = [{ channel: 2, ts: NOW, values: { opening: 5 }, padded: true as const }]
  const [answer] = await world.accept(said(0, { observations }))
  expect(answer).toMatchObject({ verdict: 'OK', unknownSlaves: [] })
  expect(rows(world)).toEqual([])
})

test('the first channel is the device itself only where it has no slaves by its kind', async () => {
  const first = said(0, { observations: [{ channel: 1, ts: NOW, values: { opening: 5 } }] })
  const station = uplinkWorld({ stations: [{ ...STATION, channels: [] }] })
  await station.accept(first)
  expect(rows(station)).toEqual([['1', { 'opening.1': 5 }, null]])
  const direct = uplinkWorld({ stations: [{ ...STATION, device: registered('1', 'SL651-VALVE'), channels: [] }] })
  await direct.accept(first)
  expect(rows(direct)).toEqual([['1', { opening: 5 }, null]])
})

test('keys without end are history and do not grow the state', async () => {
  const world = uplinkWorld()
  const many = (from: number) =>
    Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`k${from + n}`, from + n] as const))
  await world.accept(own(many(0)), own(many(200), NOW + MINUTE), own({ k0: -1 }, NOW + 2 * MINUTE))
  const readings = world.directory.device('1')?.readings
  expect(readings?.size).toBe(300)
  expect(readings?.get('k0')?.v).toBe(-1)
  expect(rows(world).map(([, values]) => Object.keys(values as object).length)).toEqual([200, 200, 1])
})

test('of two reports of the same time the first one stands, and an older one changes nothing', async () => {
  const world = uplinkWorld()
  await world.accept(own({ level: 1 }), own({ level: 2 }), own({ level: 3 }, NOW - 1))
  expect(world.directory.device('1')?.readings.get('level')).toMatchObject({ v: 1, ts: NOW })
})

test('an hour that was marked while it ran is marked again by what comes when it is over', async () => {
  const world = uplinkWorld()
  const hour = Math.floor(NOW / HOUR) * HOUR
  await world.accept(said(1))
  await world.accept(said(2, { at: NOW + 1, receivedAt: NOW + HOUR }))
  expect(world.batches.flatMap(({ dirty }) => dirty)).toEqual([
    { deviceId: '1', hour },
    { deviceId: '1', hour },
  ])
})

test('a repeat, and a station with another password, change nothing of the state', async () => {
  const world = uplinkWorld({ stations: [{ ...STATION, password: '1234' }] })
  const [refused] = await world.accept(said(1))
  expect(refused).toMatchObject({ verdict: 'BAD_PASSWORD', acknowledge: false })
  expect(world.directory.device('1')?.status).toBe('INACTIVE')
  await world.accept({ ...said(2, { identity: 1 }), password: '1234' })
  await world.accept({ ...said(3, { identity: 1, at: NOW + MINUTE }), password: '1234' })
  expect(world.directory.device('1')?.readings.get('opening')?.v).toBe(2)
})

test('a gateway whose connection ended is offline at once, with what is behind it', async () => {
  const device = registered('1')
  const gateway = { ...device, type: { ...device.type, nodeKind: 'GATEWAY' as const } }
  const world = uplinkWorld({ stations: [{ ...STATION, device: gateway }] })
  await world.accept(said(1, { slave: { opening: 5 } }))
  await world.accept({ ...said(2, { receivedAt: NOW + MINUTE }), heartbeat: true, ended: 'LOST' })
  const presence = (id: string) => {
    const { status, offlineCause, lastSeen } = world.directory.device(id)!
    return [status, offlineCause, lastSeen]
  }
  expect([presence('1'), presence('11')]).toEqual([
    ['OFFLINE', 'LOST', NOW],
    ['OFFLINE', 'MASTER', NOW],
  ])
  expect(world.batches.flatMap(({ conditions = [] }) => conditions)).toMatchObject([
    { code: 'C01', holds: true, trigger: { observed: 'DISCONNECTED' } },
  ])
})

/** A gateway with devices behind it by these names, each of its own id. */
function gatewayOf(names: Readonly<Record<string, string>>) {
  const device = registered('1')
  const gateway = { ...device, type: { ...device.type, nodeKind: 'GATEWAY' as const } }
  const channels = Object.entries(names).map(([name, id]) => ({ channel: null, names: [name], device: registered(id) }))
  const world = uplinkWorld({ stations: [{ ...STATION, device: gateway, channels }] })
  return {
    world,
    /** What it says of one of them. */
    of: (slave: string, more: Partial<Observation> = {}) =>
      said(0, { observations: [{ channel: 0, slave, ts: NOW, values: {}, ...more } as Observation] }),
    presence: (id: string) => {
      const { status, offlineCause, lastSeen } = world.directory.device(id)!
      return [status, offlineCause, lastSeen]
    },
    conditions: () =>
      world.batches.flatMap(({ conditions = [] }) =>
        conditions.map(({ deviceId, code, holds }) => [deviceId, code, holds]),
      ),
  }
}

test('a device that its gateway connected is online before its first value, unless the time of that is none', async () => {
  const { world, of, presence } = gatewayOf({ east: '21', west: '22' })
  await world.accept(of('east'), of('west', { ts: NOW + 365 * DAY }))
  expect(presence('21')).toEqual(['ONLINE', null, NOW])
  expect(presence('22')).toEqual(['INACTIVE', null, null])
})

test('a device that its gateway no longer reaches is offline with its fault; one that never reported has none', async () => {
  const { world, of, presence, conditions } = gatewayOf({ east: '21', west: '22' })
  await world.accept(of('east', { values: { opening: 1 } }))
  await world.accept(of('east', { gone: true }), of('west', { gone: true }))
  expect(presence('21')).toEqual(['OFFLINE', 'DISCONNECTED', NOW])
  expect(presence('22')).toEqual(['INACTIVE', 'DISCONNECTED', null])
  expect(conditions()).toEqual([['21', 'C02', true]])
})

test('a gateway that is back brings those back that were on time, and nobody whom it had lost before', async () => {
  const { world, of, presence, conditions } = gatewayOf({ east: '21', west: '22', south: '23' })
  await world.accept(of('east', { values: { opening: 1 } }), of('west', { values: { opening: 1 } }))
  await world.accept(of('west', { gone: true }))
  const ended = (at: number) => ({ ...said(0, { receivedAt: at }), heartbeat: true, ended: 'LOST' as const })
  const alive = (at: number) => ({ ...said(0, { receivedAt: at }), heartbeat: true })
  await world.accept(ended(NOW + MINUTE))
  expect(presence('21')).toEqual(['OFFLINE', 'MASTER', NOW])
  await world.accept(alive(NOW + 2 * MINUTE))
  expect([presence('1'), presence('21'), presence('22'), presence('23')]).toEqual([
    ['ONLINE', null, NOW + 2 * MINUTE],
    ['ONLINE', null, NOW],
    ['OFFLINE', 'DISCONNECTED', NOW],
    ['INACTIVE', null, null],
  ])
  await world.accept(ended(NOW + 3 * MINUTE))
  await world.accept(alive(NOW + 12.5 * MINUTE))
  expect(presence('21')[0]).toBe('ONLINE')
  await world.accept(ended(NOW + 13 * MINUTE))
  // More than two intervals and a half after its last report it is silent by itself.
  await world.accept(alive(NOW + 15 * MINUTE))
  expect([presence('1')[0], presence('21')]).toEqual(['ONLINE', ['OFFLINE', 'SELF', NOW]])
  await world.accept(ended(NOW + 16 * MINUTE), ended(NOW + 17 * MINUTE))
  expect(conditions().filter(([, code]) => code === 'C01')).toEqual([
    ['1', 'C01', true],
    ['1', 'C01', true],
    ['1', 'C01', true],
    ['1', 'C01', true],
  ])
})

test('a name of a slave and the last name of two', async () => {
  const named = (id: string) => ({ channel: null, names: ['east'], device: registered(id, 'SL651-VALVE-CHANNEL') })
  const world = uplinkWorld({ stations: [{ ...STATION, channels: [named('21'), named('22')] }] })
  await world.accept(said(0, { observations: [{ channel: 0, slave: 'east', ts: NOW, values: { opening: 5 } }] }))
  expect(rows(world)).toEqual([['22', { opening: 5 }, null]])
  expect(world.directory.readingsOf('1', 'east')?.get('opening')?.v).toBe(5)
  expect(world.directory.readingsOf('1', null)?.get('opening')).toBeUndefined()
  expect(world.directory.readingsOf('1', 'west')).toBeUndefined()
})

test('a calibrated metric is corrected before it is judged, with what the device said beside it', async () => {
  const corrections = new Map([['level', { gain: 1.1, shift: 0.1 }]])
  const world = uplinkWorld({ stations: [{ ...STATION, device: { ...STATION.device, corrections } }] })
  await world.accept(
    own({ level: 10, batteryV: 12 }),
    own({ level: 8500 }, NOW + MINUTE),
    own({ batteryV: 12 }, NOW + 2 * MINUTE),
    said(0, { slave: { opening: 5 }, observations: [{ channel: 1, ts: NOW, values: { level: 10 } }] }),
  )
  expect(rows(world)).toEqual([
    ['1', { level: 11.1, batteryV: 12, 'level.raw': 10 }, null],
    // 8,500 m would be a level.
    ['1', { level: 9350.1, 'level.raw': 8500 }, { level: 'BAD' }],
    ['1', { batteryV: 12 }, null],
    // Its slave has none.
    ['11', { level: 10 }, null],
  ])
  expect(world.directory.device('1')?.readings.get('level.raw')).toMatchObject({ v: 8500, ts: NOW + MINUTE })
})

test('what is no number is not corrected', async () => {
  const corrections = new Map([['level', { gain: 1.1, shift: 0.1 }]])
  const world = uplinkWorld({ stations: [{ ...STATION, device: { ...STATION.device, corrections } }] })
  const values = { level: 'high' }
  await world.accept(said(0, { observations: [{ channel: 0, ts: NOW, values }] }))
  expect(rows(world)).toEqual([['1', { level: 'high' }, { level: 'BAD' }]])
})

test('a calibration that was ended ends with the next look-up of its station', async () => {
  const corrections = new Map([['level', { gain: 1.1, shift: 0.1 }]])
  const stations = [{ ...STATION, device: { ...STATION.device, corrections } as typeof STATION.device }]
  const world = uplinkWorld({ stations })
  await world.accept(own({ level: 10 }))
  stations[0] = { ...STATION, device: { ...STATION.device, corrections: null } }
  world.directory.forgetRegistrations()
  await world.accept(own({ level: 10 }, NOW + MINUTE))
  expect(rows(world).map(([, readings]) => readings)).toEqual([{ level: 11.1, 'level.raw': 10 }, { level: 10 }])
})
