import { sl651, sl651Element, sl651Report, sl651SwitchReport, type Sl651Message } from '@sluice/codecs'
import { deviceTypeOf } from '@sluice/devices'
import { describe, expect, test } from 'vitest'
import { StationDirectory, type StationRegistration } from './uplink.directory.ts'
import { type StoredUplink, UplinkPipeline } from './uplink.pipeline.ts'
import type { RegisteredDevice } from './uplink.runtime.ts'
import type { UplinkBatch } from './uplink.store.ts'
import type { Uplink } from './uplink.take.ts'
import { UplinkWriter } from './uplink.writer.ts'

const now = Date.parse('2026-06-12T06:30:00Z')
const link = { center: 1, station: '0012345678', password: '04D2' }
const stamp = (serial: number) => ({ serial, sendTime: '2026-06-12 14:30:00' })

function registered(deviceId: string, productNo: string, enabled = true): RegisteredDevice {
  const type = deviceTypeOf(productNo)!
  const facts = { deptId: '7', zone: 'Asia/Shanghai', reportIntervalS: 300, corrections: null }
  return { deviceId, productNo, type, enabled, ...facts }
}

function world(stations: StationRegistration[]) {
  const batches: UplinkBatch[] = []
  const unknown: Uplink[] = []
  const stored: StoredUplink[] = []
  let lookUps = 0
  const directory = new StationDirectory({
    findStations: async (addresses) => {
      lookUps++
      return stations.filter((station) => addresses.includes(station.address))
    },
    loadStates: async () => new Map(),
    loadIdentities: async () => new Map(),
    loadCounters: async () => new Map(),
    loadLimits: async () => new Map(),
    loadUsual: async () => new Map(),
    elapsed: () => now,
    wait: async () => undefined,
    onFailure: () => undefined,
  })
  const writer = new UplinkWriter({
    store: async (batch) => void batches.push(structuredClone({ ...batch, shadows: [] })),
    onOutage: () => undefined,
    onRefused: () => undefined,
    wait: async () => undefined,
  })
  const pipeline = new UplinkPipeline({
    directory,
    writer,
    noteUnknown: (uplink) => unknown.push(uplink),
    isFault: () => false,
    otherTime: () => undefined,
    publish: (uplink) => stored.push(uplink),
  })
  return { batches, unknown, stored, directory, pipeline, lookUps: () => lookUps }
}

function uplink(message: Sl651Message, more: Partial<Uplink> = {}): Uplink {
  const raw = sl651.encode(message)
  return {
    address: message.station,
    password: message.password,
    message: { protocol: 'SL651', message },
    func: message.func,
    identity: message.serial,
    raw: raw.ok ? [raw.value] : [],
    receivedAt: now,
    remote: '127.0.0.1:1',
    heartbeat: false,
    source: 'LINK',
    ...more,
  }
}

function report(serial: number, values: Record<string, number>) {
  const elements = Object.entries(values).map(([id, value]) => sl651Element(id, value))
  return sl651Report(link, stamp(serial), {
    func: '32',
    stationType: '48',
    obsTime: '2026-06-12 14:30',
    elements: elements.flatMap((element) => element ?? []),
  })
}

const direct: StationRegistration = {
  address: link.station,
  password: null,
  device: registered('1', 'SL651-VALVE'),
  channels: [],
}
const master: StationRegistration = {
  address: link.station,
  password: '04D2',
  device: registered('1', 'SL651-VALVE-STATION'),
  channels: [1, 2].map((channel) => ({ channel, device: registered(`1${channel}`, 'SL651-VALVE-CHANNEL') })),
}

