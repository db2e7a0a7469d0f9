import { expect, test } from 'vitest'
import type { UplinkBatch } from './uplink.store.ts'
import { NOW, POISON, registered, type Said, said, STATION, uplinkWorld } from './uplink.fixture.ts'
import { type DeviceRuntime, NO_STATES, type StoredState } from './uplink.runtime.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

type World = ReturnType<typeof uplinkWorld>
const device = ({ directory }: World, id = '1') => directory.device(id)!
const told = ({ batches }: World) =>
  batches.flatMap(({ conditions = [] }) => conditions.map(({ code, holds }) => [code, holds]))
const resets = ({ batches }: World) => batches.flatMap(({ events }) => events.map(({ payload }) => payload))

/** A report of one value of the station itself; `refused` by the store where it says so. */
function own(key: string, value: number, { refused = false, ...more }: Said & { refused?: boolean } = {}) {
  const ts = more.at ?? more.receivedAt ?? NOW
  return said(refused ? POISON : 1, { ...more, observations: [{ channel: 0, ts, values: { [key]: value } }] })
}

/** All that the process knows of a device from reports. */
function known({ directory }: World, id = '1') {
  const {
    status,
    offlineCause,
    firstSeen,
    lastSeen,
    silentAfter,
    conditionsAt,
    limitStates,
    newestTs,
    readings,
    holding,
  } = directory.device(id)!
  const sets = { readings: [...readings], holding: [...holding] }
  return structuredClone({
    status,
    offlineCause,
    firstSeen,
    lastSeen,
    silentAfter,
    conditionsAt,
    limitStates,
    newestTs,
    ...sets,
  })
}

