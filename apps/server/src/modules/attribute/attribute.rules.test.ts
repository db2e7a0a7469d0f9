import { ATTRIBUTE_BOUNDS } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import { admitted, changed, refusalOf } from './attribute.rules.ts'

const { keys, keyLength, valueBytes, bytes, levels } = ATTRIBUTE_BOUNDS

/** A list in a list, so many levels deep. */
const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)])
const many = (count: number, value: unknown = 1) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, value]))

describe('shared attributes', () => {
  test('after a change: new ones beside the old, changed ones in their place, deleted ones gone', () => {
    const before = { a: 1, b: 2, c: 3 }
    expect(changed(before, { b: 5, d: 6 }, ['c', 'unknown'])).toEqual({ a: 1, b: 5, d: 6 })
    expect(before).toEqual({ a: 1, b: 2, c: 3 })
  })

  test('are refused by what is wrong with a value: too deep, too long', () => {
    const refusal = (value: unknown) => refusalOf({ x: value }, { x: value })
    expect(refusal(nested(levels))).toBeUndefined()
    expect(refusal(nested(levels + 1))).toEqual({ 'values.x': 'too-big' })
    expect(refusal({ a: [{ b: null }] })).toBeUndefined()
    // Two quotes stand around a text.
    expect(refusal('x'.repeat(valueBytes - 2))).toBeUndefined()
    expect(refusal('x'.repeat(valueBytes - 1))).toEqual({ 'values.x': 'too-long' })
    expect(refusal('阀'.repeat(Math.ceil(valueBytes / 3)))).toEqual({ 'values.x': 'too-long' })
  })

  test('and by all of them together: too many, too long in sum', () => {
    expect(refusalOf(many(keys), {})).toBeUndefined()
    expect(refusalOf(many(keys + 1), {})).toEqual({ values: 'too-big' })
    // Nine values of a tenth and a bit of what is allowed, with their keys.
    const part = 'x'.repeat(3_500)
    const sum = (count: number) => count * (2 + 3_500 + 2)
    expect(sum(9)).toBeLessThanOrEqual(bytes)
    expect(refusalOf(many(9, part), {})).toBeUndefined()
    expect(refusalOf(many(10, part), {})).toEqual({ values: 'too-long' })
  })
})

describe("a device's own attributes", () => {
  test('are stored as far as there is room; known keys are still updated', () => {
    const full = many(keys)
    expect(admitted(full, { k0: 2, new: 3 })).toEqual({ k0: 2 })
    expect(admitted(many(keys - 1), { new: 3, newer: 4 })).toEqual({ new: 3 })
    expect(admitted({}, { a: null, b: [1] })).toEqual({ a: null, b: [1] })
  })

  test('without a value or a key that is too long', () => {
    const long = 'k'.repeat(keyLength + 1)
    expect(admitted({}, { [long]: 1, ['k'.repeat(keyLength)]: 1 })).toEqual({ ['k'.repeat(keyLength)]: 1 })
    expect(admitted({}, { a: 'x'.repeat(valueBytes - 1), b: 'x'.repeat(valueBytes - 2) })).toEqual({
      b: 'x'.repeat(valueBytes - 2),
    })
  })

  test('within the bytes of all: what shrinks makes room, what grows needs it', () => {
    const part = 'x'.repeat(4_000)
    const before = many(8, part)
    expect(Object.keys(admitted(before, { k8: part, k9: 1 }))).toEqual(['k9'])
    expect(Object.keys(admitted(before, { k0: 1, k8: part }))).toEqual(['k0', 'k8'])
    expect(Object.keys(admitted(many(8, 'x'.repeat(4_080)), { k0: 'x'.repeat(4_090) }))).toEqual(['k0'])
    expect(Object.keys(admitted(many(8, 'x'.repeat(4_092)), { k0: 'x'.repeat(4_093), k1: 'y' }))).toEqual(['k1'])
  })
})
