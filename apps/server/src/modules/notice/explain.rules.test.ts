import { describe, expect, it } from 'vitest'
import { type ChannelCut, limited } from './explain.rules.ts'
import { cutOf } from './send.rules.ts'

const AT = 1_000_000
const now = { told: 'NOW', at: AT, channels: ['SMS', 'INAPP'] } as const
const rate = (channel: ChannelCut['channel'], until: number): ChannelCut => ({
  channel,
  cut: { reason: 'RATE', until },
})
const spent = (channel: ChannelCut['channel']): ChannelCut => ({ channel, cut: { reason: 'DEPT_BUDGET', until: null } })

describe('a verdict after the limits', () => {
  it('is as it was without any, and later after a delay', () => {
    expect(limited(now, [], AT)).toEqual(now)
    expect(limited(now, [], AT - 1)).toEqual({ ...now, told: 'LATER' })
    expect(limited({ told: 'NO', at: null, channels: [] }, [], AT).told).toBe('NO')
  })

  it('leaves out a channel whose budget is spent, and the person with the last one', () => {
    expect(limited(now, [spent('SMS')], AT)).toEqual({ ...now, channels: ['INAPP'] })
    expect(limited(now, [spent('SMS'), spent('INAPP')], AT)).toEqual({ told: 'NO', at: null, channels: [] })
  })

  it('is of the first channel that is free of the limit of an hour', () => {
    expect(limited(now, [rate('SMS', AT + 60)], AT)).toEqual(now)
    const both = [rate('SMS', AT + 60), rate('INAPP', AT + 30)]
    expect(limited(now, both, AT)).toEqual({ ...now, told: 'LATER', at: AT + 30 })
    expect(limited({ ...now, told: 'ESCALATION' }, both, AT)).toMatchObject({ told: 'ESCALATION', at: AT + 30 })
    expect(limited({ ...now, at: AT + 90, told: 'LATER' }, both, AT).at).toBe(AT + 90)
  })
})

it('a limit is met by as many as it allows: that of an hour first, then the budgets', () => {
  const limits = { personHourly: 2, deptDaily: 5, totalDaily: 9 }
  const usage = { hour: 1, hourEnds: AT, dept: 4, total: 8 }
  expect(cutOf(usage, limits, 3)).toBeNull()
  expect(cutOf({ ...usage, hour: 2, dept: 5 }, limits, 3)).toEqual({ reason: 'RATE', until: AT })
  expect(cutOf({ ...usage, dept: 5, total: 9 }, limits, 3)).toEqual({ reason: 'DEPT_BUDGET', until: null })
  expect(cutOf({ ...usage, total: 9 }, limits, 3)).toEqual({ reason: 'TOTAL_BUDGET', until: null })
  expect(cutOf({ hour: 99, hourEnds: AT, dept: 99, total: 99 }, { ...limits, personHourly: null }, 3)?.reason).toBe(
    'DEPT_BUDGET',
  )
  expect(cutOf({ hour: 99, hourEnds: AT, dept: 99, total: 99 }, limits, 4)).toBeNull()
})
