import { NAMED_VALUE_FAULTS } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import { badValuesNote, badValuesOf } from './bad-values.rules.ts'

describe('which values of a frame are BAD', () => {
  test('is said once per key and reason, and read back', () => {
    const note = badValuesNote([
      { key: 'totalVolume', fault: 'NOT_NUMBER' },
      { key: 'outletPressure.2', fault: 'OUT_OF_RANGE' },
      { key: 'totalVolume', fault: 'NOT_NUMBER' },
    ])
    expect(note).toBe('totalVolume NOT_NUMBER, outletPressure.2 OUT_OF_RANGE')
    expect(badValuesOf(note!)).toEqual({
      named: [
        { key: 'totalVolume', fault: 'NOT_NUMBER' },
        { key: 'outletPressure.2', fault: 'OUT_OF_RANGE' },
      ],
      more: 0,
    })
  })

  test('is bounded however many there are', () => {
    const values = Array.from({ length: 300 }, (_, n) => ({ key: `flow.${n}`, fault: 'NOT_NUMBER' as const }))
    const note = badValuesNote(values)!
    expect(note.length).toBeLessThan(400)
    const { named, more } = badValuesOf(note)
    expect([named.length, more]).toEqual([NAMED_VALUE_FAULTS, 300 - NAMED_VALUE_FAULTS])
  })

  test('is nothing where all are good, and nothing is read out of any other note', () => {
    expect(badValuesNote([])).toBeUndefined()
    for (const note of [null, '', 'BAD_PASSWORD', 'packet missing', '+x'])
      expect(badValuesOf(note)).toEqual({ named: [], more: 0 })
  })
})
