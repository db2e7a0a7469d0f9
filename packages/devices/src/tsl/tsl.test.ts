import { modelProblems, type Tsl, tslSchema } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import { SL651_MODELS, TB_MQTT_MODELS } from '../catalogue.ts'
import { metricOf } from '../metric.ts'
import { typeOfModel } from '../model/type-of-model.ts'
import { modelOfTsl } from './model-of-tsl.ts'
import { tslOfModel } from './tsl-of-model.ts'

const FACTS = { productNo: 'TSL-1', name: '灯', englishName: 'Lamp', deviceTypeCode: 'LAMP' } as const
const text = (identifier: string, dataType: object, more: object = {}) => ({
  identifier,
  name: identifier,
  accessMode: 'r',
  dataType,
  ...more,
})

/** As Alibaba's console writes one: numbers as texts, the built-in services and event, members of no use here. */
const LIGHT = {
  schema: 'https://iotx-tsl.oss-ap-southeast-1.aliyuncs.com/schema.json',
  profile: { productKey: 'a1ZlGQv' },
  link: '/sys/a1ZlGQv/${deviceName}/thing/',
  properties: [
    {
      identifier: 'LightSwitch',
      name: '主灯开关',
      accessMode: 'rw',
      required: true,
      dataType: { type: 'bool', specs: { 0: '关闭', 1: '开启' } },
    },
    text('WorkMode', { type: 'enum', specs: { 0: '手动', 1: '阅读', 2: '影院' } }),
    text('CurrentTemperature', {
      type: 'float',
      specs: { min: '-40', max: '55', unit: '℃', unitName: '摄氏度', step: '0.01' },
    }),
    text('airTemp', { type: 'double', specs: { min: '-10', max: '50', unit: '°C', step: '0.1' } }),
    text('flow', { type: 'double', specs: { min: '0', max: '10', unit: 'L/min', step: '0.1' } }),
    text('csq', { type: 'int', specs: { min: '-5', max: '200', step: '1' } }),
    text('Maker', { type: 'text', specs: { length: '255' } }),
    text('RGBColor', { type: 'struct', specs: [{ identifier: 'Red', dataType: { type: 'int' } }] }),
    text('lightSwitch', { type: 'bool' }),
  ],
  services: [
    { identifier: 'set', name: 'set', method: 'thing.service.property.set', inputData: [] },
    { identifier: 'get', name: 'get', method: 'thing.service.property.get', inputData: ['LightSwitch'] },
    { identifier: 'Stop', name: '停', method: 'thing.service.Stop', inputData: [] },
    {
      identifier: 'setOpening',
      method: 'thing.service.setOpening',
      inputData: [text('target', { type: 'int', specs: { min: '0', max: '100' } })],
    },
    { identifier: 'open', method: 'thing.service.open', inputData: [text('speed', { type: 'int' })] },
    {
      identifier: 'TimeReset',
      name: '校时',
      method: 'thing.service.TimeReset',
      callType: 'async',
      inputData: [text('TimeReset', { type: 'text', specs: { length: '64' } })],
      outputData: [text('curTime', { type: 'date', specs: {} })],
    },
  ],
  events: [
    { identifier: 'post', name: 'post', type: 'info', method: 'thing.event.property.post', outputData: [] },
    { identifier: 'Error', name: '故障上报', type: 'error', method: 'thing.event.Error.post', outputData: [] },
  ],
}
const parsed = (tsl: unknown): Tsl => tslSchema.parse(tsl)

