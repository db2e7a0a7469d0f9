import { fakeClock } from '@sluice/server/src/platform/clock/clock.ts'
import { afterAll, beforeAll } from 'vitest'
import { startTestPlatform, type TestPlatform, type TestPlatformOptions } from './platform.ts'

/** One platform for all tests of a file, with a clock stopped at 06:30 UTC of today. */
export function sharedPlatform(options: Omit<TestPlatformOptions, 'clock'> = {}) {
  const clock = fakeClock(new Date(new Date().setUTCHours(6, 30, 0, 0)))
  const test = {} as TestPlatform
  beforeAll(async () => {
    Object.assign(test, await startTestPlatform({ ...options, clock }))
  })
  afterAll(() => test.stop?.())
  return { test, clock, now: () => clock.now().getTime() }
}
