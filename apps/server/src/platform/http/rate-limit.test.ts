import { expect, test } from 'vitest'
import { fakeClock } from '../clock/clock.ts'
import { createRateLimit } from './rate-limit.ts'

const clock = fakeClock(new Date('2026-08-03T00:00:00Z'))
const limit = (maxKeys?: number) =>
  createRateLimit({ name: 'test', burst: 3, perSecond: 2, clock, ...(maxKeys === undefined ? {} : { maxKeys }) })

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

test('when no key is idle the oldest are forgotten, which only gives them a fresh burst', () => {
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

test('says the limit and what is left of it as structured fields: whole calls, and a time only where none is left', () => {
  const calls = limit()
  expect(calls.policy).toBe('"test";q=3;w=2')
  expect(calls.left('nobody')).toBe('"test";r=3')
  calls.take('a', 1)
  clock.advance(400)
  expect(calls.left('a')).toBe('"test";r=2')
  calls.take('a', 2)
  expect(calls.left('a')).toBe('"test";r=0;t=1')
  expect(calls.left('b')).toBe('"test";r=3')
})

test('the remaining time is the wait in a refusal, in whole seconds', () => {
  const slow = createRateLimit({ name: 'slow', burst: 1, perSecond: 0.1, clock })
  expect([slow.policy, slow.take('a')]).toEqual(['"slow";q=1;w=10', 0])
  clock.advance(2_500)
  expect([slow.take('a'), slow.left('a')]).toEqual([expect.closeTo(7.5), '"slow";r=0;t=8'])
  const closed = createRateLimit({ name: 'closed', burst: 0, perSecond: 1, clock })
  expect([closed.policy, closed.take('a'), closed.left('a')]).toEqual(['"closed";q=0;w=1', 1, '"closed";r=0;t=1'])
})
