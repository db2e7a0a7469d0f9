import { expect, it } from 'vitest'
import { batteryOf } from './battery.rules.ts'

const AT = Date.parse('2026-08-03T01:00:00Z')

it('the battery is what was last good, with the time of the newer value; all null where nothing was told', () => {
  expect(batteryOf('7', new Map())).toEqual({ deviceId: '7', batteryV: null, batteryPct: null, ts: null })
  const told = new Map([
    ['batteryV', { v: 3.58, ts: AT, q: 'GOOD' as const }],
    ['batteryPct', { v: 900, ts: AT + 9000, q: 'BAD' as const, good: { v: 82, ts: AT + 1000 } }],
  ])
  expect(batteryOf('7', told)).toEqual({
    deviceId: '7',
    batteryV: 3.58,
    batteryPct: 82,
    ts: '2026-08-03T01:00:01.000Z',
  })
  const bad = new Map([['batteryV', { v: 'full', ts: AT, q: 'BAD' as const }]])
  expect(batteryOf('7', bad)).toMatchObject({ batteryV: null, ts: null })
})
