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
