import { expect, it } from 'vitest'
import { fakeClock, systemClock } from './clock.ts'

const DAY = 86_400_000

it('a clock that is set lets no time pass, and time that passes moves both', () => {
  const clock = fakeClock('2026-08-03T00:00:00Z')
  const begun = clock.elapsed()
  clock.leap(-2 * DAY)
  expect([clock.now().toISOString(), clock.elapsed() - begun]).toEqual(['2026-08-01T00:00:00.000Z', 0])
  clock.advance(5_000)
  expect([clock.now().toISOString(), clock.elapsed() - begun]).toEqual(['2026-08-01T00:00:05.000Z', 5_000])
  clock.set('2026-08-01T00:00:06Z')
  expect(clock.elapsed() - begun).toBe(6_000)
  clock.set('2026-07-01T00:00:00Z')
  expect([clock.now().toISOString(), clock.elapsed() - begun]).toEqual(['2026-07-01T00:00:00.000Z', 6_000])
})

it("the machine's own passes on", () => {
  const begun = systemClock.elapsed()
  expect(systemClock.elapsed()).toBeGreaterThanOrEqual(begun)
  expect(Math.abs(systemClock.now().getTime() - Date.now())).toBeLessThan(60_000)
})
