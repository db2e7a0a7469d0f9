import { getInfo } from '@sluice/contract'
import { ADMIN_PASSWORD } from '@sluice/testing'
import { expect, it } from 'vitest'
import { sharedPlatform } from '../../../../../../testing/src/platform/shared-platform.ts'

const { test, clock } = sharedPlatform()
const [MINUTE, DAY] = [60_000, 86_400_000]

it.each([
  [60 * DAY, false],
  [-2 * DAY, false],
  [-2 * MINUTE, true],
])('a clock that is set by %d ms: whoever is signed in stays so: %s; everybody can sign in', async (by, stays) => {
  const before = await test.signIn('admin', ADMIN_PASSWORD)
  await before.call(getInfo, {})
  clock.leap(by)
  // A briefly cached session is still used.
  clock.advance(6_000)
  const found = await before.call(getInfo, {}).then(
    () => true,
    () => false,
  )
  expect(found).toBe(stays)
  const again = await test.signIn('admin', ADMIN_PASSWORD)
  expect(await again.call(getInfo, {})).toBeDefined()
  clock.leap(-by)
})
