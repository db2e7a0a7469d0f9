import { describe, expect, test } from 'vitest'
import { madeState } from '../../features/command/command.fixture.ts'
import { numeric, positionOf } from './valve-position.ts'

const at = (s: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, s)).toISOString()

describe('the reported position of a valve', () => {
  test('comes from its limit switches if they tell, else from its percentage', () => {
    expect(positionOf(madeState({}, { opening: 3, valveState: 'CLOSED' }))).toMatchObject({ opening: 0, motion: null })
    expect(positionOf(madeState({}, { opening: 97, valveState: 'OPEN' })).opening).toBe(100)
    expect(positionOf(madeState({}, { opening: 42, valveState: 'PARTIAL' })).opening).toBe(42)
    expect(positionOf(madeState({}, { opening: 'half', valveState: 7 }))).toMatchObject({ opening: null, motion: null })
  })

  test('includes the direction while it moves', () => {
    expect(positionOf(madeState({}, { valveState: 'OPENING' }))).toMatchObject({ opening: 42, motion: 'OPENING' })
    expect(positionOf(madeState({}, { valveState: 'CLOSING' })).motion).toBe('CLOSING')
  })

  test('ignores values of bad quality; the time is that of the newer value', () => {
    const values = {
      opening: { v: 42, ts: at(1), q: 'BAD' },
      valveState: { v: 'OPENING', ts: at(2), q: 'BAD' },
    } as const
    expect(positionOf(madeState({ values }))).toEqual({ opening: null, motion: null, ts: at(2) })
    expect(
      positionOf(madeState({ values: { opening: { v: 5, ts: at(3), q: 'GOOD' }, valveState: values.valveState } })),
    ).toEqual({ opening: 5, motion: null, ts: at(3) })
    expect(positionOf(undefined)).toEqual({ opening: null, motion: null, ts: null })
  })

  test('a numeric value counts only when it is a number of good quality', () => {
    const state = madeState({ values: { flow: { v: 8, ts: at(1), q: 'GOOD' }, level: { v: 8, ts: at(1), q: 'BAD' } } })
    expect([
      numeric(state, 'flow'),
      numeric(state, 'level'),
      numeric(state, 'rain'),
      numeric(undefined, 'flow'),
    ]).toEqual([8, null, null, null])
  })
})
