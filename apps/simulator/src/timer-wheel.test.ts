import { expect, test } from 'vitest'
import { createTimerWheel } from './timer-wheel.ts'

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('timers run once, in their order, never early', async () => {
  const wheel = createTimerWheel()
  const startedAt = performance.now()
  const ran: [number, number][] = []
  const done = new Promise<void>((resolve) => {
    for (const delay of [80, 20, 50, 0]) {
      wheel.after(delay, () => {
        ran.push([delay, performance.now() - startedAt])
        if (ran.length === 4) resolve()
      })
    }
  })
  expect(wheel.size).toBe(4)
  await done
  expect(ran.map(([delay]) => delay)).toEqual([0, 20, 50, 80])
  for (const [delay, at] of ran) expect(at).toBeGreaterThanOrEqual(delay)
  await sleep(30)
  expect(ran).toHaveLength(4)
  expect(wheel.size).toBe(0)
})

test('a cancelled timer does not run, not even when an earlier one of its tick cancels it', async () => {
  const wheel = createTimerWheel()
  let ran = 0
  const cancelled = wheel.after(10, () => ran++)
  const second = { cancel: () => undefined as void }
  wheel.after(20, () => second.cancel())
  Object.assign(
    second,
    wheel.after(20, () => ran++),
    { cancel: second.cancel },
  )
  cancelled.cancel()
  cancelled.cancel()
  const late = wheel.after(20, () => ran++)
  second.cancel = () => late.cancel()
  await sleep(60)
  expect(ran).toBe(1)
  expect(wheel.size).toBe(0)
})

test('a delay longer than one turn of the wheel waits for its turn', async () => {
  // A clock that runs a thousand times faster: one turn is 20 s of it.
  const realStart = performance.now()
  const wheel = createTimerWheel(() => (performance.now() - realStart) * 1000)
  let at = 0
  wheel.after(70_000, () => {
    at = (performance.now() - realStart) * 1000
  })
  while (at === 0) await sleep(5)
  expect(at).toBeGreaterThanOrEqual(70_000)
})

test('timers that run set further timers', async () => {
  const wheel = createTimerWheel()
  let left = 3
  await new Promise<void>((resolve) => {
    const again = () => {
      if (--left === 0) resolve()
      else wheel.after(0, again)
    }
    wheel.after(0, again)
  })
  expect(wheel.size).toBe(0)
})
