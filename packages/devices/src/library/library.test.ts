import { sl651, type Sl651Element, sl651Element, sl651Report, tbEntriesOf } from '@sluice/codecs'
import { modelProblems, type ProductModel, productModelSchema } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import { DEVICE_TYPES } from '../catalogue.ts'
import type { ReadingValue } from '../device-type.ts'
import { metricOf } from '../metric.ts'
import { typeOfModel } from '../model/type-of-model.ts'
import { metricFault } from '../value-fault.ts'
import { FRAMES } from './library.vectors.ts'
import { PRODUCT_LIBRARY } from './library.ts'
import { OWN_METRICS } from './own-metrics.ts'

/** The bytes of a station's report of these elements, read again. */
function sl651Values(model: ProductModel, values: Readonly<Record<string, number>>): Record<string, unknown> {
  const elements = Object.entries(values).map(([id, value]): Sl651Element => {
    const made = sl651Element(id, value)
    if (!made) throw new Error(`no element ${id}`)
    return made
  })
  const report = sl651Report(
    { center: 1, station: '4588888888', password: '1234' },
    { serial: 1, sendTime: '2026-07-01 08:00:01' },
    { func: '34', stationType: '4B', obsTime: '2026-07-01 08:00', elements },
  )
  const bytes = sl651.encode(report)
  if (!bytes.ok) throw new Error('not encoded')
  const decoded = sl651.decode(bytes.value)
  if (!decoded.ok) throw new Error('not decoded')
  const { observations } = typeOfModel(model).read!({ protocol: 'SL651', message: decoded.value })
  return Object.assign({}, ...observations.map((one) => one.values)) as Record<string, unknown>
}

/** The values in the payload of a device, or of a slave in its gateway's. */
function tbValues(model: ProductModel, payload: string): Record<string, unknown> {
  const type = typeOfModel(model)
  const values = JSON.parse(payload) as Record<string, ReadingValue>
  if (type.readOwn) return type.readOwn(values)
  const message = { reports: [{ device: null, entries: tbEntriesOf(values) }] }
  return type.read!({ protocol: 'TB_MQTT', message }).observations[0]!.values
}

describe('every ready model', () => {
  test.each(PRODUCT_LIBRARY.map((model) => [model.productNo, model] as const))('%s can be published', (_no, model) => {
    expect(productModelSchema.parse(JSON.parse(JSON.stringify(model)))).toEqual(model)
    expect(modelProblems(model, metricOf)).toEqual({})
  })

  test('has a number of its own, which no built-in product has, and there is a frame of each', () => {
    const numbers = PRODUCT_LIBRARY.map(({ productNo }) => productNo)
    expect(numbers.length).toBeGreaterThanOrEqual(30)
    expect(new Set([...numbers, ...DEVICE_TYPES.map(({ productNo }) => productNo)]).size).toBe(
      numbers.length + DEVICE_TYPES.length,
    )
    expect(FRAMES.map(([productNo]) => productNo).toSorted()).toEqual(numbers.toSorted())
  })

  test('stays connected unless its battery has it sleep; of the stations those do that are commanded or work on mains', () => {
    const numbersOf = (chosen: (model: ProductModel) => boolean) =>
      PRODUCT_LIBRARY.filter(chosen).map(({ productNo }) => productNo)
    const direct = (model: ProductModel) => model.protocol === 'TB_MQTT' && model.nodeKind === 'DIRECT'
    expect(numbersOf((model) => direct(model) && !model.keepsOnline)).toEqual(
      numbersOf((model) => direct(model) && model.carrier === 'SLEEPY'),
    )
    expect(numbersOf((model) => direct(model) && !model.keepsOnline)).toHaveLength(7)
    expect(numbersOf(({ protocol, keepsOnline }) => protocol === 'SL651' && keepsOnline)).toEqual([
      'LIB-SL651-PUMP-STATION',
      'LIB-SL651-WELL',
      'LIB-SL651-GATE',
      'LIB-SL651-PRESSURE-VALVE',
      'LIB-SL651-FIELD-HYDRANT',
    ])
  })

  test('has a range with room in it for each of its own numbers, below zero where that can be', () => {
    const ranged = OWN_METRICS.filter(({ kind }) => kind === 'number' || kind === 'integer')
    expect(ranged.filter(({ hardMin, hardMax }) => !(hardMin! < hardMax!))).toEqual([])
    const below = ranged.filter(({ hardMin }) => hardMin! < 0)
    expect(Object.fromEntries(below.map(({ key, hardMin }) => [key, hardMin]))).toEqual({
      velocity: -20,
      meanVelocity: -20,
      groundTemp: -60,
      redox: -2000,
      pressure: -0.1,
      linePressure: -0.1,
      filterDp: -1,
      temperature: -100,
      activePower: -10_000,
      remainMoney: -1e6,
      soilTemp: -60,
      exhaustTemp: -20,
    })
  })

  test('has requests where it takes commands, and none where it does not', () => {
    const silent = PRODUCT_LIBRARY.filter(({ downlinks }) => downlinks === null)
    expect(silent.map(({ nodeKind, commands }) => [nodeKind, commands.length])).toEqual([
      ['GATEWAY', 0],
      ['GATEWAY', 0],
    ])
    expect(PRODUCT_LIBRARY.filter(({ commands }) => commands.length === 0)).toEqual(silent)
  })

  test('warns before it is serious, and within the range of its values', () => {
    const wrong = PRODUCT_LIBRARY.flatMap(({ productNo, metrics = [] }) =>
      metrics.flatMap(({ key, hardMin = -Infinity, hardMax = Infinity, warn, serious }) => {
        const rising = [hardMin, serious?.min, warn?.min, warn?.max, serious?.max, hardMax].filter(
          (one) => one !== undefined,
        )
        return rising.every((one, n) => n === 0 || rising[n - 1]! <= one) ? [] : [`${productNo} ${key}`]
      }),
    )
    expect(wrong).toEqual([])
  })
})

describe('a typical frame', () => {
  test.each(FRAMES)('of %s gives the values of its points', (productNo, frame, expected) => {
    const model = PRODUCT_LIBRARY.find((one) => one.productNo === productNo)!
    const values = typeof frame === 'string' ? tbValues(model, frame) : sl651Values(model, frame)
    expect(values).toEqual(expected)
    const type = typeOfModel(model)
    for (const [key, value] of Object.entries(expected)) {
      expect(model.points).toContain(key)
      expect(metricFault(type.metricOf(key), value)).toBeNull()
    }
  })
})
