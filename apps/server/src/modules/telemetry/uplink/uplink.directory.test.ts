import { describe, expect, test } from 'vitest'
import type { LimitsByKey } from '@sluice/devices'
import type { CounterSettings } from '../meter/counter.rules.ts'
import type { UsualHours } from '../watch/usual.rules.ts'
import { StationDirectory, type StationRegistration } from './uplink.directory.ts'
import { NOW, registered, STATION } from './uplink.fixture.ts'
import { NO_STATES, RecentIdentities, type StoredState } from './uplink.runtime.ts'

function directoryOf(stations: StationRegistration[]) {
  const state = { now: NOW, away: 0, held: undefined as Promise<void> | undefined }
  const asked: string[][] = []
  const identitiesOf: string[][] = []
  const statesOf: string[][] = []
  const settingsOf: string[][] = []
  const waits: number[] = []
  const failures: unknown[] = []
  const stored = new Map<string, StoredState>()
  const counters = new Map<string, CounterSettings>()
  const limits = new Map<string, LimitsByKey>()
  const usual = new Map<string, UsualHours>()
  const directory = new StationDirectory({
    async findStations(addresses) {
      asked.push([...addresses])
      const found = stations.filter(({ address }) => addresses.includes(address))
      await state.held
      if (state.away-- > 0) throw new Error('away')
      return found
    },
    async loadStates(ids) {
      statesOf.push([...ids])
      return new Map([...stored].filter(([id]) => ids.includes(id)))
    },
    async loadIdentities(ids) {
      identitiesOf.push([...ids])
      return new Map()
    },
    async loadCounters(ids) {
      settingsOf.push([...ids])
      return new Map([...counters].filter(([id]) => ids.includes(id)))
    },
    loadLimits: async (devices) =>
      new Map([...limits].filter(([id]) => devices.some(({ deviceId }) => deviceId === id))),
    async loadUsual(ids) {
      settingsOf.push([...ids])
      return new Map([...usual].filter(([id]) => ids.includes(id)))
    },
    elapsed: () => state.now,
    wait: async (ms) => void waits.push(ms),
    onFailure: (error) => failures.push(error),
  })
  return {
    state,
    asked,
    identitiesOf,
    statesOf,
    settingsOf,
    waits,
    failures,
    stored,
    counters,
    limits,
    usual,
    directory,
  }
}

const { address } = STATION
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

