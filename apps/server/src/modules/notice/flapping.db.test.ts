import { expect, it } from 'vitest'
import { changeFaults } from '../../../../../testing/src/notice/stand-in-channels.ts'
import { MINUTE, sharedNotices } from '../../../../../testing/src/notice/shared-notices.ts'

const { test, given, begin, now, makeTold, makeRule, after } = sharedNotices()

const over = (id: string) =>
  changeFaults(test.db, [id], `condition_state = 'CLEARED', clear_time = to_timestamp(${now()} / 1000.0)`)
const again = (id: string) =>
  changeFaults(
    test.db,
    [id],
    `condition_state = 'ACTIVE', clear_time = null, last_time = to_timestamp(${now()} / 1000.0),
     begin_times = begin_times || to_timestamp(${now()} / 1000.0)`,
  )
async function minutes(n: number): Promise<void> {
  for (let at = 0; at < n; at++) await after(MINUTE)
}

/** So many beginnings, each active and over for so long. */
async function flaps(id: string, times: number, { activeMs, overMs }: { activeMs: number; overMs: number }) {
  for (let n = 0; n < times; n++) {
    await after(0)
    await after(activeMs)
    await over(id)
    await after(overMs)
    await again(id)
  }
  await after(0)
}

it('a fault whose first beginnings were over within their window, and which then stays, is told', async () => {
  await makeTold()
  await flaps(await begin('V01', 3), 2, { activeMs: 20_000, overMs: 5 * MINUTE })
  expect(given).toHaveLength(0)
  // At the end of its window, without a hold: nobody was told before.
  await minutes(1)
  expect(given).toHaveLength(1)
})

it('a beginning that was held because it comes and goes is told when it stays, and once', async () => {
  await makeTold()
  await makeRule({ mergeWindowS: 0 })
  const id = await begin('V01', 3)
  await flaps(id, 4, { activeMs: 30_000, overMs: 5 * MINUTE })
  // Told of the 1st, 2nd and 4th; the 5th waits for four minutes.
  expect(given).toHaveLength(3)
  await minutes(3)
  expect(given).toHaveLength(3)
  await minutes(60)
  expect(given).toHaveLength(4)
})

it('fourteen beginnings in two hours are a few messages', async () => {
  await makeTold()
  await makeRule({ mergeWindowS: 0 })
  const id = await begin('V01', 3)
  await flaps(id, 13, { activeMs: 30_000, overMs: 8 * MINUTE })
  expect(given).toHaveLength(4)
  await minutes(60)
  expect(given).toHaveLength(5)
})
