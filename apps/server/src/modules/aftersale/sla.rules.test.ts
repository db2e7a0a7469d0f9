import type { RepairStatus } from '@sluice/contract'
import { describe, expect, it } from 'vitest'
import { type Move, slaOf, storedSla } from './sla.rules.ts'

const LIMIT = { respondS: 1800, fixS: 28_800 }
const MIN = 60_000
const moves = (...steps: [minute: number, to: RepairStatus][]): Move[] =>
  steps.map(([at, to]) => ({ at: at * MIN, to }))
const BEGUN = [
  [0, 'CREATED'],
  [5, 'ASSIGNED'],
] as const satisfies [number, RepairStatus][]

describe('the clock of a repair order', () => {
  it('counts the time to respond from the beginning until somebody accepts', () => {
    expect(slaOf(LIMIT, moves(...BEGUN), 10 * MIN)).toMatchObject({
      state: 'RESPOND',
      due: 30 * MIN,
      respondLeftS: 1200,
      fixLeftS: 28_200,
      breached: false,
    })
    expect(slaOf(LIMIT, moves(...BEGUN), 31 * MIN)).toMatchObject({
      state: 'RESPOND',
      respondLeftS: -60,
      breached: true,
    })
  })

  it('then counts the time to repair, also from the beginning', () => {
    const taken = moves(...BEGUN, [20, 'ACCEPTED'])
    expect(slaOf(LIMIT, taken, 60 * MIN)).toMatchObject({
      state: 'FIX',
      due: 480 * MIN,
      respondLeftS: null,
      fixLeftS: 25_200,
      breached: false,
    })
    expect(slaOf(LIMIT, taken, 480 * MIN)).toMatchObject({ fixLeftS: 0, breached: false })
    expect(slaOf(LIMIT, taken, 480 * MIN + 1)).toMatchObject({ fixLeftS: -1, breached: true })
  })

  it('goes on with the time to respond when an order is given back', () => {
    const back = moves(...BEGUN, [20, 'ACCEPTED'], [25, 'ASSIGNED'])
    expect(slaOf(LIMIT, back, 26 * MIN)).toMatchObject({ state: 'RESPOND', due: 30 * MIN, breached: false })
    const late = [...back, { at: 40 * MIN, to: 'ACCEPTED' as const }]
    expect(slaOf(LIMIT, late, 41 * MIN)).toMatchObject({ state: 'FIX', breached: true })
  })

  it('stands while parts are waited for', () => {
    const waiting = moves(...BEGUN, [10, 'ACCEPTED'], [60, 'ON_SITE'], [120, 'WAIT_PARTS'])
    const stands = { state: 'STOPPED', due: null, fixLeftS: 21_600, stopped: true, breached: false }
    expect(slaOf(LIMIT, waiting, 121 * MIN)).toMatchObject(stands)
    expect(slaOf(LIMIT, waiting, 50_000 * MIN)).toMatchObject(stands)
    const again = [...waiting, ...moves([1120, 'REPAIRING'])]
    expect(slaOf(LIMIT, again, 1180 * MIN)).toMatchObject({ state: 'FIX', due: 1480 * MIN, fixLeftS: 18_000 })
    const twice = [...again, ...moves([1200, 'WAIT_PARTS'], [1300, 'REPAIRING'])]
    expect(slaOf(LIMIT, twice, 1300 * MIN)).toMatchObject({ state: 'FIX', due: 1580 * MIN })
  })

  it('is over with the repair, and keeps what was left', () => {
    const done = moves(...BEGUN, [10, 'ACCEPTED'], [60, 'ON_SITE'], [70, 'REPAIRING'], [100, 'FINISHED'])
    const over = { state: 'OVER', due: null, fixLeftS: 22_800, breached: false }
    expect(slaOf(LIMIT, done, 100 * MIN)).toMatchObject(over)
    const closed = [...done, ...moves([900, 'CONFIRMED'], [5_000, 'CLOSED'])]
    expect(slaOf(LIMIT, closed, 9_999 * MIN)).toMatchObject(over)
    const cancelled = moves(...BEGUN, [29, 'CANCELLED'])
    expect(slaOf(LIMIT, cancelled, 9_999 * MIN)).toMatchObject({ state: 'OVER', fixLeftS: null, breached: false })
    const tooLate = moves(...BEGUN, [31, 'CANCELLED'])
    expect(slaOf(LIMIT, tooLate, 9_999 * MIN)).toMatchObject({ breached: true })
  })

  it('does not run for a level without limits', () => {
    expect(slaOf(null, moves(...BEGUN), 10 * MIN)).toMatchObject({ state: 'NONE', due: null, breached: false })
    expect(storedSla(null, moves(...BEGUN))).toEqual({ slaState: 'NONE', slaDue: null, slaLeftS: null, slaLate: false })
  })

  it('as it is stored says at any later moment what the steps say', () => {
    // A fixed series of numbers in place of chance: every run judges the same lives.
    let seed = 7
    const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    const ways: Partial<Record<RepairStatus, RepairStatus[]>> = {
      CREATED: ['ASSIGNED', 'CANCELLED'],
      ASSIGNED: ['ACCEPTED', 'ACCEPTED', 'CANCELLED'],
      ACCEPTED: ['ON_SITE', 'ASSIGNED'],
      ON_SITE: ['REPAIRING', 'WAIT_PARTS'],
      WAIT_PARTS: ['REPAIRING'],
      REPAIRING: ['WAIT_PARTS', 'FINISHED'],
      FINISHED: ['CONFIRMED'],
      CONFIRMED: ['CLOSED'],
    }
    for (let life = 0; life < 500; life += 1) {
      const steps: Move[] = [{ at: 0, to: 'CREATED' }]
      for (;;) {
        const last = steps.at(-1)!
        const stored = storedSla(LIMIT, steps)
        const now = last.at + next(400) * MIN
        const real = slaOf(LIMIT, steps, now)
        const left = stored.slaDue === null ? stored.slaLeftS : Math.floor((Date.parse(stored.slaDue) - now) / 1000)
        expect([stored.slaState, left]).toEqual([real.state, real.respondLeftS ?? real.fixLeftS])
        expect(stored.slaLate || (stored.slaDue !== null && Date.parse(stored.slaDue) < now)).toBe(real.breached)
        const on = ways[last.to]
        if (!on || steps.length > 12) break
        steps.push({ at: now, to: on[next(on.length)]! })
      }
    }
  })
})