describe('a station that is asked for', () => {
  test('by many at once is looked up once, and then known', async () => {
    const { directory, asked, identitiesOf } = directoryOf([STATION])
    const found = await Promise.all([directory.find(address), directory.find(address)])
    expect(found[0]?.device.deviceId).toBe('1')
    expect(found[1]).toBe(found[0])
    expect([directory.peek(address), await directory.find(address)]).toEqual([found[0], found[0]])
    expect([asked, identitiesOf]).toEqual([[[address]], [['1']]])
    expect([...directory.devices()].map(({ deviceId }) => deviceId)).toEqual(['1', '11'])
  })

  test('is called by its own id, its slaves by the names their gateway gives them', async () => {
    const channels = [{ ...STATION.channels[0]!, names: ['east', '东闸'] }]
    const { directory } = directoryOf([{ ...STATION, channels }])
    await directory.find(address)
    expect(directory.deviceCalled('1', null)).toBe('1')
    expect([directory.deviceCalled('1', 'east'), directory.deviceCalled('1', '东闸')]).toEqual(['11', '11'])
    expect([directory.deviceCalled('1', 'nobody'), directory.deviceCalled('2', 'east')]).toEqual([undefined, undefined])
  })

  test('and is not there is not looked for again for five seconds', async () => {
    const stations: StationRegistration[] = []
    const { directory, asked, state, statesOf, identitiesOf, settingsOf } = directoryOf(stations)
    expect(await directory.find(address)).toBeUndefined()
    expect([statesOf, identitiesOf, settingsOf]).toEqual([[], [], []])
    stations.push(STATION)
    state.now += 4_999
    expect(await directory.find(address)).toBeUndefined()
    expect(asked).toHaveLength(1)
    state.now += 1
    expect((await directory.find(address))?.device.deviceId).toBe('1')
  })

  test('is looked for at once when registrations changed', async () => {
    const stations: StationRegistration[] = []
    const { directory } = directoryOf(stations)
    expect(await directory.find(address)).toBeUndefined()
    stations.push(STATION)
    directory.forgetRegistrations()
    expect((await directory.find(address))?.device.deviceId).toBe('1')
  })

  test('waits while the store is unavailable, and reports the failure', async () => {
    const { directory, state, waits, failures } = directoryOf([STATION])
    state.away = 2
    expect((await directory.find(address))?.device.deviceId).toBe('1')
    expect([waits, failures.map(String)]).toEqual([
      [500, 500],
      ['Error: away', 'Error: away'],
    ])
  })

  test('is read once more when registrations changed during the look-up', async () => {
    const stations = [STATION]
    const { directory, state, asked } = directoryOf(stations)
    const held = Promise.withResolvers<void>()
    state.held = held.promise
    const found = directory.find(address)
    while (asked.length === 0) await nextTurn()
    stations[0] = { ...STATION, password: 'new' }
    directory.forgetRegistrations()
    held.resolve()
    expect((await found)?.password).toBe('new')
    expect(asked).toHaveLength(2)
  })

  test('is not taken for known by what was read before the change', async () => {
    const stations = [STATION]
    const { directory, state, asked } = directoryOf(stations)
    const held = Promise.withResolvers<void>()
    state.held = held.promise
    const found = directory.find(address)
    while (asked.length === 0) await nextTurn()
    stations.length = 0
    directory.forgetRegistrations()
    held.resolve()
    expect(await found).toBeUndefined()
    expect(directory.peek(address)).toBeUndefined()
  })

  test('after another look-up has begun goes into the next one', async () => {
    const other = { ...STATION, address: '0000000002', device: registered('2'), channels: [] }
    const { directory, state, asked } = directoryOf([STATION, other])
    const held = Promise.withResolvers<void>()
    state.held = held.promise
    const first = directory.find(address)
    while (asked.length === 0) await nextTurn()
    const second = directory.find(other.address)
    held.resolve()
    expect([(await first)?.device.deviceId, (await second)?.device.deviceId]).toEqual(['1', '2'])
    expect(asked).toEqual([[address], [other.address]])
  })

  test('with six hundred others is looked up with five hundred of them', async () => {
    const { directory, asked } = directoryOf([])
    await Promise.all(Array.from({ length: 601 }, (_, n) => directory.find(String(n))))
    expect(asked.map((addresses) => addresses.length)).toEqual([500, 101])
  })

  test('keeps its state and what it sent recently when its registration changes', async () => {
    const stations = [STATION]
    const { directory, identitiesOf, statesOf } = directoryOf(stations)
    const before = await directory.find(address)
    before!.device.lastSeen = NOW
    before!.recent.add(7, { stored: true })
    stations[0] = { ...STATION, device: { ...registered('1'), zone: 'Asia/Urumqi' }, channels: [] }
    directory.forgetRegistrations()
    const after = await directory.find(address)
    expect(after?.device).toBe(before?.device)
    expect(after?.device).toMatchObject({ zone: 'Asia/Urumqi', lastSeen: NOW })
    expect(after?.device.channels.size).toBe(0)
    expect(after?.recent.fateOf(7)).toEqual({ stored: true })
    expect([statesOf, identitiesOf]).toEqual([[['1', '11']], [['1']]])
  })

  test('is known with its last state, the newest time of which no row can be before', async () => {
    const { directory, stored } = directoryOf([STATION])
    const readings = new Map([1, 3, 2].map((n) => [`k${n}`, { v: n, ts: NOW + n, q: 'GOOD' as const }]))
    const status = {
      status: 'OFFLINE' as const,
      offlineCause: 'SELF' as const,
      conditionsAt: NOW,
      limitStates: NO_STATES,
    }
    stored.set('1', { readings, ...status, firstSeen: 1, lastSeen: 2, silentAfter: 3 })
    const found = await directory.find(address)
    expect(found?.device).toMatchObject({ ...status, firstSeen: 1, lastSeen: 2, silentAfter: 3, newestTs: NOW + 3 })
    expect(directory.device('11')).toMatchObject({ status: 'INACTIVE', newestTs: Number.NEGATIVE_INFINITY })
    expect(directory.device('12')).toBeUndefined()
  })

  test('has the settings of its counters, its limits and what is usual of it, as they are at its last look-up', async () => {
    const { directory, counters, limits, usual } = directoryOf([STATION])
    const [digits, none] = [[{ key: 'totalVolume', from: 0, digits: 5, perPulse: null }], new Map()]
    counters.set('1', digits)
    limits.set('11', none)
    usual.set('1', { flow: [[1, 2]] })
    const { device } = (await directory.find(address))!
    expect(device).toMatchObject({ counters: digits, limits: undefined, usual: { flow: [[1, 2]] } })
    expect(device.metricOf?.('totalVolume')?.counterMax).toBe(1e5)
    expect(directory.device('11')).toMatchObject({ counters: undefined, metricOf: undefined, limits: none })
    counters.clear()
    usual.clear()
    directory.forgetRegistrations()
    expect((await directory.find(address))?.device).toBe(device)
    expect(device).toMatchObject({ counters: undefined, metricOf: undefined, usual: undefined })
  })

  test('is told what is usual when that was counted anew, where it is known', async () => {
    const { directory } = directoryOf([STATION])
    const { device } = (await directory.find(address))!
    directory.learnUsual(
      new Map([
        ['1', { flow: [[3, 4]] }],
        ['99', { flow: [[5, 6]] }],
      ]),
    )
    expect(device.usual).toEqual({ flow: [[3, 4]] })
    expect(directory.device('99')).toBeUndefined()
  })

  test('has slaves by channel and by name', async () => {
    const channels = [
      { channel: 1, device: registered('11') },
      { channel: null, names: ['east', 'e'], device: registered('12') },
    ]
    const { directory } = directoryOf([{ ...STATION, channels }])
    const { device } = (await directory.find(address))!
    expect([...device.channels.keys()]).toEqual([1])
    expect([...device.slaves!].map(([name, slave]) => [name, slave.deviceId])).toEqual([
      ['east', '12'],
      ['e', '12'],
    ])
    directory.device('12')!.readings.set('opening', { v: 1, ts: NOW, q: 'GOOD' })
    expect(directory.readingsOf('1', 'e')?.size).toBe(1)
    expect(directory.readingsOf('1', null)?.size).toBe(0)
    expect(directory.readingsOf('1', 'west')).toBeUndefined()
    expect(directory.readingsOf('9', null)).toBeUndefined()
  })
})

describe('what a station sent recently', () => {
  test('is known sixty-four messages back', () => {
    const recent = new RecentIdentities(Array.from({ length: 64 }, (_, n) => n))
    expect(recent.fateOf(0)).toEqual({ stored: true })
    recent.add(64, { stored: undefined })
    expect(recent.fateOf(0)).toBeUndefined()
    expect(recent.fateOf(1)).toEqual({ stored: true })
    expect(recent.fateOf(64)).toEqual({ stored: undefined })
  })

  test('is forgotten with its own fate only', () => {
    const recent = new RecentIdentities()
    const [first, second] = [{ stored: undefined }, { stored: undefined }]
    recent.add(1, first)
    recent.add(1, second)
    recent.forget(1, first)
    expect(recent.fateOf(1)).toBe(second)
    recent.forget(1, second)
    expect(recent.fateOf(1)).toBeUndefined()
  })
})