describe('identify', () => {
  test('an unregistered station is noted and not acknowledged', async () => {
    const { pipeline, unknown, batches } = world([])
    expect(await pipeline.accept(uplink(report(1, { 39: 1 })))).toEqual({
      verdict: 'UNKNOWN_DEVICE',
      acknowledge: false,
      station: null,
    })
    expect(unknown).toHaveLength(1)
    expect(batches).toEqual([])
  })

  test('the address of a device in another protocol is that of another sender', async () => {
    const { pipeline, unknown, batches } = world([{ ...direct, device: registered('1', 'MQTT-VALVE') }])
    const answer = await pipeline.accept(uplink(report(1, { 39: 1 })))
    expect(answer).toMatchObject({ verdict: 'UNKNOWN_DEVICE', acknowledge: false })
    expect(unknown).toHaveLength(1)
    expect(batches).toEqual([])
  })

  test('a wrong password and a switched-off device are not acknowledged', async () => {
    const { pipeline, batches } = world([master])
    const wrong = await pipeline.accept(uplink({ ...report(1, { 39: 1 }), password: 'FFFF' }))
    expect(wrong).toMatchObject({ verdict: 'BAD_PASSWORD', acknowledge: false })
    const off = world([{ ...direct, device: registered('1', 'SL651-VALVE', false) }])
    expect(await off.pipeline.accept(uplink(report(1, { 39: 1 })))).toMatchObject({ acknowledge: false })
    expect(batches).toEqual([])
  })

  test('who would be listened to is known before the message, from memory at once; nothing of it is noted', async () => {
    const { pipeline, unknown, batches } = world([{ ...master, allowedAddresses: '10.1.0.0/16' }])
    const statusOf = (remoteAddress: string, password = '04D2', protocol = 'SL651') =>
      pipeline.senderStatusOf(link.station, password, remoteAddress, protocol)
    const known = { senderStatus: 'KNOWN', deviceId: '1' }
    const first = statusOf('10.1.2.3')
    expect(first).toBeInstanceOf(Promise)
    expect(await first).toEqual(known)
    expect(statusOf('10.1.2.3')).toEqual(known)
    expect(statusOf('10.2.2.3')).toEqual({ senderStatus: 'ADDRESS_NOT_ALLOWED', deviceId: '1' })
    expect(statusOf('10.1.2.3', 'FFFF')).toEqual({ senderStatus: 'BAD_PASSWORD', deviceId: '1' })
    const nobody = { senderStatus: 'UNKNOWN_DEVICE', deviceId: null }
    expect(statusOf('10.1.2.3', '04D2', 'TB_MQTT')).toEqual(nobody)
    expect(await pipeline.senderStatusOf('0000000009', '', '10.1.2.3', 'SL651')).toEqual(nobody)
    const anywhere = await world([direct]).pipeline.senderStatusOf(link.station, '', '192.0.2.1', 'SL651')
    expect(anywhere).toEqual(known)
    expect([unknown, batches]).toEqual([[], []])
  })

  test('many stations that speak at once are looked up together', async () => {
    const { pipeline, lookUps } = world([])
    const addresses = Array.from({ length: 400 }, (_, n) => String(n).padStart(10, '0'))
    await Promise.all(addresses.map((station) => pipeline.accept(uplink({ ...report(1, { 39: 1 }), station }))))
    expect(lookUps()).toBe(1)
  })
})

