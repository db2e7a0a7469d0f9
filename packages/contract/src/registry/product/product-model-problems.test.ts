import { describe, expect, it } from 'vitest'
import { DEFAULT_COMMAND_MAP } from './product-command-map.ts'
import { type Metric } from './model-metric.ts'
import { type ProductModel, productModelSchema } from './product-model.ts'
import { modelProblems } from './product-model-problems.ts'

const FLOW: Metric = { key: 'flow', kind: 'number', unit: 'm³/h', decimals: 2, hardMin: -10, hardMax: 10 }
const VOLUME: Metric = {
  key: 'totalVolume',
  kind: 'number',
  unit: 'm³',
  decimals: 3,
  hardMin: 0,
  hardMax: 9,
  counterMax: 9,
}
const STATE: Metric = { key: 'valveState', kind: 'enum', unit: '', decimals: 0, values: ['OPEN', 'CLOSED'] }
const PLATFORM = new Map([FLOW, VOLUME, STATE].map((metric) => [metric.key, metric]))
const OWN: Metric = { key: 'silt', kind: 'number', unit: 'm', decimals: 1, name: ['淤积', 'Silt'] }
const OPEN = {
  code: 'OPEN',
  params: {},
  danger: 'CONFIRM',
  absolute: true,
  target: null,
  repeatsOthers: false,
} as const

const STATION: ProductModel = {
  productNo: 'A-1',
  name: '站',
  englishName: 'Station',
  deviceTypeCode: 'VALVE',
  nodeKind: 'DIRECT',
  protocol: 'SL651',
  keepsOnline: true,
  reportIntervalS: 300,
  points: ['flow', 'silt'],
  metrics: [OWN],
  uplink: {
    protocol: 'SL651',
    elements: [{ id: '27', key: 'flow', channel: 0, factor: 3600 }],
    statusBits: [{ bit: 0, fault: 'P03', when: 1 }],
    switches: [{ func: '4D', key: 'valveState', on: 'OPEN', off: 'CLOSED' }],
    gates: null,
  },
  commands: [OPEN],
  downlinks: { protocol: 'SL651', requests: [{ code: 'OPEN', func: '4D', on: true }] },
}
const UPLINK = STATION.uplink as Extract<ProductModel['uplink'], { protocol: 'SL651' }>
const MQTT: ProductModel = {
  ...STATION,
  protocol: 'TB_MQTT',
  uplink: { protocol: 'TB_MQTT', keys: [{ from: 'd', key: 'silt' }] },
  downlinks: { protocol: 'TB_MQTT', map: DEFAULT_COMMAND_MAP },
}

const problems = (change: Partial<ProductModel>, of = STATION) =>
  modelProblems(productModelSchema.parse({ ...of, ...change }), (key) => PLATFORM.get(key))

describe('a metric that was renamed', () => {
  it('takes no key that is in use, nor one that another was called by', () => {
    expect(problems({ metrics: [{ ...OWN, was: ['depth', 'mud'] }] })).toEqual({})
    expect(problems({ metrics: [{ ...OWN, was: ['depth', 'flow'] }] })).toEqual({ 'metrics.0.was': 'taken' })
    expect(problems({ metrics: [{ ...OWN, was: ['silt'] }] })).toEqual({ 'metrics.0.was': 'taken' })
    const other = { ...OWN, key: 'sand', was: ['depth'] }
    expect(problems({ metrics: [{ ...OWN, was: ['depth'] }, other] })).toEqual({ 'metrics.1.was': 'taken' })
  })
})

describe('a model that can be published', () => {
  it('has no problems, over either protocol', () => {
    expect(problems({})).toEqual({})
    expect(problems({}, MQTT)).toEqual({})
    expect(problems({ nodeKind: 'SLAVE', uplink: null })).toEqual({})
    expect(problems({ commands: [], downlinks: null })).toEqual({})
  })
})

