import { expect, it } from 'vitest'
import { calibrationProblems, type ToCalibrate } from './sensor.rules.ts'

const GIVEN = {
  way: 'TWO_POINT',
  firstRaw: 0.02,
  firstRef: 0,
  secondRaw: 0.59,
  secondRef: 0.6,
  certificateNo: 'JZ-7',
  calibratedOn: '2026-05-31',
  dueDate: '2027-05-31',
} as const
const problems = (given: ToCalibrate['given'], more: Partial<ToCalibrate> = {}) =>
  calibrationProblems({ given: { ...GIVEN, ...given }, measured: true, today: '2026-06-01', ...more })

it('is of something the device measures, with points of which a line can be made', () => {
  expect(problems({})).toEqual({})
  expect(problems({}, { measured: false })).toEqual({ metric: 'not-calibrated' })
  expect(problems({ way: 'END' })).toEqual({ way: 'not-an-option' })
  expect(problems({ way: null })).toEqual({ way: 'not-an-option' })
  expect(problems({ secondRaw: 0.02 })).toEqual({ secondRaw: 'same-value' })
  expect(problems({ secondRaw: null })).toEqual({ secondRaw: 'required' })
})

it('is not of the future, and is not due before it was made', () => {
  expect(problems({ calibratedOn: '2026-06-01', dueDate: '2026-06-01' })).toEqual({})
  expect(problems({ calibratedOn: '2026-06-02' })).toEqual({ calibratedOn: 'not-an-option' })
  expect(problems({ dueDate: '2026-05-30' })).toEqual({ dueDate: 'before-start' })
  expect(problems({ calibratedOn: null, dueDate: '2026-05-31' })).toEqual({ dueDate: 'before-start' })
  expect(problems({ calibratedOn: null, dueDate: null })).toEqual({})
})

it('has a certificate where it has two points: one is a check in the field', () => {
  expect(problems({ certificateNo: null })).toEqual({ certificateNo: 'required' })
  expect(problems({ way: 'SHIFT', certificateNo: null, secondRaw: null, secondRef: null })).toEqual({})
  // What was typed for a second point counts for nothing.
  expect(problems({ way: 'SHIFT', secondRaw: 0.02 })).toEqual({})
})
