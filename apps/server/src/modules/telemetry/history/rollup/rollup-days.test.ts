import { expect, test } from 'vitest'
import { rollUpDirtyDays } from './rollup-days.ts'

/** A store in which so many days wait at each look, by itself none; `busy` is true so often before live reports leave room. */
function lane(busy: number, days: readonly number[] = []) {
  const told = { waits: [] as number[], looked: 0 }
  const deps = {
    db: {
      transaction: async () => {
        told.looked += 1
        return days[told.looked - 1] ?? 0
      },
    },
    busy: () => told.waits.length < busy,
    wait: async (ms: number) => void told.waits.push(ms),
    now: () => 0,
    zonesOf: async () => new Map(),
  }
  return { told, deps: deps as unknown as Parameters<typeof rollUpDirtyDays>[0] }
}

test('what an import brought waits as long as live reports wait for the store', async () => {
  const { told, deps } = lane(3)
  expect(await rollUpDirtyDays(deps)).toBe(0)
  expect(told).toEqual({ waits: [200, 200, 200], looked: 1 })
})

test('a process that stops does not wait for that', async () => {
  const { told, deps } = lane(Number.POSITIVE_INFINITY)
  const stop = new AbortController()
  stop.abort()
  expect(await rollUpDirtyDays(deps, stop.signal)).toBe(0)
  expect(told).toEqual({ waits: [], looked: 0 })
})

test('days are taken a hundred and twenty at a time until fewer wait, and all of them are counted', async () => {
  const { told, deps } = lane(0, [120, 120, 7])
  expect(await rollUpDirtyDays(deps)).toBe(247)
  expect(told.looked).toBe(3)
})

test('a process that stops in between says what it took', async () => {
  const { told, deps } = lane(0, [120, 120])
  const stop = new AbortController()
  const busy = () => {
    if (told.looked === 1) stop.abort()
    return false
  }
  expect(await rollUpDirtyDays({ ...deps, busy }, stop.signal)).toBe(120)
  expect(told.looked).toBe(1)
})
