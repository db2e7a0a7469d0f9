import { expect, test } from 'vitest'
import { fakeClock } from './clock.ts'
import { createRateLimit } from './rate-limit.ts'

const clock = fakeClock(new Date('2026-08-03T00:00:00Z'))
const limit = (maxKeys?: number) =>
  createRateLimit({ burst: 3, perSecond: 2, clock, ...(maxKeys === undefined ? {} : { maxKeys }) })

test('SEC-18 lets a burst through at once, then so many a second, and says how long to wait', () => {
  const calls = limit()
  expect([calls.take('a'), calls.take('a'), calls.take('a')]).toEqual([0, 0, 0])
  expect(calls.take('a')).toBe(0.5)
  clock.advance(499)
  expect(calls.take('a')).toBeCloseTo(0.0005)
  clock.advance(1)
  expect([calls.take('a'), calls.take('a')]).toEqual([0, 0.5])
})

test('a refused call costs nothing, another key is another bucket, and a rest fills no more than the burst', () => {
  const calls = limit()
  expect(calls.take('a', 3)).toBe(0)
  for (let n = 0; n < 5; n++) expect(calls.take('a')).toBe(0.5)
  expect(calls.take('b')).toBe(0)
  clock.advance(3_600_000)
  expect([calls.take('a', 3), calls.take('a')]).toEqual([0, 0.5])
})

test('what costs more waits for more', () => {
  const calls = limit()
  expect([calls.take('a', 2), calls.take('a', 2)]).toEqual([0, 0.5])
})

test('many keys do not fill the memory, and those who are being refused are not forgotten for newcomers that rest', () => {
  const calls = limit(4)
  for (const key of ['w', 'x', 'y']) calls.take(key)
  clock.advance(1_000)
  calls.take('busy', 3)
  // Full: w, x and y rest, and go.
  calls.take('new')
  expect(calls.take('busy')).toBe(0.5)
})

test('where nobody rests the oldest are forgotten, which gives them a fresh burst and nothing else', () => {
  const calls = limit(4)
  for (const key of ['a', 'b', 'c', 'd']) calls.take(key, 3)
  calls.take('new')
  expect([calls.take('a'), calls.take('d')]).toEqual([0, 0.5])
})

test.each([-2 * 86_400_000, 60 * 86_400_000])(
  'a clock that is set by %d ms locks nobody out and gives nobody more',
  (by) => {
    const calls = limit()
    calls.take('a', 2)
    clock.leap(by)
    expect([calls.take('a'), calls.take('a')]).toEqual([0, 0.5])
  },
)
