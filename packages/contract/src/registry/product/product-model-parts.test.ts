import { expect, test } from 'vitest'
import { DEFAULT_COMMAND_MAP } from './product-command-map.ts'
import type { ProductModel } from './product-model.ts'
import {
  commandMapOf,
  emptyModel,
  isDefaultMap,
  mappedKeys,
  withCommandMap,
  withMetric,
  withRenamedMetric,
  withoutCommand,
  withoutMetric,
  withRequest,
} from './product-model-parts.ts'

const MODEL: ProductModel = {
  productNo: 'A',
  name: '甲',
  englishName: 'A',
  deviceTypeCode: 'SENSOR',
  nodeKind: 'DIRECT',
  protocol: 'SL651',
  keepsOnline: true,
  reportIntervalS: 300,
  points: ['level', 'doorOpen', 'gateOpening'],
  uplink: {
    protocol: 'SL651',
    elements: [{ id: '39', key: 'level', channel: 0 }],
    statusBits: [
      { bit: 1, key: 'doorOpen', when: 1 },
      { bit: 2, fault: 'S01', when: 1 },
    ],
    switches: [{ func: '4C', key: 'pumpState', on: 'RUN', off: 'STOP' }],
    gates: { key: 'gateOpening', factor: 0.01 },
  },
  commands: [],
  downlinks: null,
}
test('a metric is kept as its own only where it differs from the platform’s', () => {
  const platform = { key: 'flow', kind: 'number', unit: 'm³/h', decimals: 2 } as const
  const added = withMetric(MODEL, platform, platform)
  expect(added.points.at(-1)).toBe('flow')
  expect(added.metrics).toBeUndefined()
  const narrowed = withMetric(added, { ...platform, hardMax: 5 }, platform)
  expect(narrowed.metrics).toEqual([{ ...platform, hardMax: 5 }])
  expect(narrowed.points).toEqual(added.points)
  expect(withMetric(narrowed, platform, platform).metrics).toBeUndefined()
})

test('a metric with another key stays at its place, keeps its rules, and says what it was', () => {
  const own = (key: string) => ({ key, kind: 'number', unit: 'm', decimals: 1, name: ['深', 'Depth'] }) as const
  for (const key of ['level', 'doorOpen', 'gateOpening', 'pumpState']) {
    const points = [...new Set([...MODEL.points, key])]
    const renamed = withRenamedMetric({ ...MODEL, points, metrics: [own('other'), own(key)] }, key, own('fresh'))
    expect(renamed.points).toEqual(points.map((point) => (point === key ? 'fresh' : point)))
    expect(renamed.metrics).toEqual([own('other'), { ...own('fresh'), was: [key] }])
    expect(mappedKeys(renamed)).toEqual(new Set([...mappedKeys(MODEL)].map((one) => (one === key ? 'fresh' : one))))
    const again = withRenamedMetric(renamed, 'fresh', { ...renamed.metrics![1]!, key: 'newest' })
    expect(again.metrics![1]!.was).toEqual(['fresh', key])
    expect(withRenamedMetric(again, 'newest', { ...again.metrics![1]!, key }).metrics![1]!.was).toEqual([
      'newest',
      'fresh',
    ])
  }
  expect(withRenamedMetric(MODEL, 'level', own('fresh')).uplink).toMatchObject({ statusBits: [{}, { fault: 'S01' }] })
})

test('what a ThingsBoard device calls a metric stays when the product calls it otherwise', () => {
  const own = { key: 'fresh', kind: 'number', unit: 'm', decimals: 1, name: ['深', 'Depth'] } as const
  const uplinkOf = (keys: { from: string; key: string }[]) =>
    withRenamedMetric({ ...MODEL, metrics: [own], uplink: { protocol: 'TB_MQTT', keys } }, 'depth', own).uplink
  expect(uplinkOf([])).toMatchObject({ keys: [{ from: 'depth', key: 'fresh' }] })
  expect(uplinkOf([{ from: 'd', key: 'depth' }])).toMatchObject({ keys: [{ from: 'd', key: 'fresh' }] })
  // What it calls so is another metric already.
  expect(uplinkOf([{ from: 'depth', key: 'level' }])).toMatchObject({ keys: [{ from: 'depth', key: 'level' }] })
})

