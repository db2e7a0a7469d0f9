import type { DevicesAt, DeviceState, MapReadings } from '@sluice/contract'
import { expect, test } from 'vitest'
import { UNPROVEN } from '../colour/bins.rules.ts'
import { countBins, maskOf, NO_FILTER } from '../side/device-filter.ts'
import { deviceMapOf } from './device-map.fixture.ts'
import { DeviceStore } from './device-store.ts'

const NOW_S = 1_800_000_000
const NOW = NOW_S * 1000

const MAP = () =>
  deviceMapOf([
    { name: '一', place: [116, 37], seen: NOW_S - 60 },
    { name: '二', place: [116, 37], seen: NOW_S - 5_000 },
    { name: '三', place: [116, 37], type: 'SENSOR' },
    { name: '四', place: [116, 37], status: 3, seen: NOW_S },
  ])

type Row = [id: string, value: number, ago: number, metric?: number, keepS?: number]
const answer = (rows: readonly Row[], more: Partial<MapReadings> = {}): MapReadings => ({
  of: 'pressure',
  time: new Date(NOW).toISOString(),
  then: null,
  ids: rows.map(([id]) => id),
  values: rows.map(([, value]) => value),
  metrics: rows.map(([, , , metric]) => metric ?? 0),
  times: rows.map(([, , ago]) => NOW_S - ago),
  keepS: rows.map(([, , , , keepS]) => keepS ?? 900),
  ...more,
})

function coloured(rows: readonly Row[] = [], by: 'pressure' | 'battery' | 'age' = 'pressure') {
  const store = new DeviceStore()
  store.load(MAP())
  store.colours.choose(by)
  store.colours.fill(answer(rows), store.indexOf)
  return store
}
const binsAt = (store: DeviceStore, ms = NOW) => {
  store.recolour(ms)
  return [...store.colours.bins!]
}
const report = (deviceId: string, values: DeviceState['values']) =>
  ({
    deviceId,
    deptId: '1',
    status: 'ONLINE',
    offlineCause: null,
    lastSeenTime: null,
    values,
    faults: [],
  }) as DeviceState
const reading = (v: number | string, ago = 0, q: 'GOOD' | 'BAD' = 'GOOD') => ({
  v,
  q,
  ts: new Date(NOW - ago * 1000).toISOString(),
})

test('states have no bins; a value has one while it counts, and a disabled device none', () => {
  const store = coloured([
    ['1', 0.4, 900],
    ['2', 0.1, 901],
    ['3', 0.5, 901, 1, 1800],
    ['4', 0.4, 0],
    ['99', 0.4, 0],
  ])
  expect(binsAt(store)).toEqual([2, UNPROVEN, 1, UNPROVEN])
  expect(store.colours.metricAt(2)).toBe('outletPressure')
  expect(binsAt(store, NOW + 1_000)).toEqual([UNPROVEN, UNPROVEN, 1, UNPROVEN])
  store.colours.choose('state')
  expect([store.colours.bins, store.colours.metricAt(2)]).toEqual([null, ''])
})

test('a change of bins is drawn, the same bins are not', () => {
  const store = coloured([['1', 0.4, 0]])
  const before = store.version
  store.recolour(NOW)
  expect(store.version).toBe(before + 1)
  store.recolour(NOW)
  expect(store.version).toBe(before + 1)
})

test('a report is the value from then on; one that is no good number ends the one before it', () => {
  const store = coloured([['1', 0.4, 800, 0, 1800]])
  store.apply(report('1', { inletPressure: reading(0.3, 100) }))
  store.apply(report('2', { inletPressure: reading(0.2) }))
  store.apply(report('3', { outletPressure: reading(0.1) }))
  expect(binsAt(store)).toEqual([3, 4, 5, UNPROVEN])
  // How long it counts is known of the first only; another one counts three usual intervals.
  expect(binsAt(store, NOW + 1_000_000)).toEqual([3, UNPROVEN, UNPROVEN, UNPROVEN])
  store.apply(report('1', { inletPressure: reading(0.3, 0, 'BAD') }))
  store.apply(report('2', { inletPressure: reading('ERR') }))
  expect(binsAt(store)).toEqual([UNPROVEN, UNPROVEN, 5, UNPROVEN])
})

test('the pressure behind a valve says nothing of the one before it, and other reports change no colour', () => {
  const store = coloured([['1', 0.4, 0]])
  store.apply(report('1', { outletPressure: reading(0.1), opening: reading(3) }))
  store.apply(report('2', { outletPressure: reading(0.1) }))
  expect(binsAt(store)).toEqual([2, UNPROVEN, UNPROVEN, UNPROVEN])
})

