import { describe, expect, test } from 'vitest'
import { METRICS, metricOf } from './metric.ts'
import { valueFault } from './value-fault.ts'

describe('domain 3.1 rule 3: a value is judged by the kind of its metric', () => {
  test.each([
    ['totalVolume', 'n/a', 'NOT_NUMBER'],
    ['totalVolume', '12', 'NOT_NUMBER'],
    ['totalVolume', true, 'NOT_NUMBER'],
    ['totalVolume', Number.NaN, 'NOT_NUMBER'],
    ['totalVolume', Number.POSITIVE_INFINITY, 'OUT_OF_RANGE'],
    ['totalVolume', null, 'NO_VALUE'],
    ['totalVolume', -1, 'OUT_OF_RANGE'],
    ['totalVolume', 0, null],
    ['opening', 'half', 'NOT_NUMBER'],
    ['opening', 100, null],
    ['opening', 100.01, 'OUT_OF_RANGE'],
    ['outletPressure.3', '0.3', 'NOT_NUMBER'],
    ['csq', 18, null],
    ['csq', 18.5, 'NOT_INTEGER'],
    ['csq', 199, 'OUT_OF_RANGE'],
    ['doorOpen', false, null],
    ['doorOpen', 1, 'NOT_FLAG'],
    ['doorOpen', 'true', 'NOT_FLAG'],
    ['valveState', 'OPEN', null],
    ['valveState', 'open', 'UNKNOWN_WORD'],
    ['valveState', 1, 'UNKNOWN_WORD'],
    ['valveState', 'constructor', 'UNKNOWN_WORD'],
  ] as const)('%s %s is %s', (key, value, fault) => {
    expect(valueFault(key, value)).toBe(fault)
  })

  test('no metric takes a word, a flag and a number all together', () => {
    for (const { key } of METRICS) {
      const taken = ['n/a', true, 1].filter((value) => valueFault(key, value) === null)
      expect([key, taken.length < 2]).toEqual([key, true])
    }
  })

  test("a vendor's own key holds what can be kept; numbers that nobody can add up are BAD", () => {
    for (const value of ['x', '', true, null, 1.5, -1e15]) expect(valueFault('vendorKey', value)).toBeNull()
    expect(valueFault('vendorKey', 1e308)).toBe('OUT_OF_RANGE')
    expect(valueFault('constructor', Number.NaN)).toBe('OUT_OF_RANGE')
  })

  test('a channel is a number: what else a vendor writes behind a dot makes a key of its own', () => {
    expect(metricOf('outletPressure.2')?.key).toBe('outletPressure')
    expect(metricOf('opening.mode')).toBeUndefined()
    expect(valueFault('opening.mode', 'auto')).toBeNull()
  })
})