describe('metrics of a model', () => {
  it('of the platform may be narrowed and nothing else', () => {
    const narrowed = (more: Partial<Metric>, of = FLOW) => problems({ metrics: [OWN, { ...of, ...more }] })
    expect(narrowed({ hardMin: -10, hardMax: 10, decimals: 0, warn: { max: 5 } })).toEqual({})
    expect(narrowed({ hardMin: -11 })).toEqual({ 'metrics.1.hardMin': 'too-small' })
    expect(narrowed({ hardMax: 10.1 })).toEqual({ 'metrics.1.hardMax': 'too-big' })
    expect(narrowed({ unit: 'L/s' })).toEqual({ 'metrics.1.unit': 'fixed-by-platform' })
    expect(narrowed({ kind: 'integer' })).toEqual({ 'metrics.1.kind': 'fixed-by-platform' })
    expect(narrowed({ counterMax: 5 })).toEqual({ 'metrics.1.counterMax': 'fixed-by-platform' })
    expect(narrowed({ counterMax: 5, hardMax: 5 }, VOLUME)).toEqual({})
    expect(narrowed({ values: ['OPEN'] }, STATE)).toEqual({ 'metrics.1.values': 'fixed-by-platform' })
  })

  it('of its own have a name, a range the right way round, and what their kind needs', () => {
    const own = (more: Partial<Metric>) => problems({ metrics: [{ ...OWN, ...more }] })
    const { name: _name, ...nameless } = OWN
    expect(problems({ metrics: [nameless] })).toEqual({ 'metrics.0.name': 'required' })
    expect(own({ hardMin: 2, hardMax: 1 })).toEqual({ 'metrics.0.hardMax': 'too-small' })
    expect(own({ kind: 'enum' })).toEqual({ 'metrics.0.values': 'required' })
    expect(own({ values: ['A'] })).toEqual({ 'metrics.0.values': 'unknown-field' })
    expect(own({ kind: 'boolean', counterMax: 5 })).toEqual({ 'metrics.0.counterMax': 'type' })
    expect(problems({ metrics: [OWN, OWN] })).toEqual({ 'metrics.1.key': 'taken' })
  })

  it('are those that points and rules name', () => {
    expect(problems({ points: ['flow', 'flow', 'other'] })).toEqual({
      'points.1': 'taken',
      'points.2': 'unknown-metric',
    })
    const uplink = {
      ...UPLINK,
      elements: [...UPLINK.elements, { id: '28', key: 'a', channel: 1 }, { id: '27', key: 'flow', channel: 1 }],
      statusBits: [...UPLINK.statusBits, { bit: 1, key: 'b', when: 1 as const }],
      switches: [{ func: '4C' as const, key: 'c', on: 1, off: 0 }],
      gates: { key: 'd', factor: 0.01 },
    }
    expect(problems({ uplink })).toEqual({
      'uplink.elements.1.key': 'unknown-metric',
      'uplink.elements.2.id': 'taken',
      'uplink.statusBits.1.key': 'unknown-metric',
      'uplink.switches.0.key': 'unknown-metric',
      'uplink.gates.key': 'unknown-metric',
    })
    const keys = [
      { from: 'd', key: 'silt' },
      { from: 'd', key: 'none' },
    ]
    expect(problems({ uplink: { protocol: 'TB_MQTT', keys } }, MQTT)).toEqual({
      'uplink.keys.1.from': 'taken',
      'uplink.keys.1.key': 'unknown-metric',
    })
  })
})

