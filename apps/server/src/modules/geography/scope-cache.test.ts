import { expect, test, vi } from 'vitest'
import type { Scope } from '../../platform/http/session.ts'
import { createScopeCache } from './scope-cache.ts'

const everything: Scope = { all: true, own: false, deptIds: [], deptSet: new Set(), userId: '1', homeDeptId: '1' }
const south: Scope = { ...everything, all: false, deptIds: ['7'] }
const AGE_MS = 2_000

/** A cache, its clock, and a question that takes `tookMs` of it and answers 1, 2, 3 … */
function cacheOf(tookMs: number, servesTimes?: number) {
  let now = 0
  let count = 0
  const cached = createScopeCache<number>(AGE_MS, () => now, servesTimes)
  const waiting: (() => void)[] = []
  const ask = vi.fn<() => Promise<number>>(() => new Promise((resolve) => waiting.push(() => resolve(++count))))
  /** Lets what is under way end, `tookMs` later. */
  const end = async () => {
    now += tookMs
    for (const one of waiting.splice(0)) one()
    await Promise.resolve()
    await Promise.resolve()
  }
  return { cached, ask, end, at: (ms: number) => void (now = ms) }
}

test('an answer serves everybody of the same scope until it is too old', async () => {
  const { cached, ask, end, at } = cacheOf(0)
  const both = Promise.all([cached(everything, ask), cached(everything, ask)])
  await end()
  expect(await both).toEqual([1, 1])
  at(AGE_MS)
  expect(await cached(everything, ask)).toBe(1)
  const theirs = cached(south, ask)
  await end()
  expect(await theirs).toBe(2)
  at(AGE_MS + 1)
  const next = cached(everything, ask)
  await end()
  expect(await next).toBe(3)
  expect(ask).toHaveBeenCalledTimes(3)
})

test('what took long serves on while one younger is under way, for five times as long', async () => {
  const { cached, ask, end, at } = cacheOf(1_000)
  const first = cached(everything, ask)
  await end()
  expect(await first).toBe(1)
  at(AGE_MS + 1)
  expect(await cached(everything, ask)).toBe(1)
  expect(await cached(everything, ask)).toBe(1)
  expect(ask).toHaveBeenCalledTimes(2)
  await end()
  expect(await cached(everything, ask)).toBe(2)
  at(AGE_MS + 1 + AGE_MS + 5_000 + 1)
  const late = cached(everything, ask)
  await end()
  expect(await late).toBe(3)
})

test('what may not be older than its age is not, however long it took', async () => {
  const { cached, ask, end, at } = cacheOf(10_000, 0)
  const first = cached(everything, ask)
  await end()
  expect(await first).toBe(1)
  at(AGE_MS)
  expect(await cached(everything, ask)).toBe(1)
  at(AGE_MS + 1)
  const next = cached(everything, ask)
  await end()
  expect(await next).toBe(2)
})

test('a question that fails is told to who waits for it, not kept, and the last answer serves until its time is over', async () => {
  const { cached, ask, end, at } = cacheOf(1_000)
  const broken = () => Promise.reject(new Error('no line'))
  await expect(cached(everything, broken)).rejects.toThrow('no line')
  const first = cached(everything, ask)
  await end()
  expect(await first).toBe(1)
  at(AGE_MS + 500)
  expect(await cached(everything, broken)).toBe(1)
  await Promise.resolve()
  await Promise.resolve()
  expect(await cached(everything, ask)).toBe(1)
  expect(ask).toHaveBeenCalledTimes(2)
  at(AGE_MS + 5_001)
  await expect(cached(everything, broken)).rejects.toThrow('no line')
})
