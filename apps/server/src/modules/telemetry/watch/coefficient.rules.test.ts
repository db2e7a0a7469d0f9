import { expect, it } from 'vitest'
import { coefficientOf, isImplausible } from './coefficient.rules.ts'

/** What a day is found to be: m³, kWh, head of the pump. */
function judged(waterM3: number, energyKwh: number, headM: number | null = null): boolean | undefined {
  const tc = coefficientOf({ waterM3, energyKwh, headM })
  return tc === undefined ? undefined : isImplausible(tc, headM)
}

it('domain 6.5 W10: water per energy outside of 0.3 to 10 m³/kWh is no pump', () => {
  expect([judged(30, 100), judged(29, 100), judged(1000, 100), judged(1001, 100)]).toEqual([false, true, false, true])
})

it('domain 14.3: neither is more than the head allows, where it is known', () => {
  expect(coefficientOf({ waterM3: 290, energyKwh: 100, headM: 50 })).toBe(2.9)
  expect([judged(734, 100, 50), judged(735, 100, 50), judged(735, 100)]).toEqual([false, true, false])
  expect([judged(1200, 100, 20), judged(900, 100, 0)]).toEqual([true, false])
})

it('a day without water or without energy is one, and a trial run says nothing', () => {
  expect([judged(0, 5), judged(10, 0), judged(9.9, 4.9), judged(0, 0)]).toEqual([true, true, undefined, undefined])
})