/** Several reports that wait for the store together, each stored or refused by itself. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

function offline(more: Partial<StoredState> = {}): StoredState {
  return {
    readings: new Map([['opening', { v: 3, ts: NOW - HOUR, q: 'GOOD' }]]),
    status: 'OFFLINE',
    offlineCause: 'SELF',
    firstSeen: NOW - 2 * HOUR,
    lastSeen: NOW - HOUR,
    silentAfter: NOW - MINUTE,
    conditionsAt: NOW - HOUR,
    limitStates: NO_STATES,
    ...more,
  }
}

test('what the store refused leaves the device and its slaves as they were', async () => {
  const world = uplinkWorld({ states: new Map(['1', '11'].map((id) => [id, offline()])) })
  await world.directory.find(STATION.address)
  const before = [known(world), known(world, '11')]
  await world.accept(said(POISON, { identity: 1, conditions: { P01: true }, slave: { opening: 7 } }))
  expect([known(world), known(world, '11')]).toEqual(before)
})

test('a station that was never stored is as unknown as before', async () => {
  const world = uplinkWorld()
  await world.accept(said(POISON, { slave: { opening: 7 } }))
  expect(known(world)).toMatchObject({ status: 'INACTIVE', firstSeen: null, newestTs: Number.NEGATIVE_INFINITY })
  expect(device(world).readings.size).toBe(0)
})

test('a counter is not judged against a value that was never stored', async () => {
  const world = uplinkWorld()
  await world.accept(own('rainTotal', 10, { at: NOW - 2 * MINUTE }))
  await world.accept(own('rainTotal', 400, { at: NOW - MINUTE, refused: true }))
  await world.accept(own('rainTotal', 11))
  expect(resets(world)).toEqual([])
})

test('neither are those that were judged while it was on its way', async () => {
  const world = uplinkWorld()
  await world.accept(own('rainTotal', 10, { at: NOW - 2 * MINUTE }))
  await world.accept(own('rainTotal', 400, { at: NOW - MINUTE, refused: true }), own('rainTotal', 5))
  expect(resets(world)).toEqual([{ key: 'rainTotal', before: 10, after: 5 }])
  expect(device(world).readings.get('rainTotal')).toMatchObject({ v: 5, ts: NOW })
})

test('the same report again is stored, with its first time as new and its condition recorded', async () => {
  const world = uplinkWorld({ states: new Map([['11', offline()]]) })
  const report = said(POISON, { identity: 1, conditions: { P01: true }, slave: { opening: 7 } })
  await world.accept(report)
  await world.accept(said(1, { at: NOW - MINUTE, receivedAt: NOW + MINUTE, conditions: { P01: false } }))
  world.state.refuses = () => false
  const [answer] = await world.accept(report)
  expect(answer).toMatchObject({ verdict: 'OK', acknowledge: true })
  expect(told(world)).toEqual([['P01', true]])
  expect(world.batches.at(-1)?.telemetry.map(({ fresh, source }) => [fresh, source])).toEqual([
    [true, 'REPORT'],
    [true, 'REPORT'],
  ])
  expect(known(world, '11')).toMatchObject({ status: 'ONLINE', lastSeen: NOW })
})

test('a slave that the store refused does not make its earlier reports old', async () => {
  const world = uplinkWorld({ states: new Map([['11', offline()]]) })
  await world.accept(said(POISON, { slave: { opening: 7, at: NOW } }))
  await world.accept(said(1, { slave: { opening: 8, at: NOW - 30 * MINUTE } }))
  expect(known(world, '11')).toMatchObject({ status: 'ONLINE', lastSeen: NOW, newestTs: NOW - 30 * MINUTE })
})

test('the refused end of a condition is recorded by the next report, also by one that was on its way', async () => {
  const world = uplinkWorld()
  await world.accept(said(1, { conditions: { P01: true, P03: true } }))
  await world.accept(said(POISON, { conditions: { P01: false } }), said(2, { conditions: { P01: false } }))
  await world.accept(said(POISON, { conditions: { P03: false } }))
  await world.accept(said(3, { conditions: { P03: false } }))
  expect(told(world)).toEqual([
    ['P01', true],
    ['P03', true],
    ['P01', false],
    ['P03', false],
  ])
})

test('of reports that came together those that are stored stay, before and after the refused one', async () => {
  const world = uplinkWorld()
  await world.accept(
    own('level', 1, { at: NOW - 3 * MINUTE, conditions: { P01: true } }),
    own('level', 2, { at: NOW, refused: true, conditions: { P01: false, P03: true } }),
    own('level', 3, { at: NOW - MINUTE, receivedAt: NOW + 1, conditions: { S01: true } }),
  )
  expect(known(world)).toMatchObject({ lastSeen: NOW + 1, firstSeen: NOW, newestTs: NOW - MINUTE })
  expect(device(world).readings.get('level')).toEqual({ v: 3, ts: NOW - MINUTE, q: 'GOOD' })
  expect([...device(world).holding].sort()).toEqual(['P01', 'S01'])
  expect(world.batches.flatMap(({ telemetry }) => telemetry.map(({ source, fresh }) => [source, fresh]))).toEqual([
    ['REPORT', true],
    ['REPORT', true],
  ])
})

test('beneath a bad value lies the last good one that is stored', async () => {
  const world = uplinkWorld()
  await world.accept(own('batteryV', 11, { at: NOW - 2 * MINUTE }))
  await world.accept(own('batteryV', 12, { at: NOW - MINUTE, refused: true }), own('batteryV', 99))
  expect(device(world).readings.get('batteryV')).toMatchObject({ v: 99, q: 'BAD', good: { v: 11 } })
})

test('keys that only a refused report named take no room', async () => {
  const world = uplinkWorld()
  const values = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`k${n}`, n]))
  await world.accept(said(POISON, { observations: [{ channel: 0, ts: NOW, values }] }))
  await world.accept(own('level', 1))
  expect([...device(world).readings.keys()]).toEqual(['level'])
})

test('what others found meanwhile stands', async () => {
  const world = uplinkWorld({ states: new Map([['1', offline()]]) })
  await world.directory.find(STATION.address)
  const held = Promise.withResolvers<void>()
  world.state.held = held.promise
  const refused = world.accept(said(POISON))
  await turn()
  expect(known(world)).toMatchObject({ status: 'ONLINE', lastSeen: NOW })
  Object.assign(device(world), { status: 'OFFLINE', offlineCause: 'MASTER' })
  held.resolve()
  await refused
  expect(known(world)).toMatchObject({ status: 'OFFLINE', offlineCause: 'MASTER', lastSeen: NOW - HOUR })
})

test('of two that are refused one after the other nothing is left', async () => {
  const world = uplinkWorld()
  await world.accept(own('level', 1))
  const before = known(world)
  const refused = (level: number) => own('level', level, { receivedAt: NOW + level, refused: true })
  await world.accept(refused(2), refused(3), refused(4))
  expect(known(world)).toEqual(before)
})

test('a gateway whose end was refused is connected, and so are those behind it', async () => {
  const gateway = { ...registered('1', 'SL651-VALVE-STATION') }
  gateway.type = { ...gateway.type, nodeKind: 'GATEWAY' }
  const world = uplinkWorld({ stations: [{ ...STATION, device: gateway }] })
  await world.accept(said(1, { slave: { opening: 7 } }))
  const before = [known(world), known(world, '11')]
  await world.accept({ ...said(POISON), ended: 'LOST' })
  expect([known(world), known(world, '11')]).toEqual(before)
})

/** Opening of device 1 in the state that each batch would write. */
function statesWritten(world: World) {
  const written: unknown[] = []
  world.state.onStore = ({ shadows }: UplinkBatch) => {
    const own = (shadows as DeviceRuntime[]).find(({ deviceId }) => deviceId === '1')
    written.push(own?.readings.get('opening')?.v)
  }
  return written
}

test('a state that one refused value spoils is not written with the reports before it', async () => {
  const world = uplinkWorld()
  const written = statesWritten(world)
  world.state.refuses = ({ raw }) => raw[0] === POISON
  world.state.refusesState = ({ readings }) => readings.get('opening')?.v === POISON
  const later = own('level', 2, { receivedAt: NOW + 2 })
  const answers = await world.accept(said(1), later, said(POISON, { at: NOW + 1 }), said(4, { at: NOW - 1 }))
  expect(answers.map(({ acknowledge }) => acknowledge)).toEqual([true, true, false, true])
  expect(new Set(written)).toEqual(new Set([1]))
  expect(known(world)).toMatchObject({ lastSeen: NOW + 2, newestTs: NOW + 2 })
  expect([...device(world).readings].map(([key, { v }]) => [key, v])).toEqual([
    ['opening', 1],
    ['level', 2],
  ])
})

test('a state that was written with a value on its way is written again when that is refused, each time', async () => {
  const world = uplinkWorld()
  await world.directory.find(STATION.address)
  const written = statesWritten(world)
  const held = Promise.withResolvers<void>()
  world.state.held = held.promise
  world.state.away = 1
  const first = world.accept(said(1), said(2))
  await turn()
  const second = world.accept(said(POISON, { at: NOW + 1 }))
  held.resolve()
  await Promise.all([first, second])
  await world.accept(said(POISON, { at: NOW + 2 }))
  await turn()
  await turn()
  expect(written).toEqual([POISON, POISON, 1])
  expect(world.batches.at(-1)).toMatchObject({ messages: [], telemetry: [], events: [] })
})
