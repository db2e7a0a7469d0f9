import { expect, it } from 'vitest'
import { areManyBad } from './frame-errors.rules.ts'

it('domain 6.5 C04: more than 5 % of the frames of an hour with a wrong checksum are many', () => {
  expect(areManyBad({ bad: 6, good: 94 })).toBe(true)
  expect(areManyBad({ bad: 5, good: 95 })).toBe(false)
  expect(areManyBad({ bad: 0, good: 1 })).toBe(false)
})

it('one or two are an accident, and no frames at all say nothing', () => {
  expect(areManyBad({ bad: 2, good: 4 })).toBeUndefined()
  expect(areManyBad({ bad: 3, good: 4 })).toBe(true)
  expect(areManyBad({ bad: 0, good: 0 })).toBeUndefined()
})