describe('read and store', () => {
  test('the default mapping: kPa to MPa, m³/s to m³/h, one row for station and first channel of a direct device', async () => {
    const { pipeline, batches } = world([direct])
    const accepted = await pipeline.accept(
      uplink(report(1, { 38: 12.2, 58: 268, 28: 0.024, 60: 12.5, 68: 3.25, 39: 14.42 })),
    )
    expect(accepted).toMatchObject({ verdict: 'OK', acknowledge: true, station: { deviceId: '1', keepsOnline: true } })
    expect(batches[0]?.telemetry).toMatchObject([
      { deviceId: '1', ts: now, readings: { batteryV: 12.2, level: 14.42 } },
    ])
    expect(batches[0]?.telemetry[0]?.readings).toMatchObject({
      outletPressure: 0.268,
      flow: 86.4,
      remainWater: 12.5,
      hourVolume: 3.25,
    })
  })

  test('channels go to their slaves; a channel without one stays with the station by its number', async () => {
    const { pipeline, batches } = world([master])
    await pipeline.accept(uplink(report(1, { 38: 12.2, 58: 100, 59: 200, '5A': 300 })))
    expect(batches[0]?.telemetry.map((row) => [row.deviceId, row.readings])).toEqual([
      ['1', { batteryV: 12.2, 'outletPressure.3': 0.3 }],
      ['11', { outletPressure: 0.1 }],
      ['12', { outletPressure: 0.2 }],
    ])
  })

  test('4D: 1 is open, padding bits belong to no valve', async () => {
    const { pipeline, batches } = world([master])
    await pipeline.accept(uplink(sl651SwitchReport(link, stamp(2), '4D', [true, false])))
    expect(batches[0]?.telemetry.map((row) => [row.deviceId, row.readings])).toEqual([
      ['11', { valveState: 'OPEN', opening: 100 }],
      ['12', { valveState: 'CLOSED', opening: 0 }],
    ])
  })

  test('a repeated frame is stored as such, carries no values and is acknowledged again', async () => {
    const { pipeline, batches } = world([direct])
    const message = uplink(report(1, { 39: 1 }))
    const both = await Promise.all([pipeline.accept(message), pipeline.accept(message)])
    expect(both.map(({ verdict, acknowledge }) => [verdict, acknowledge])).toEqual([
      ['OK', true],
      ['DUPLICATE', true],
    ])
    expect(batches.flatMap((batch) => batch.telemetry)).toHaveLength(1)
    expect(batches.flatMap((batch) => batch.messages.map((row) => row.result))).toEqual(['OK', 'DUPLICATE'])
  })

  test('a station with a bad clock is acknowledged, so that it gets its clock set, and its values are refused', async () => {
    const { pipeline, batches } = world([direct])
    const message = { ...report(1, { 39: 1 }), sendTime: '2036-01-01 00:00:00' }
    if (message.body.kind === 'report') for (const element of message.body.elements) element.at = '2036-01-01 00:00'
    expect(await pipeline.accept(uplink(message))).toMatchObject({ verdict: 'BAD_TIME', acknowledge: true })
    expect(batches[0]?.messages).toHaveLength(1)
    expect(batches[0]?.telemetry).toEqual([])
  })

  test('a heartbeat keeps the device online and stores nothing', async () => {
    const { pipeline, batches, directory } = world([direct])
    await pipeline.accept(uplink(report(1, {}), { heartbeat: true, identity: null }))
    expect(batches[0]?.messages).toEqual([])
    expect(directory.device('1')).toMatchObject({ status: 'ONLINE', lastSeen: now, silentAfter: now + 750_000 })
  })

  test('a device may be silent as long as its product says, but not shorter than its own interval', async () => {
    const silentAfter = async (silentAfterS: number, reportIntervalS: number) => {
      const device = { ...direct.device, reportIntervalS, type: { ...direct.device.type, silentAfterS } }
      const { pipeline, directory } = world([{ ...direct, device }])
      await pipeline.accept(uplink(report(1, {}), { heartbeat: true, identity: null }))
      return (directory.device('1')!.silentAfter! - now) / 1000
    }
    expect(await silentAfter(7200, 300)).toBe(7200)
    expect(await silentAfter(300, 300)).toBe(300)
    expect(await silentAfter(7200, 10_000)).toBe(25_000)
  })

  test('only a time later than all before it can have no row yet', async () => {
    const { pipeline, batches } = world([direct])
    const at = (minute: string, serial: number) => {
      const message = report(serial, { 39: serial })
      if (message.body.kind === 'report') for (const element of message.body.elements) element.at = minute
      return uplink(message)
    }
    await pipeline.accept(at('2026-06-12 14:28', 1))
    await pipeline.accept(at('2026-06-12 14:30', 2))
    await pipeline.accept(at('2026-06-12 14:30', 3))
    await pipeline.accept(at('2026-06-12 14:29', 4))
    expect(batches.flatMap(({ telemetry }) => telemetry.map(({ fresh }) => fresh))).toEqual([true, true, false, false])
  })

  test('the hour of each report is to be rolled up', async () => {
    const { pipeline, batches } = world([direct])
    await pipeline.accept(uplink(report(1, { 39: 1 })))
    await pipeline.accept(uplink(report(2, { 39: 2 })))
    const mark = { deviceId: '1', hour: Date.parse('2026-06-12T06:00:00Z') }
    expect(batches.flatMap((batch) => batch.dirty)).toEqual([mark, mark])
  })
})

test('a changed registration is read again and the state stays', async () => {
  const stations = [direct]
  const { pipeline, directory } = world(stations)
  await pipeline.accept(uplink(report(1, { 39: 1 })))
  stations[0] = { ...direct, password: 'ABCD' }
  directory.forgetRegistrations()
  expect(await pipeline.accept(uplink(report(2, { 39: 1 })))).toMatchObject({ verdict: 'BAD_PASSWORD' })
  expect(directory.device('1')?.readings.get('level')?.v).toBe(1)
})
