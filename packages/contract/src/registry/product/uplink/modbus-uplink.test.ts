import { describe, expect, test } from 'vitest'
import { modelChanges } from '../product-changes.ts'
import { emptyModel, mappedKeys, withoutMetric, withRenamedMetric } from '../product-model-parts.ts'
import { modelProblems } from '../product-model-problems.ts'
import { type Metric } from '../model-metric.ts'
import { productModelSchema, type ProductModel } from '../product-model.ts'
import type { ModbusPoint, ModbusUplink } from './modbus-uplink.ts'

const metric = (key: string): Metric => ({ key, kind: 'number', unit: '', decimals: 0 })
const FACTS = {
  productNo: 'P-485',
  name: '压力变送器',
  englishName: 'Pressure transmitter',
  deviceTypeCode: 'SENSOR',
  nodeKind: 'DIRECT',
  protocol: 'MODBUS_RTU',
} as const
const PRESSURE: ModbusPoint = { key: 'pressure', fc: 3, address: 0, type: 'u16', factor: 0.001 }

function modelWith(points: readonly ModbusPoint[], more: Partial<ModbusUplink> = {}): ProductModel {
  const begun = emptyModel(FACTS)
  const keys = [...new Set(points.map(({ key }) => key))]
  return { ...begun, points: keys, uplink: { ...(begun.uplink as ModbusUplink), points, ...more } }
}

/** Of the point with these parts; undefined takes one away. */
function problemsOf(parts: object, more: Partial<ModbusUplink> = {}) {
  const point = Object.fromEntries(Object.entries({ ...PRESSURE, ...parts }).filter(([, part]) => part !== undefined))
  return modelProblems(modelWith([point as ModbusPoint], more), metric)
}

describe('the point table of a Modbus product', () => {
  test('a product begins with an empty one of its own protocol; a slave is read by its master', () => {
    expect(emptyModel(FACTS).uplink).toEqual({ protocol: 'MODBUS_RTU', unit: 1, points: [], groups: [] })
    expect(emptyModel({ ...FACTS, protocol: 'MODBUS_TCP' }).uplink).toMatchObject({ protocol: 'MODBUS_TCP' })
    expect(emptyModel({ ...FACTS, nodeKind: 'SLAVE' }).uplink).toBeNull()
    expect(emptyModel({ ...FACTS, protocol: 'toString' }).uplink).toBeNull()
  })

  test('survives being written as JSON', () => {
    const model = modelWith(
      [PRESSURE, { key: 'mode', unit: 7, fc: 1, address: 3, type: 'bit', values: { 0: 'REMOTE', 1: 'LOCAL' } }],
      { groups: [{ name: 'fast', everyS: 10 }], mostRegisters: 64, mostGap: 8 },
    )
    expect(productModelSchema.parse(JSON.parse(JSON.stringify(model)))).toEqual(model)
  })

  test.each([
    [{ type: 'f32' }],
    [{ fc: 4, type: 'u32', order: 'CDAB' }],
    [{ type: 'ascii', length: 8, factor: undefined }],
    [{ type: 'bit', bit: 15, factor: undefined }],
    [{ fc: 1, type: 'bit', factor: undefined, writable: true }],
    [{ type: 'i16', factor: undefined, values: { '-1': 'FAULT', 0: 'IDLE' } }],
    [{ address: 65_535 }],
    [{ address: 65_534, type: 'u32' }],
    [{ type: 'f64', order: 'GHEFCDAB', writable: true, offset: -40 }],
  ])('%j is a point', (point) => {
    expect(problemsOf(point)).toEqual({})
  })

  test.each([
    [{ fc: 1 }, { type: 'not-an-option' }],
    [
      { fc: 2, type: 'bit', bit: 1 },
      { bit: 'unknown-field', factor: 'unknown-field' },
    ],
    [{ type: 'bit' }, { bit: 'required', factor: 'unknown-field' }],
    [{ bit: 3 }, { bit: 'unknown-field' }],
    [{ type: 'ascii' }, { length: 'required', factor: 'unknown-field' }],
    [{ length: 2 }, { length: 'unknown-field' }],
    [{ order: 'ABCD' }, { order: 'not-an-option' }],
    [{ type: 'u32', order: 'AB' }, { order: 'not-an-option' }],
    [
      { type: 'bit', bit: 0, order: 'AB' },
      { order: 'not-an-option', factor: 'unknown-field' },
    ],
    [
      { type: 'ascii', length: 2, order: 'ABCD' },
      { order: 'not-an-option', factor: 'unknown-field' },
    ],
    [{ address: 65_535, type: 'u32' }, { address: 'too-big' }],
    [
      { type: 'f32', values: { 0: 'IDLE' } },
      { values: 'unknown-field', factor: 'unknown-field' },
    ],
    [{ values: { 0: 'IDLE' } }, { factor: 'unknown-field' }],
    [
      { type: 'bit', bit: 0, values: { 2: 'IDLE' } },
      { values: 'not-an-option', factor: 'unknown-field' },
    ],
    [
      { type: 'ascii', length: 2, offset: 1 },
      { offset: 'unknown-field', factor: 'unknown-field' },
    ],
    [{ fc: 4, writable: true }, { writable: 'not-an-option' }],
    [
      { type: 'bit', bit: 0, writable: true },
      { writable: 'not-an-option', factor: 'unknown-field' },
    ],
    [{ group: 'fast' }, { group: 'not-an-option' }],
  ])('%j is none', (point, problems) => {
    const expected = Object.entries(problems).map(([part, reason]) => [`uplink.points.0.${part}`, reason])
    expect(problemsOf(point)).toEqual(Object.fromEntries(expected))
  })

  test('fills each metric once, of those that the model knows; groups have names of their own', () => {
    const twice = modelWith([PRESSURE, { ...PRESSURE, address: 1 }])
    expect(modelProblems(twice, metric)).toEqual({ 'uplink.points.1.key': 'taken' })
    expect(modelProblems(modelWith([PRESSURE]), () => undefined)).toMatchObject({
      'uplink.points.0.key': 'unknown-metric',
    })
    const groups = [
      { name: 'fast', everyS: 10 },
      { name: 'fast', everyS: 20 },
    ]
    expect(problemsOf({ group: 'fast' }, { groups })).toEqual({ 'uplink.groups.1.name': 'taken' })
  })

  test('a product that speaks another protocol cannot have it', () => {
    const other = { ...modelWith([PRESSURE]), protocol: 'MODBUS_TCP' }
    expect(modelProblems(other, metric)).toEqual({ uplink: 'wrong-protocol' })
  })

  test('a renamed metric takes its points along, one that goes takes them away', () => {
    const model = modelWith([PRESSURE, { ...PRESSURE, key: 'level', address: 2 }])
    const renamed = withRenamedMetric(model, 'pressure', metric('inletPressure'))
    expect([...mappedKeys(renamed)]).toEqual(['inletPressure', 'level'])
    expect([...mappedKeys(withoutMetric(model, 'pressure'))]).toEqual(['level'])
  })

  test('two tables are compared point by point', () => {
    const before = modelWith([PRESSURE, { ...PRESSURE, key: 'level', unit: 2, fc: 4, address: 2 }])
    const after = modelWith([{ ...PRESSURE, factor: 0.01 }], { groups: [{ name: 'fast', everyS: 10 }], unit: 3 })
    const changed = modelChanges(before, after).filter(({ part }) => part === 'uplink')
    expect(changed.map(({ name }) => name)).toEqual(['unit', '3:0 pressure', '#2 4:2 level', 'group fast'])
  })
})
