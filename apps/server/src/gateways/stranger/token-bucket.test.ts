import { expect, test } from 'vitest'
import { RateGuard } from '../mqtt/broker/rate-guard.ts'
import { TokenBucket } from './token-bucket.ts'

test('a bucket lets a burst through and then so many per second, however long it was idle', () => {
  const bucket = new TokenBucket(10, 3, 0)
  expect([0, 0, 0, 0].map((now) => bucket.take(1, now))).toEqual([0, 0, 0, 100])
  // The debt is paid before anything is earned.
  expect(bucket.take(1, 100)).toBe(100)
  expect(bucket.take(1, 300)).toBe(0)
  expect(bucket.take(3, 1_000_000)).toBe(0)
  expect(bucket.take(1, 1_000_000)).toBe(100)
})

test('what is taken together waits for all of it, to the millisecond above', () => {
  const bucket = new TokenBucket(3, 1, 0)
  expect(bucket.take(2, 0)).toBe(334)
  expect(bucket.take(2, 0)).toBe(1000)
})

test('the remaining tokens, and whether the bucket is full again, are returned without taking any', () => {
  const bucket = new TokenBucket(10, 3, 0)
  expect([bucket.left(0), bucket.isFull(0)]).toEqual([3, true])
  bucket.take(4, 0)
  expect([bucket.left(0), bucket.left(200), bucket.left(1_000_000)]).toEqual([-1, 1, 3])
  expect([bucket.isFull(399), bucket.isFull(400)]).toEqual([false, true])
})

test('a clock that was set back earns nothing, and nothing twice', () => {
  const bucket = new TokenBucket(10, 1, 10_000)
  expect(bucket.take(1, 10_000)).toBe(0)
  expect(bucket.take(1, 5_000)).toBe(100)
  expect(bucket.take(0, 5_100)).toBe(0)
  expect(bucket.take(1, 5_100)).toBe(100)
})

test('a sender over its rate is refused until its bucket recovers; no other sender is', () => {
  const guard = new RateGuard(1, 2)
  expect(guard.isOut('a', 0)).toBe(false)
  for (let n = 0; n < 3; n++) guard.note('a', 0)
  expect([guard.isOut('a', 999), guard.isOut('a', 1000), guard.isOut('b', 0)]).toEqual([true, false, false])
  guard.note('a', 500)
  expect([guard.isOut('a', 1999), guard.isOut('a', 2000)]).toEqual([true, false])
})

test('an endless number of names does not fill the memory: beyond the limit all are forgotten', () => {
  const guard = new RateGuard(1, 1)
  for (let n = 0; n < 3; n++) guard.note('first', 0)
  for (let n = 1; n < 20_000; n++) guard.note(`n${n}`, 0)
  expect(guard.isOut('first', 0)).toBe(true)
  guard.note('one more', 0)
  expect(guard.isOut('first', 0)).toBe(false)
})
