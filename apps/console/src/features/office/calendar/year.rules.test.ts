import { addDays } from '@sluice/kit'
import { expect, test } from 'vitest'
import { runsOf, spanOf, stepTo, weeksOf } from './year.rules.ts'

test('a month begins on its weekday and has all its days once', () => {
  // 2026-02-01 is a Sunday, 2026-06-01 a Monday.
  expect(weeksOf(2026, 2)).toHaveLength(5)
  expect(weeksOf(2026, 2)[0]).toEqual([null, null, null, null, null, null, '2026-02-01'])
  expect(weeksOf(2026, 6)[0]![0]).toBe('2026-06-01')
  expect(weeksOf(2024, 2).flat().filter(Boolean)).toHaveLength(29)
  const year = Array.from({ length: 12 }, (_, n) => weeksOf(2026, n + 1)).flat(2)
  const days = year.filter((day) => day !== null)
  expect(days).toEqual(Array.from({ length: 365 }, (_, n) => addDays('2026-01-01', n)))
})

test('a choice has its earlier day first, whichever it began with', () => {
  expect(spanOf({ anchor: '2026-05-03', end: '2026-05-01' })).toEqual({ from: '2026-05-01', to: '2026-05-03' })
  expect(spanOf({ anchor: '2026-05-01', end: '2026-05-03' })).toEqual({ from: '2026-05-01', to: '2026-05-03' })
})

test.each([
  ['ArrowRight', '2026-01-31', '2026-02-01'],
  ['ArrowUp', '2026-03-05', '2026-02-26'],
  ['PageDown', '2026-01-31', '2026-02-28'],
  ['PageUp', '2026-03-31', '2026-02-28'],
  ['Home', '2026-11-26', '2026-11-23'],
  ['End', '2026-11-26', '2026-11-29'],
  ['ArrowLeft', '2026-01-01', undefined],
  ['ArrowDown', '2026-12-31', undefined],
  ['PageDown', '2026-12-05', undefined],
  ['x', '2026-05-05', undefined],
])('%s leads from %s to %s', (key, from, to) => {
  expect(stepTo(key, from)).toBe(to)
})

test('dates with one reason are one line, half a day is a line of its own', () => {
  const date = (day: number, halves: 0 | 1 | 2, why: 'WORK' | 'REST') => ({
    date: `2026-03-0${day}`,
    halves,
    why,
    name: null,
  })
  const dates = [date(5, 1, 'WORK'), date(6, 2, 'WORK'), date(7, 0, 'REST'), date(8, 0, 'REST'), date(9, 1, 'WORK')]
  expect(runsOf(dates)).toEqual([
    { from: '2026-03-05', to: '2026-03-05', why: 'WORK', name: null, halves: 1, isHalf: true },
    { from: '2026-03-06', to: '2026-03-06', why: 'WORK', name: null, halves: 2, isHalf: false },
    { from: '2026-03-07', to: '2026-03-08', why: 'REST', name: null, halves: 0, isHalf: false },
    { from: '2026-03-09', to: '2026-03-09', why: 'WORK', name: null, halves: 1, isHalf: true },
  ])
})
