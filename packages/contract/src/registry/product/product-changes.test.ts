import { expect, test } from 'vitest'
import { DEFAULT_COMMAND_MAP } from './product-command-map.ts'
import { canonicalJson, modelChanges } from './product-changes.ts'
import type { ProductModel } from './product-model.ts'

const READ = { code: 'READ', params: {}, danger: 'NONE', absolute: true, target: null, repeatsOthers: false } as const
const MODEL: ProductModel = {
  productNo: 'A-1',
  name: '站',
  englishName: 'Station',
  deviceTypeCode: 'SENSOR',
  nodeKind: 'DIRECT',
  protocol: 'SL651',
  keepsOnline: true,
  reportIntervalS: 300,
  points: ['level', 'flow'],
  metrics: [{ key: 'silt', kind: 'number', unit: 'm', decimals: 1, name: ['淤积', 'Silt'] }],
  uplink: {
    protocol: 'SL651',
    elements: [
      { id: '39', key: 'level', channel: 0 },
      { id: '27', key: 'flow', channel: 0 },
    ],
    statusBits: [{ bit: 0, fault: 'P03', when: 1 }],
    switches: [],
    gates: { key: 'gateOpening', factor: 0.01 },
  },
  commands: [READ],
  downlinks: { protocol: 'SL651', requests: [{ code: 'READ', func: '37' }] },
}

test('a model differs from itself in nothing, in whatever order its keys and rules are', () => {
  const uplink = MODEL.uplink as Extract<ProductModel['uplink'], { protocol: 'SL651' }>
  const other: ProductModel = {
    ...MODEL,
    uplink: { ...uplink, elements: uplink.elements.toReversed() },
    name: MODEL.name,
  }
  expect(modelChanges(MODEL, JSON.parse(JSON.stringify(other)) as ProductModel)).toEqual([])
  expect(canonicalJson({ b: 1, a: { d: [2, 1], c: null } })).toBe('{"a":{"c":null,"d":[2,1]},"b":1}')
})

test('each part tells what came, went and changed, by what it is about', () => {
  const [metric] = MODEL.metrics!
  const after: ProductModel = {
    ...MODEL,
    reportIntervalS: 600,
    points: ['level', 'silt'],
    metrics: [{ ...metric!, unit: 'cm' }],
    uplink: {
      protocol: 'SL651',
      elements: [{ id: '39', key: 'level', channel: 0, factor: 0.1 }],
      statusBits: [{ bit: 0, key: 'mainsLost', when: 1 }],
      switches: [{ func: '4C', key: 'pumpState', on: 'RUN', off: 'STOP' }],
      gates: null,
    },
    commands: [{ ...READ, ackTimeoutS: 20 }],
    downlinks: { protocol: 'SL651', requests: [{ code: 'READ', func: '3A' }] },
  }
  const told = modelChanges(MODEL, after).map(
    ({ part, name, ...values }) => `${part} ${name} ${Object.keys(values).join('+')}`,
  )
  expect(told).toEqual([
    'facts reportIntervalS before+after',
    'points flow before',
    'points silt after',
    'metrics silt before+after',
    'uplink 39 before+after',
    'uplink 27 before',
    'uplink 45.0 P03 before',
    'uplink 4E before',
    'uplink 45.0 mainsLost after',
    'uplink 4C pumpState after',
    'commands READ before+after',
    'downlinks READ before+after',
  ])
})

test('requests by RPC differ one by one, and a protocol that changed in everything', () => {
  const map = { ...DEFAULT_COMMAND_MAP, commands: { ...DEFAULT_COMMAND_MAP.commands, STOP: null } }
  const mqtt = (own: typeof map | typeof DEFAULT_COMMAND_MAP): ProductModel => ({
    ...MODEL,
    uplink: { protocol: 'TB_MQTT', keys: [{ from: 'l', key: 'level' }] },
    downlinks: { protocol: 'TB_MQTT', map: own },
  })
  expect(modelChanges(mqtt(DEFAULT_COMMAND_MAP), mqtt(map))).toEqual([
    { part: 'downlinks', name: 'STOP', before: DEFAULT_COMMAND_MAP.commands.STOP, after: null },
  ])
  const names = modelChanges(MODEL, mqtt(map)).map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['39', 'l', 'READ', 'fullScale', 'OPEN']))
  expect(modelChanges({ ...MODEL, uplink: null, downlinks: null, metrics: [] }, MODEL)).toHaveLength(6)
})