describe('how a model speaks', () => {
  it('is in the words of its protocol, and only a slave may be read by its master alone', () => {
    expect(problems({ uplink: null })).toEqual({ uplink: 'required' })
    expect(problems({ uplink: MQTT.uplink, downlinks: MQTT.downlinks })).toEqual({
      uplink: 'wrong-protocol',
      downlinks: 'wrong-protocol',
    })
  })

  it('has a request for every command, once each, and a parameter for every target', () => {
    expect(problems({ downlinks: null })).toEqual({ downlinks: 'required' })
    expect(problems({ downlinks: { protocol: 'SL651', requests: [] } })).toEqual({ 'commands.0.code': 'not-sent' })
    const twice = [
      { code: 'OPEN', func: '37' },
      { code: 'OPEN', func: '37' },
    ]
    expect(problems({ downlinks: { protocol: 'SL651', requests: twice } })).toEqual({
      'downlinks.requests.1.code': 'taken',
    })
    expect(problems({ commands: [OPEN, OPEN] })).toEqual({ 'commands.1.code': 'taken' })
    expect(problems({ commands: [{ ...OPEN, target: { openingParam: 'to' } }] })).toEqual({
      'commands.0.target': 'unknown-parameter',
    })
    expect(problems({ commands: [{ ...OPEN, code: 'FLUSH' }] }, MQTT)).toEqual({ 'commands.0.code': 'not-sent' })
    const map = {
      ...DEFAULT_COMMAND_MAP,
      commands: { ...DEFAULT_COMMAND_MAP.commands, STOP: { method: 'm', params: '{' } },
    }
    expect(problems({ downlinks: { protocol: 'TB_MQTT', map } }, MQTT)).toEqual({
      'downlinks.map.commands.STOP.params': 'not-json',
    })
  })

  it('has bounds with something between them, and a proof that a report can hold', () => {
    const of = (command: object) => problems({ commands: [{ ...OPEN, ...command }] } as Partial<ProductModel>)
    const to = { kind: 'decimal', min: 2, max: 1 } as const
    expect(of({ params: { to } })).toEqual({ 'commands.0.params.to.max': 'too-small' })
    expect(of({ params: { to: { kind: 'decimal', min: 1, max: 1 } } })).toEqual({})
    const proved = (target: object, params = {}) => of({ target, params })['commands.0.target']
    expect(proved({ metric: 'silt', equals: 1 })).toBeUndefined()
    expect(proved({ metric: 'silt', equals: 'OPEN' })).toBe('type')
    expect(proved({ metric: 'valveState', equals: 'OPEN' })).toBeUndefined()
    expect(proved({ metric: 'valveState', equals: 'AJAR' })).toBe('not-an-option')
    expect(proved({ metric: 'absent', equals: 1 })).toBe('unknown-metric')
    expect(proved({ metric: 'silt', param: 'to' }, { to: { kind: 'integer' } })).toBeUndefined()
    expect(proved({ metric: 'silt', param: 'to' }, { to: { kind: 'text' } })).toBe('type')
    expect(proved({ metric: 'valveState', param: 'to' }, { to: { kind: 'text' } })).toBeUndefined()
    expect(proved({ metric: 'silt', param: 'to' })).toBe('unknown-parameter')
  })
})

describe('a ThingsBoard model', () => {
  const TB = MQTT.uplink as Extract<ProductModel['uplink'], { protocol: 'TB_MQTT' }>
  const problemsOf = (uplink: Partial<typeof TB>, model: Partial<ProductModel> = {}) =>
    modelProblems({ ...MQTT, ...model, uplink: { ...TB, ...uplink } }, (key) => PLATFORM.get(key))

  it('takes keys by path, and refuses what is no path to one value', () => {
    expect(problemsOf({ keys: [{ from: '$.dev[0].f', key: 'flow' }] })).toEqual({})
    const wrong = ['$.dev[*].f', '$[0]'].map((from) => ({ from, key: 'flow' }))
    expect(problemsOf({ keys: wrong })).toEqual({
      'uplink.keys.0.from': 'wrong-path',
      'uplink.keys.1.from': 'wrong-path',
    })
  })

  it('has a script, unless its gateway publishes for it', () => {
    expect(problemsOf({ script: 'function decodeUplink() {}' })).toEqual({})
    expect(problemsOf({ script: 'function decodeUplink() {}' }, { nodeKind: 'SLAVE' })).toEqual({
      'uplink.script': 'not-for-slave',
    })
  })
})