test('a metric that goes takes its rules with it and leaves every other', () => {
  expect(mappedKeys(MODEL)).toEqual(new Set(['level', 'doorOpen', 'pumpState', 'gateOpening']))
  for (const key of ['level', 'doorOpen', 'pumpState', 'gateOpening']) {
    const left = withoutMetric(MODEL, key)
    expect(left.points).toEqual(MODEL.points.filter((point) => point !== key))
    expect(mappedKeys(left)).toEqual(new Set([...mappedKeys(MODEL)].filter((one) => one !== key)))
  }
  expect(withoutMetric(MODEL, 'doorOpen').uplink).toMatchObject({ statusBits: [{ fault: 'S01' }] })
  const keys = [
    { from: 'a', key: 'level' },
    { from: 'b', key: 'flow' },
  ]
  const mqtt: ProductModel = { ...MODEL, uplink: { protocol: 'TB_MQTT', keys } }
  // What the device calls as the platform does comes without a rule.
  expect(mappedKeys(mqtt)).toEqual(new Set([...MODEL.points, 'level', 'flow']))
  expect(withoutMetric(mqtt, 'level').uplink).toEqual({ protocol: 'TB_MQTT', keys: [keys[1]] })
  expect(mappedKeys({ ...MODEL, uplink: null })).toEqual(new Set())
})

const READ = { code: 'READ', params: {}, danger: 'NONE', absolute: true, target: null, repeatsOthers: false } as const

test('a command comes with the usual request of its protocol, and goes with it', () => {
  const commanded = withRequest({ ...MODEL, commands: [READ] }, 'READ')
  expect(commanded.downlinks).toEqual({ protocol: 'SL651', requests: [{ code: 'READ', func: '37' }] })
  expect(withRequest(commanded, 'READ')).toBe(commanded)
  const two = withRequest({ ...commanded, commands: [READ, { ...READ, code: 'OPEN' }] }, 'OPEN')
  expect(withoutCommand(two, 'READ')).toMatchObject({
    commands: [{ code: 'OPEN' }],
    downlinks: { requests: [{ code: 'OPEN', func: '37' }] },
  })
  expect(withoutCommand(commanded, 'READ')).toMatchObject({ commands: [], downlinks: null })
  const mqtt = withRequest({ ...MODEL, protocol: 'TB_MQTT', commands: [READ] }, 'READ')
  expect(commandMapOf(mqtt)).toEqual(DEFAULT_COMMAND_MAP)
  expect(withRequest({ ...MODEL, protocol: 'OTHER' }, 'READ').downlinks).toBeNull()
})

test('a map of requests belongs to models that are commanded by one', () => {
  const mqtt = withRequest({ ...MODEL, protocol: 'TB_MQTT', commands: [READ] }, 'READ')
  const map = { ...DEFAULT_COMMAND_MAP, commands: { ...DEFAULT_COMMAND_MAP.commands, STOP: null } }
  expect(commandMapOf(withCommandMap(mqtt, map)!)).toEqual(map)
  expect(commandMapOf(withCommandMap(withCommandMap(mqtt, map)!, null)!)).toEqual(DEFAULT_COMMAND_MAP)
  expect(withCommandMap(MODEL, map)).toBeUndefined()
  expect(commandMapOf(MODEL)).toBeNull()
  expect([isDefaultMap(DEFAULT_COMMAND_MAP), isDefaultMap(map)]).toEqual([true, false])
  expect(isDefaultMap({ ...DEFAULT_COMMAND_MAP, fullScale: 1 })).toBe(false)
})

test('a model that is made from nothing is of its protocol, and a slave without rules of its own', () => {
  const { productNo, name, englishName, deviceTypeCode, nodeKind, protocol } = MODEL
  const facts = { productNo, name, englishName, deviceTypeCode, nodeKind, protocol }
  expect(emptyModel(facts).uplink).toMatchObject({ protocol: 'SL651', elements: [] })
  expect(emptyModel({ ...facts, nodeKind: 'SLAVE' }).uplink).toBeNull()
  expect(emptyModel({ ...facts, protocol: 'TB_MQTT' }).uplink).toEqual({ protocol: 'TB_MQTT', keys: [] })
  expect(emptyModel({ ...facts, protocol: 'OTHER' }).uplink).toBeNull()
})