test('the charge of a battery counts before its voltage', () => {
  const store = coloured([], 'battery')
  store.apply(report('1', { batteryPct: reading(15), batteryV: reading(3.6) }))
  store.apply(report('2', { batteryV: reading(3.6) }))
  expect(binsAt(store)).toEqual([4, 1, UNPROVEN, UNPROVEN])
  expect([store.colours.metricAt(0), store.colours.metricAt(1)]).toEqual(['batteryPct', 'batteryV'])
})

test('an answer does not undo what was heard since, and takes away what it no longer has', () => {
  const store = coloured([
    ['1', 0.4, 60],
    ['2', 0.4, 60],
  ])
  store.apply(report('1', { inletPressure: reading(0.1) }))
  store.colours.fill(answer([['1', 0.5, 60]]), store.indexOf)
  expect(binsAt(store)).toEqual([5, UNPROVEN, UNPROVEN, UNPROVEN])
  // Of another quantity, or of a moment of the past, it is no answer.
  store.colours.fill(answer([['2', 0.4, 0]], { of: 'flow' }), store.indexOf)
  store.colours.fill(answer([['2', 0.4, 0]], { then: new Date(NOW).toISOString() }), store.indexOf)
  expect(binsAt(store)).toEqual([5, UNPROVEN, UNPROVEN, UNPROVEN])
})

test('devices that are fetched again keep their colours wherever they stand now', () => {
  const store = coloured([['1', 0.4, 600, 0, 1800]])
  const { ids, ...rest } = MAP()
  store.load({ ...rest, ids: ['2', '1', '3', '4'] })
  expect(ids).toHaveLength(4)
  expect(binsAt(store)).toEqual([UNPROVEN, 2, UNPROVEN, UNPROVEN])
  expect(binsAt(store, NOW + 1_200_000)[1]).toBe(2)
})

const THEN_S = NOW_S - 86_400
const FRAME: DevicesAt = {
  time: new Date(THEN_S * 1000).toISOString(),
  ids: ['1', '2'],
  status: [1, 2],
  levels: [0, 0],
  flags: [0, 0],
  seen: [THEN_S - 10, THEN_S - 90_000],
  openings: [null, null],
}

test('a moment of the past has the colours of then, and none before they have come', () => {
  const store = coloured([['1', 0.4, 0]])
  store.showThen(FRAME)
  expect(binsAt(store)).toEqual([UNPROVEN, UNPROVEN, UNPROVEN, UNPROVEN])
  const then = answer([['2', 0.2, 86_400 + 100]], { then: FRAME.time })
  // The values of now are none of then.
  store.colours.showThen(answer([['1', 0.4, 0]]), store.indexOf)
  store.colours.showThen({ ...then, of: 'flow' }, store.indexOf)
  expect(binsAt(store)).toEqual([UNPROVEN, UNPROVEN, UNPROVEN, UNPROVEN])
  store.colours.showThen(then, store.indexOf)
  store.apply(report('1', { inletPressure: reading(0.1) }))
  expect(binsAt(store)).toEqual([UNPROVEN, 4, UNPROVEN, UNPROVEN])
  store.colours.showThen(null, store.indexOf)
  store.showThen(null)
  expect(binsAt(store)).toEqual([5, UNPROVEN, UNPROVEN, UNPROVEN])
})

test('the age of the last report needs no answer, and counts from the moment that is shown', () => {
  const store = coloured([], 'age')
  expect(binsAt(store)).toEqual([1, 3, UNPROVEN, UNPROVEN])
  store.showThen(FRAME)
  expect(binsAt(store)).toEqual([1, 5, UNPROVEN, UNPROVEN])
})

test('pressed rows show only their devices; the numbers of the rows leave them out of account', () => {
  const store = coloured([
    ['1', 0.4, 0],
    ['2', 0.1, 0],
  ])
  binsAt(store)
  const shown = (...rows: number[]) => [...maskOf(store, { ...NO_FILTER, bins: new Set(rows) }, new Uint8Array(4))]
  expect([shown(), shown(2), shown(2, UNPROVEN), shown(3)]).toEqual([
    [1, 1, 1, 1],
    [1, 0, 0, 0],
    [1, 0, 1, 1],
    [0, 0, 0, 0],
  ])
  const filter = { ...NO_FILTER, bins: new Set([2]) }
  expect(countBins(store, filter, () => true)).toEqual([2, 0, 1, 0, 0, 1])
  expect(countBins(store, filter, (at) => at === 1)).toEqual([0, 0, 0, 0, 0, 1])
  expect(countBins(store, { ...filter, types: new Set(['SENSOR']) }, () => true)).toEqual([1, 0, 0, 0, 0, 0])
  store.colours.choose('state')
  expect(countBins(store, NO_FILTER, () => true)).toEqual([0, 0, 0, 0, 0, 0])
  expect(shown(2)).toEqual([1, 1, 1, 1])
})
