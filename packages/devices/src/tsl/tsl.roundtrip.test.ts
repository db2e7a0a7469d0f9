import {
  type Metric,
  type ModelCommand,
  modelProblems,
  type ProductModel,
  productModelSchema,
  type RpcRequest,
  type Tsl,
  tslSchema,
} from '@sluice/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PRODUCT_LIBRARY } from '../library/library.ts'
import { TB_MQTT_MODELS } from '../catalogue.ts'
import { metricOf, metricsOf } from '../metric.ts'
import { typeOfModel } from '../model/type-of-model.ts'
import { modelOfTsl } from './model-of-tsl.ts'
import { tslOfModel } from './tsl-of-model.ts'

const FACTS = { productNo: 'TSL-3', name: '设备', englishName: 'Device', deviceTypeCode: 'SENSOR' } as const
const asRead = (tsl: Tsl): Tsl => tslSchema.parse(JSON.parse(JSON.stringify(tsl)))

const word = fc.stringMatching(/^[a-z][a-z0-9]{0,7}$/)
const bound = fc.option(fc.integer({ min: -1000, max: 1000 }), { nil: undefined })
const said = <T extends object>(members: T) =>
  Object.fromEntries(Object.entries(members).filter(([, member]) => member !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
const between = (low: number | undefined, high: number | undefined) =>
  low !== undefined && high !== undefined && low > high ? [high, low] : [low, high]
const label = fc.constantFrom(undefined, ['亮度', 'Brightness'] as const, ['level', 'level'] as const)
const unit = fc.constantFrom(undefined, '%', 'Hz', 'm³', '°C')

const parameter = fc
  .record({
    kind: fc.constantFrom('integer', 'decimal', 'boolean', 'enum', 'text'),
    low: bound,
    high: bound,
    decimals: fc.integer({ min: 0, max: 6 }),
    label,
    unit,
    required: fc.constantFrom(true, undefined),
  })
  .map(({ kind, low, high, decimals, label: words, unit: measured, required }) => {
    const shared = said({ label: words, required })
    const [min, max] = between(low, high)
    if (kind === 'boolean') return { ...shared, kind }
    if (kind === 'text') return { ...shared, kind, max: 1 + (Math.abs(low ?? 20) % 200) }
    if (kind === 'enum') return { ...shared, kind, enumName: 'mode', values: ['A', 'B'] }
    const range = said({ min, max, unit: measured })
    return kind === 'integer' ? { ...shared, ...range, kind } : { ...shared, ...range, kind, decimals }
  }) as fc.Arbitrary<ModelCommand['params'][string]>

const command = fc
  .record({
    code: fc.oneof(
      fc.constantFrom('OPEN', 'STOP', 'READ', 'SET_VOLUME', 'A__B'),
      word.map((one) => one.toUpperCase()),
    ),
    params: fc.dictionary(word, parameter, { maxKeys: 3 }),
    danger: fc.constantFrom('CONFIRM', 'NONE', 'DOUBLE'),
    absolute: fc.boolean(),
    name: fc.constantFrom(undefined, ['指令', 'Command'] as const),
    method: word,
    /** What its request is: an object of its parameters, one under other keys, or one with more in it. */
    shape: fc.constantFrom('plain', 'keys', 'more'),
  })
  .map(({ method, shape, name, ...rest }) => {
    const members = Object.keys(rest.params).map((key) => `"${shape === 'keys' ? `${key}_x` : key}":{{${key}}}`)
    const params = `{${[...(shape === 'more' ? ['"on":true'] : []), ...members].join(', ')}}`
    const one = { ...rest, ...(name ? { name } : {}), target: null, repeatsOthers: false } as ModelCommand
    return { command: one, request: { code: one.code, method, params } satisfies RpcRequest }
  })

const metric = fc
  .record({
    key: word.map((one) => `${one}X`),
    kind: fc.constantFrom('number', 'integer', 'boolean', 'text'),
    low: bound,
    high: bound,
    decimals: fc.integer({ min: 0, max: 6 }),
    unit,
  })
  .map(({ key, kind, low, high, decimals, unit: measured = '' }): Metric => {
    const plain = { key, kind, unit: '', decimals: 0, name: ['名称', 'Name'] } as Metric
    if (kind === 'boolean' || kind === 'text') return plain
    const [hardMin, hardMax] = between(low, high)
    return { ...plain, ...said({ hardMin, hardMax }), unit: measured, decimals: kind === 'integer' ? 0 : decimals }
  })

const model = fc
  .record({
    commands: fc.uniqueArray(command, { selector: ({ command: { code } }) => code, maxLength: 5 }),
    metrics: fc.uniqueArray(metric, { selector: ({ key }) => key, maxLength: 4 }),
  })
  .map(({ commands, metrics }): ProductModel => {
    const map = {
      fullScale: 100,
      commands: { OPEN: null, CLOSE: null, STOP: null, SET_OPENING: null, READ: null },
    } as const
    const requests = commands.map(({ request }) => request)
    return {
      ...FACTS,
      nodeKind: 'DIRECT',
      protocol: 'TB_MQTT',
      keepsOnline: true,
      reportIntervalS: 300,
      points: metrics.map(({ key }) => key),
      metrics,
      uplink: { protocol: 'TB_MQTT', keys: [] },
      commands: commands.map((one) => one.command),
      downlinks: commands.length > 0 ? { protocol: 'TB_MQTT', map, requests } : null,
    }
  })

/** Every item that has a loss, and what it is a part of: `commands.DIM.level` is one of `commands.DIM`. */
const lost = (leftOut: readonly { item: string }[]) =>
  new Set(leftOut.flatMap(({ item }) => [item, item.split('.').slice(0, 2).join('.')]))

/** Each kind of parameter as it can be sent. */
const SAMPLES = { integer: 1, decimal: 1.5, boolean: true, enum: 'A', text: 'x' } as const

function holds(before: ProductModel) {
  const { tsl, leftOut } = tslOfModel(before)
  const missing = lost(leftOut)
  const { model: after } = modelOfTsl(asRead(tsl), FACTS)
  expect(modelProblems(productModelSchema.parse(after), metricOf)).toEqual({})
  const [had, has] = [metricsOf(before.metrics), metricsOf(after.metrics)]
  const kept = before.points.filter((key) => !missing.has(`metrics.${key}`))
  expect(kept.map(has)).toEqual(kept.map(had))
  const [sender, receiver] = [typeOfModel(before), typeOfModel(after)]
  for (const one of before.commands) {
    if (missing.has(`commands.${one.code}`)) continue
    expect(after.commands).toContainEqual(one)
    const params = Object.fromEntries(Object.entries(one.params).map(([name, { kind }]) => [name, SAMPLES[kind]]))
    const sent = (type: typeof sender) => type.encode!({ code: one.code, params }, { channel: 1, switches: null })
    expect(sent(receiver)).toEqual(sent(sender))
  }
}

test('a product that goes out and comes back is the same but for what the export named', () => {
  fc.assert(fc.property(model, holds), { numRuns: 300 })
  for (const one of [...TB_MQTT_MODELS, ...PRODUCT_LIBRARY]) holds(one)
})

const input = fc.record({
  identifier: fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,9}$/),
  name: fc.constantFrom('电流', 'Current'),
  dataType: fc.oneof(
    fc.record({ min: bound, max: bound }).map(({ min: low, max: high }) => {
      const [min, max] = between(low, high)
      const specs = said({ min: min?.toString(), max: max?.toString(), unit: 'A', unitName: 'A', step: '0.10' })
      return { type: 'double', specs: { ...specs, step: '0.1' } }
    }),
    fc.constant({ type: 'bool', specs: { 0: '否', 1: '是' } }),
    fc.constantFrom('20', '512').map((length) => ({ type: 'text', specs: { length } })),
    fc.constant({ type: 'enum', specs: { 0: '手动', 2: '自动' } }),
    fc.constant({ type: 'struct', specs: [] }),
  ),
})
const thingModel = fc
  .record({
    services: fc.array(
      fc.record({
        identifier: fc.oneof(
          fc.constantFrom('open', 'Stop', 'SetLightSwitch', 'time_reset'),
          fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,9}$/),
        ),
        name: fc.constantFrom('校时', 'Reset'),
        callType: fc.constantFrom('async', 'sync'),
        inputData: fc.uniqueArray(input, { selector: ({ identifier }) => identifier, maxLength: 3 }),
        outputData: fc.constantFrom([], [{ identifier: 'code', dataType: { type: 'int' } }]),
      }),
      { maxLength: 5 },
    ),
  })
  .map(({ services }): Tsl => ({ properties: [], services: services as unknown as NonNullable<Tsl['services']> }))

test('a thing model that comes in and goes out again has the same services but for what the import and the export named', () => {
  fc.assert(
    fc.property(thingModel, (tsl) => {
      const { model: made, leftOut } = modelOfTsl(asRead(tsl), FACTS)
      expect(modelProblems(productModelSchema.parse(made), metricOf)).toEqual({})
      const back = tslOfModel(made)
      expect(back.leftOut).toEqual([])
      const missing = lost(leftOut)
      const said = tsl.services!.filter(({ identifier }) => !missing.has(`services.${identifier}`))
      const shape = ({ inputData = [] }: NonNullable<Tsl['services']>[number]) =>
        inputData.map((one) => typeof one === 'object' && [one.identifier, one.name, one.dataType])
      for (const one of said) expect(back.tsl.services!.map(shape)).toContainEqual(shape(one))
      const refused = leftOut.filter(({ reason }) => reason === 'taken' || reason === 'parameter-type')
      expect(made.commands.length + refused.length).toBe(tsl.services!.length)
    }),
    { numRuns: 300 },
  )
})
