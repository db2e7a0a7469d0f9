import { describe, expect, test } from 'vitest'
import { provenAtOnce, provenBy, sameValue, stateOf } from './parameter.rules.ts'

describe('what a device reports', () => {
  test('is what it was told also where its firmware writes it in another way', () => {
    expect([sameValue(30, 30), sameValue(30, '30.0'), sameValue(30, 31), sameValue(30, ''), sameValue(0, ' ')]).toEqual(
      [true, true, false, false, false],
    )
    expect([sameValue(true, 1), sameValue(false, 'false'), sameValue(true, 0), sameValue(false, '')]).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect([sameValue('auto', 'auto'), sameValue('auto', 'AUTO'), sameValue('1', 1)]).toEqual([true, false, false])
    expect(sameValue({ a: 1, b: [2] }, { b: [2], a: 1 })).toBe(true)
  })

  test('proves what is wanted, and settles what is not wanted any more', () => {
    expect([provenBy(30, 30), provenBy(60, 30), provenBy(60, undefined)]).toEqual([true, false, true])
  })
})

describe('a value that is newly wanted', () => {
  test('is done at once where the device says so already', () => {
    expect(provenAtOnce(60, 60, undefined)).toBe(true)
    expect(provenAtOnce(60, 60, true)).toBe(true)
    expect(provenAtOnce(60, undefined, undefined)).toBe(false)
    expect(provenAtOnce(60, 30, undefined)).toBe(false)
  })

  test('is not while the device may have taken another one it has not spoken of', () => {
    expect(provenAtOnce(60, 60, false)).toBe(false)
  })
})

test('a parameter is unset, in step, pending, or differs after it was in step', () => {
  expect(stateOf(undefined, 60, undefined)).toBe('UNSET')
  expect(stateOf(undefined, 60, true)).toBe('UNSET')
  expect(stateOf(30, 30, true)).toBe('IN_STEP')
  expect(stateOf(30, 60, true)).toBe('DIFFERS')
  expect(stateOf(30, 60, false)).toBe('PENDING')
  // It has the same from before, and may have taken another one since.
  expect(stateOf(30, 30, false)).toBe('PENDING')
  expect(stateOf(30, undefined, undefined)).toBe('PENDING')
  expect(stateOf(30, 60, undefined)).toBe('PENDING')
  expect(stateOf(30, 30, undefined)).toBe('IN_STEP')
})
