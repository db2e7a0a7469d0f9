import { describe, expect, test } from 'vitest'
import { madeState } from '../features/command/command.fixture.ts'
import { numeric, positionOf } from './valve-position.ts'

const at = (s: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, s)).toISOString()

describe('where a valve says it stands', () => {
  test('by its limit switches before its percentage, else by that', () => {
    expect(positionOf(madeState({}, { opening: 3, valveState: 'CLOSED' }))).toMatchObject({ opening: 0, motion: null })
    expect(positionOf(madeState({}, { opening: 97, valveState: 'OPEN' })).opening).toBe(100)
    expect(positionOf(madeState({}, { opening: 42, valveState: 'PARTIAL' })).opening).toBe(42)
    expect(positionOf(madeState({}, { opening: 'half', valveState: 7 }))).toMatchObject({ opening: null, motion: null })
  })

  test('and where it is going, while it moves', () => {
    expect(positionOf(madeState({}, { valveState: 'OPENING' }))).toMatchObject({ opening: 42, motion: 'OPENING' })
    expect(positionOf(madeState({}, { valveState: 'CLOSING' })).motion).toBe('CLOSING')
  })

  test('of values that the device sends and nobody trusts, nothing; the time is that of the newer one', () => {
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

  test('a number that is one, and good', () => {
    const state = madeState({ values: { flow: { v: 8, ts: at(1), q: 'GOOD' }, level: { v: 8, ts: at(1), q: 'BAD' } } })
    expect([
      numeric(state, 'flow'),
      numeric(state, 'level'),
      numeric(state, 'rain'),
      numeric(undefined, 'flow'),
    ]).toEqual([8, null, null, null])
  })
})
