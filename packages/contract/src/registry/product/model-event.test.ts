import { describe, expect, test } from 'vitest'
import type { ModelEvent } from './model-event.ts'
import { modelChanges } from './product-changes.ts'
import { emptyModel, withoutMetric, withRenamedMetric } from './product-model-parts.ts'
import { modelProblems, raisedFaults } from './product-model-problems.ts'
import { type Metric } from './model-metric.ts'
import { type ProductModel, productModelSchema } from './product-model.ts'

const own = (key: string, kind: Metric['kind'], more: Partial<Metric> = {}): Metric => ({
  key,
  kind,
  unit: '',
  decimals: 0,
  name: [key, key],
  ...more,
})
const METRICS = [
  own('motor', 'enum', { values: ['RUNNING', 'STALLED'] }),
  own('leak', 'boolean'),
  own('alarmCode', 'integer'),
  own('note', 'text'),
]
const STALLED: ModelEvent = { fault: 'V01', key: 'motor', equals: 'STALLED' }
const BEGUN = emptyModel({
  productNo: 'M-1',
  name: '阀',
  englishName: 'Valve',
  deviceTypeCode: 'VALVE',
  nodeKind: 'DIRECT',
  protocol: 'TB_MQTT',
})
const modelWith = (events: readonly ModelEvent[], more: Partial<ProductModel> = {}): ProductModel => ({
  ...BEGUN,
  points: METRICS.map(({ key }) => key),
  metrics: METRICS,
  events,
  ...more,
})
const problemsOf = (events: readonly ModelEvent[], more: Partial<ProductModel> = {}) =>
  modelProblems(productModelSchema.parse(modelWith(events, more)), () => undefined)

describe('what a device reports as a fault', () => {
  test.each([
    STALLED,
    { fault: 'H03', key: 'leak', equals: true },
    { fault: 'X99', key: 'alarmCode', equals: 17 },
    { fault: 'A1', key: 'note', equals: 'E02' },
  ])('%j is an event', (event) => {
    expect(problemsOf([event])).toEqual({})
  })

  test.each([
    [{ ...STALLED, equals: 'BURNT' }, { 'events.0.equals': 'not-an-option' }],
    [{ fault: 'H03', key: 'leak', equals: 1 }, { 'events.0.equals': 'type' }],
    [{ fault: 'H03', key: 'alarmCode', equals: true }, { 'events.0.equals': 'type' }],
    [{ fault: 'H03', key: 'note', equals: 2 }, { 'events.0.equals': 'type' }],
    [{ ...STALLED, key: 'nothing' }, { 'events.0.key': 'unknown-metric' }],
  ])('%j is none', (event, problems) => {
    expect(problemsOf([event])).toEqual(problems)
  })

  test('two values cannot be the same fault: the end of one would clear the other', () => {
    expect(problemsOf([STALLED, { ...STALLED, key: 'leak', equals: true }])).toEqual({ 'events.1.fault': 'taken' })
    const uplink = { protocol: 'SL651', elements: [], switches: [], gates: null } as const
    const bits = { ...uplink, statusBits: [{ bit: 3, when: 1, fault: 'V01' } as const] }
    expect(problemsOf([STALLED], { protocol: 'SL651', uplink: bits })).toEqual({ 'events.0.fault': 'taken' })
  })

  test('a slave has none: its master reports its values alone', () => {
    expect(problemsOf([STALLED], { nodeKind: 'SLAVE' })).toEqual({ events: 'not-for-slave' })
  })

  test('it follows its metric: renamed with it, gone with it', () => {
    const model = modelWith([STALLED, { fault: 'H03', key: 'leak', equals: true }])
    expect(withRenamedMetric(model, 'motor', own('drive', 'enum')).events?.[0]).toEqual({ ...STALLED, key: 'drive' })
    expect(withoutMetric(model, 'motor').events).toEqual([{ fault: 'H03', key: 'leak', equals: true }])
    expect(withoutMetric(modelWith([STALLED]), 'motor')).not.toHaveProperty('events')
    expect(withoutMetric({ ...BEGUN, points: ['flow'] }, 'flow')).not.toHaveProperty('events')
  })

  test('every fault that a product raises is known with where it is named', () => {
    const uplink = { protocol: 'SL651', elements: [], switches: [], gates: null } as const
    const bits = [
      { bit: 1, when: 1, key: 'leak' },
      { bit: 3, when: 1, fault: 'P03' },
    ] as const
    expect(raisedFaults(modelWith([STALLED], { uplink: { ...uplink, statusBits: bits } }))).toEqual([
      { code: 'P03', path: 'uplink.statusBits.1.fault' },
      { code: 'V01', path: 'events.0.fault' },
    ])
    expect(raisedFaults({ ...BEGUN, uplink: null })).toEqual([])
  })

  test('two versions are compared by the fault', () => {
    const before = modelWith([STALLED])
    const after = modelWith([
      { ...STALLED, equals: 'RUNNING' },
      { fault: 'H03', key: 'leak', equals: true },
    ])
    expect(modelChanges(before, after)).toEqual([
      { part: 'events', name: 'V01', before: STALLED, after: { ...STALLED, equals: 'RUNNING' } },
      { part: 'events', name: 'H03', after: { fault: 'H03', key: 'leak', equals: true } },
    ])
  })
})