describe('a thing model as a product', () => {
  const { model, leftOut } = modelOfTsl(parsed(LIGHT), FACTS)

  test('can be published as it is', () => {
    expect(modelProblems(model, metricOf)).toEqual({})
  })

  test('metrics of the platform are used where key, kind and unit agree, narrowed at most; the others are its own', () => {
    expect(model.points).toEqual([
      'lightSwitch',
      'workMode',
      'currentTemperature',
      'airTemp',
      'flow_own',
      'csq',
      'maker',
    ])
    const own = new Map(model.metrics?.map((metric) => [metric.key, metric]))
    expect(own.get('airTemp')).toMatchObject({ hardMin: -10, hardMax: 50 })
    expect(own.get('currentTemperature')).toEqual({
      key: 'currentTemperature',
      kind: 'number',
      unit: '°C',
      decimals: 2,
      hardMin: -40,
      hardMax: 55,
      name: ['CurrentTemperature', 'CurrentTemperature'],
    })
    expect(own.get('workMode')).toMatchObject({ kind: 'integer', hardMin: 0, hardMax: 2 })
    expect(own.has('csq')).toBe(false)
  })

  test('a number has the digits of its step; without one, or with none that can be, two', () => {
    const stepped = (steps: readonly unknown[]) =>
      modelOfTsl(
        parsed({
          properties: steps.map((step, n) =>
            text(`v${n}`, { type: 'double', specs: step === undefined ? {} : { step } }),
          ),
        }),
        FACTS,
      ).model.metrics!.map(({ decimals }) => decimals)
    expect(stepped(['0.001', '1', '10', '0.25', '1e-9'])).toEqual([3, 0, 0, 1, 6])
    expect(stepped([undefined, '', '0', '-1', 'x'])).toEqual([2, 2, 2, 2, 2])
  })

  test('each thing that was not taken is named with its reason, and the built-in ones are not', () => {
    expect(leftOut.map(({ item, reason }) => `${item} ${reason}`)).toEqual([
      'properties.LightSwitch write',
      'properties.WorkMode value-names',
      'properties.RGBColor data-type',
      'properties.lightSwitch taken',
      'services.TimeReset output',
      'events.Error event',
    ])
  })

  test('its reports are read by its identifiers, and its services are called by them', () => {
    const type = typeOfModel(model)
    const values = { LightSwitch: 1, WorkMode: 2, CurrentTemperature: '21.5', flow: 3 }
    const message = { reports: [{ device: null, entries: [{ ts: 1, values }] }] }
    expect(type.read!({ protocol: 'TB_MQTT', message }).observations[0]!.values).toEqual({
      lightSwitch: true,
      workMode: 2,
      currentTemperature: 21.5,
      flow_own: 3,
    })
    expect(type.commands!.map(({ code, target }) => [code, target])).toEqual([
      ['STOP', null],
      ['SET_OPENING', null],
      ['OPEN_OWN', null],
      ['TIME_RESET', null],
    ])
    const sent = type.encode!({ code: 'SET_OPENING', params: { opening: 40 } }, { channel: 1, switches: null })
    expect(sent).toMatchObject({ value: { method: 'setOpening', params: { target: 40 } } })
  })
})

describe('a product as a thing model', () => {
  test('what was imported is exported under its identifiers again', () => {
    const { model } = modelOfTsl(parsed(LIGHT), FACTS)
    const { tsl } = tslOfModel(model)
    expect(tsl.properties.map(({ identifier }) => identifier)).toEqual([
      'LightSwitch',
      'WorkMode',
      'CurrentTemperature',
      'airTemp',
      'flow',
      'csq',
      'Maker',
    ])
    const specs = { min: '-40', max: '55', unit: '°C', unitName: '°C', step: '0.01' }
    expect(tsl.properties[2]!.dataType).toEqual({ type: 'double', specs })
    expect(tsl.services!.map(({ identifier, inputData }) => [identifier, inputData!.length])).toEqual([
      ['Stop', 0],
      ['setOpening', 1],
      ['open', 1],
      ['TimeReset', 1],
    ])
    expect(modelOfTsl(parsed(JSON.parse(JSON.stringify(tsl))), FACTS).model.points).toEqual(model.points)
  })

  test('every built-in model is a valid thing model that names what it leaves out', () => {
    for (const model of [...SL651_MODELS, ...TB_MQTT_MODELS]) {
      const { tsl, leftOut } = tslOfModel(model)
      expect(parsed(tsl)).toEqual(tsl)
      expect(tsl.properties).toHaveLength(model.points.length)
      expect(leftOut.some(({ item }) => item === 'uplink')).toBe(model.uplink?.protocol === 'SL651')
    }
    const { leftOut } = tslOfModel(TB_MQTT_MODELS[0]!)
    expect(leftOut.filter(({ item, reason }) => item.startsWith('metrics.') && reason !== 'code')).toEqual([
      { item: 'metrics.valveState', reason: 'value-names' },
      { item: 'metrics.totalVolume', reason: 'counter' },
    ])
    // Its firmware has another name for it, under which it would come back.
    expect(leftOut).toContainEqual({ item: 'metrics.opening', reason: 'code' })
    expect(leftOut).not.toContainEqual({ item: 'metrics.battery', reason: 'code' })
  })

  test('a conversion on the way in and a limit of alarms are named', () => {
    const silt = {
      key: 'silt',
      kind: 'number',
      unit: 'm',
      decimals: 2,
      name: ['淤积', 'Silt'],
      warn: { max: 1 },
    } as const
    const model = { ...TB_MQTT_MODELS[3]!, points: ['silt'], metrics: [silt] }
    const uplink = { protocol: 'TB_MQTT', keys: [{ from: 'cm', key: 'silt', factor: 0.01 }] } as const
    const { tsl, leftOut } = tslOfModel({ ...model, uplink: { ...uplink, keys: [...uplink.keys] } })
    expect(tsl.properties[0]!.identifier).toBe('silt')
    expect(leftOut).toEqual([
      { item: 'metrics.silt', reason: 'alarm-limits' },
      { item: 'uplink.cm', reason: 'mapping' },
      { item: 'commands.READ', reason: 'request' },
    ])
  })
})
