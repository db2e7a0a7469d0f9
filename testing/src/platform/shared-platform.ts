import { fakeClock } from '@sluice/server/src/platform/clock/clock.ts'
import { afterAll, beforeAll } from 'vitest'
import { startTestPlatform, type TestPlatform, type TestPlatformOptions } from './platform.ts'

const DAY_MS = 86_400_000

interface SharedOptions extends Omit<TestPlatformOptions, 'clock'> {
  /** The last 06:30: for tests that go on by most of a day, as a clock a day ahead of the database server's is not believed. */
  past?: true
}

/** One platform for all tests of a file, with a clock stopped at 06:30 UTC of today. */
export function sharedPlatform({ past, ...options }: SharedOptions = {}) {
  const today = new Date().setUTCHours(6, 30, 0, 0)
  const clock = fakeClock(new Date(past && today > Date.now() ? today - DAY_MS : today))
  const test = {} as TestPlatform
  beforeAll(async () => {
    Object.assign(test, await startTestPlatform({ ...options, clock }))
  })
  afterAll(() => test.stop?.())
  return { test, clock, now: () => clock.now().getTime() }
}
