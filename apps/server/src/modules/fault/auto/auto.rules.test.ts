import { describe, expect, it } from 'vitest'
import { orderOf, whyLeft } from './auto.rules.ts'

const NOW = Date.parse('2026-11-27T04:00:00Z')
const fresh = { at: NOW - 300_000, now: NOW, explained: false, inMaintenance: false }

describe('nothing is done by itself', () => {
  it('about a fault that was told more than five minutes after it began', () => {
    expect(whyLeft(fresh)).toBeNull()
    expect(whyLeft({ ...fresh, at: NOW - 300_001 })).toBe('LATE')
  })

  it('during maintenance, and about the consequence of another fault', () => {
    expect(whyLeft({ ...fresh, inMaintenance: true, explained: true })).toBe('MAINTENANCE')
    expect(whyLeft({ ...fresh, explained: true })).toBe('CONSEQUENCE')
  })
})

describe('the command of an action', () => {
  const codes = ['OPEN', 'CLOSE', 'STOP', 'SET_OPENING']

  it('stops, shuts or reads what can be stopped, shut or read', () => {
    const at = { codes, opening: null }
    expect(orderOf({ action: 'STOP', stepPct: null }, at)).toEqual({ kind: 'order', code: 'STOP', params: {} })
    expect(orderOf({ action: 'CLOSE', stepPct: null }, at)).toEqual({ kind: 'order', code: 'CLOSE', params: {} })
    const read = { kind: 'order', code: 'READ', params: {} }
    expect(orderOf({ action: 'SNAPSHOT', stepPct: null }, { ...at, codes: ['READ'] })).toEqual(read)
    const none = { kind: 'refused', reason: 'UNSUPPORTED' }
    expect(orderOf({ action: 'CLOSE', stepPct: null }, { codes: ['START', 'STOP'], opening: null })).toEqual(none)
    expect(orderOf({ action: 'STEP_CLOSE', stepPct: 10 }, { codes: ['OPEN', 'CLOSE'], opening: 60 })).toEqual(none)
  })

  it('shuts a valve by a step from where it is, and at most all the way', () => {
    const step = (opening: number | null) => orderOf({ action: 'STEP_CLOSE', stepPct: 10 }, { codes, opening })
    expect(step(60.4)).toEqual({ kind: 'order', code: 'SET_OPENING', params: { opening: 50 } })
    expect(step(7)).toEqual({ kind: 'order', code: 'SET_OPENING', params: { opening: 0 } })
    expect(step(0)).toEqual({ kind: 'left', reason: 'SHUT' })
    expect(step(null)).toEqual({ kind: 'refused', reason: 'NO_OPENING' })
  })
})
