import { expect, it } from 'vitest'
import { createClockTrust } from './clock-trust.ts'
import { fakeClock } from './clock.ts'
import { createLeapWatch } from './leap-watch.ts'
import { createLog } from '../log/log.ts'

const DAY = 86_400_000
const HOUR = 3_600_000

function trusting(given: { trusted?: number | null; aheadMs?: number } = {}) {
  const clock = fakeClock('2026-08-03T00:00:00Z')
  const now = () => clock.now().getTime()
  const start = now()
  clock.leap(given.aheadMs ?? 0)
  const lines: string[] = []
  const log = createLog({ level: 'warn', pretty: false, destination: { write: (line) => void lines.push(line) } })
  const leaps = createLeapWatch({ clock, log })
  const kept = {
    trusted: given.trusted ?? null,
    newest: now() as number | null,
    database: undefined as number | undefined,
  }
  const trust = createClockTrust({
    clock,
    log,
    leaps,
    trusted: async () => kept.trusted,
    saveTrusted: async (at) => {
      kept.trusted = at
    },
    newestStored: async () => kept.newest,
    databaseTime: async () => kept.database ?? now(),
  })
  /** As time passes, something new is stored. */
  const pass = async (ms: number) => {
    clock.advance(ms)
    kept.newest = now()
    return trust.mayDelete()
  }
  return { clock, now, start, lines, kept, trust, pass }
}

it('the believed time goes along with a clock that goes on', async () => {
  const { trust, kept, pass, now, lines } = trusting()
  expect(await trust.mayDelete()).toBe(true)
  for (let n = 0; n < 100; n++) expect(await pass(6 * HOUR)).toBe(true)
  expect([kept.trusted, trust.doubt, trust.otherTime(), lines]).toEqual([now(), null, undefined, []])
})

it('a clock slightly behind it does not update the trusted time', async () => {
  const { trust, kept, clock, start } = trusting()
  await trust.mayDelete()
  clock.leap(-HOUR)
  expect(await trust.mayDelete()).toBe(true)
  expect(kept.trusted).toBe(start)
})

it.each([500 * DAY, -2 * DAY])(
  'a clock that is set by %d ms is not believed, says so once, and is again when it is set back',
  async (by) => {
    const { trust, kept, clock, pass, lines, start } = trusting()
    await trust.mayDelete()
    clock.leap(by)
    expect([await pass(0), trust.doubt]).toEqual([false, by > 0 ? 'AHEAD' : 'BEHIND'])
    for (let n = 0; n < 3; n++) expect(await pass(6 * HOUR)).toBe(false)
    expect(kept.trusted).toBe(start)
    expect(trust.otherTime()).toBe(start + 18 * HOUR)
    expect(lines.filter((line) => line.includes('drop-expired'))).toHaveLength(1)
    clock.leap(-by)
    kept.trusted = clock.now().getTime()
    expect([await pass(0), trust.doubt, trust.otherTime()]).toEqual([true, null, undefined])
    expect(lines.filter((line) => line.includes('believed again'))).toHaveLength(1)
  },
)

it('a platform that was off for a month believes its clock after a week that went on steadily', async () => {
  const { trust, kept, clock, pass, start } = trusting({
    trusted: Date.parse('2026-08-03T00:00:00Z'),
    aheadMs: 30 * DAY,
  })
  expect([await trust.mayDelete(), trust.doubt, trust.otherTime()]).toEqual([false, 'AHEAD', start])
  expect(await pass(4 * DAY)).toBe(false)
  expect(trust.otherTime()).toBe(start + 4 * DAY)
  clock.leap(HOUR)
  expect(await pass(0)).toBe(false)
  expect(await pass(6 * DAY)).toBe(false)
  expect(await pass(DAY)).toBe(true)
  expect(kept.trusted).toBe(clock.now().getTime())
})

it('the clock of the database server is another opinion, and the other time it may be', async () => {
  const { trust, kept, now, pass } = trusting()
  kept.database = now() - 3 * DAY
  expect([await trust.mayDelete(), trust.doubt, trust.otherTime()]).toEqual([false, 'DATABASE_DIFFERS', kept.database])
  kept.database = undefined
  expect(await pass(HOUR)).toBe(true)
})
