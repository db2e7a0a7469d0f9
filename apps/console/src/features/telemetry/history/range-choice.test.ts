import { expect, test } from 'vitest'
import { rangeIn, rangeWords } from './range-choice.tsx'

const words = (search: string) => rangeIn(new URLSearchParams(search))

test('the address holds the range: a number of days back, or two instants; anything else is the last day', () => {
  expect(words('')).toEqual({ kind: 'last', days: 1 })
  expect(words('days=30')).toEqual({ kind: 'last', days: 30 })
  expect(words('days=31')).toEqual({ kind: 'last', days: 1 })
  const own = { startTime: '2026-05-01T00:00:00.000Z', endTime: '2026-05-02T00:00:00.000Z' }
  expect(words(String(new URLSearchParams(own)))).toEqual({ kind: 'own', ...own })
  expect(words('startTime=soon&endTime=2026-05-02T00:00:00.000Z')).toEqual({ kind: 'last', days: 1 })
  expect(words(`startTime=${own.endTime}&endTime=${own.startTime}`)).toEqual({ kind: 'last', days: 1 })
})

test('the default is not written, and one kind of range replaces the other', () => {
  expect(rangeWords({ kind: 'last', days: 1 })).toEqual({ days: null, startTime: null, endTime: null })
  expect(rangeWords({ kind: 'last', days: 7 })).toEqual({ days: '7', startTime: null, endTime: null })
  const own = { startTime: '2026-05-01T00:00:00.000Z', endTime: '2026-05-02T00:00:00.000Z' }
  expect(rangeWords({ kind: 'own', ...own })).toEqual({ days: null, ...own })
})
