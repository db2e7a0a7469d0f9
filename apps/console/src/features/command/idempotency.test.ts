import { expect, test } from 'vitest'
import { IdempotencyKeys, REUSE_MS } from './idempotency.ts'
import { MOST_WAITING, WaitingCalls } from './panel/waiting-calls.ts'

function made(ended: readonly string[] = []) {
  let n = 0
  return new IdempotencyKeys(
    () => `key${++n}`,
    (id) => ended.includes(id),
  )
}
const close = { deviceId: '12', code: 'CLOSE', params: {} }
const set = (opening: number) => ({ deviceId: '12', code: 'SET_OPENING', params: { opening } })

test('ER-17 (1 of 2) the same request within 60 s takes the same key, another body another one', () => {
  const keys = made()
  expect(keys.keyFor(set(40), 0)).toBe('key1')
  expect(keys.keyFor(set(40), REUSE_MS - 1)).toBe('key1')
  expect(keys.keyFor(set(41), REUSE_MS - 1)).toBe('key2')
  expect(keys.keyFor(set(40), REUSE_MS)).toBe('key3')
  expect(keys.keyFor({ ...close, deviceId: '13' }, 0)).toBe('key4')
})

test('the order of parameters does not matter', () => {
  const keys = made()
  const request = (params: Record<string, unknown>) => ({ deviceId: '12', code: 'SET_OPENING', params })
  expect(keys.keyFor(request({ opening: 40, speed: 1 }), 0)).toBe(keys.keyFor(request({ speed: 1, opening: 40 }), 1))
})

test('ER-17 (part) the key of an ended command is not reused: close, open, close are three commands', () => {
  const keys = made(['c1'])
  const first = keys.keyFor(close, 0)
  keys.onSent(close, first, 'c1')
  expect(keys.keyFor(close, 1000)).not.toBe(first)
  const open = { ...close, code: 'OPEN' }
  const fresh = made()
  const one = fresh.keyFor(close, 0)
  fresh.keyFor(open, 1)
  expect(fresh.keyFor(close, 2)).not.toBe(one)
})

test('a command sent again on purpose, or refused before, takes a new key', () => {
  const keys = made()
  const first = keys.keyFor(close, 0)
  keys.forget('12')
  expect(keys.keyFor(close, 1)).not.toBe(first)
})

test('four calls wait at the same time, the fifth starts when one of them is back', async () => {
  const calls = new WaitingCalls()
  const started: number[] = []
  const ends: (() => void)[] = []
  const run = (n: number) =>
    calls.run(() => {
      started.push(n)
      return new Promise<void>((end) => ends.push(end))
    })
  const all = [0, 1, 2, 3, 4, 5].map(run)
  await Promise.resolve()
  expect(started).toHaveLength(MOST_WAITING)
  expect(calls.full).toBe(true)
  ends[1]!()
  await all[1]
  expect(started).toEqual([0, 1, 2, 3, 4])
  for (let n = 0; n < 6; n++) {
    ends.forEach((end) => end())
    await Promise.resolve()
    await new Promise((next) => setTimeout(next))
  }
  await Promise.all(all)
  expect(started).toEqual([0, 1, 2, 3, 4, 5])
  expect(calls.full).toBe(false)
})

test('a failing call passes its place on', async () => {
  const calls = new WaitingCalls()
  for (let n = 0; n < 6; n++) await calls.run(() => Promise.reject(new Error('no'))).catch(() => {})
  expect(calls.full).toBe(false)
})
