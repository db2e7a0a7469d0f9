import { expect, test } from 'vitest'
import dayjs from 'dayjs'
import { toInstant } from '../../../lib/time/picked-time.ts'
import { monthRange, rangeIn, rangeWords } from './range-choice.tsx'

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

test('a month is whole, the running one goes up to now, and one to come is none', () => {
  const now = Date.parse(toInstant(dayjs('2026-05-20T08:00')))
  const april = monthRange(dayjs('2026-04-11'), now)
  expect(april).toEqual({
    kind: 'own',
    startTime: toInstant(dayjs('2026-04-01T00:00')),
    endTime: toInstant(dayjs('2026-05-01T00:00')),
  })
  expect(monthRange(dayjs('2026-05-02'), now)).toMatchObject({ endTime: new Date(now).toISOString() })
  expect(monthRange(dayjs('2026-06-01'), now)).toBeNull()
})
