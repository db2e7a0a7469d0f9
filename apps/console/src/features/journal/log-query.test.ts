import { expect, test } from 'vitest'
import { boundsOf, parseLogQuery, toLogSearch } from './log-query.ts'

const NOW = Date.parse('2026-03-31T04:00:00.000Z')
const parse = (text: string) => parseLogQuery(new URLSearchParams(text), ['username', 'level'])

test('TM-4 the shortcuts reach back exactly so many days of 86 400 000 ms', () => {
  expect(boundsOf({ days: 7 }, NOW)).toEqual({ startTime: new Date(NOW - 7 * 86_400_000).toISOString() })
  expect(boundsOf({ all: true }, NOW)).toEqual({})
})

test('PG-1 the address says what is shown; nonsense in it counts as nothing', () => {
  expect(parse('')).toEqual({ page: 1, limit: 20, range: { days: 7 }, filters: {} })
  expect(parse('page=-3&limit=7&days=8&other=1&from=x&to=y&level=')).toEqual(parse(''))
})

test('what is shown comes back from the address', () => {
  for (const text of [
    '',
    'days=all',
    'days=90&page=3',
    'username=wang&limit=50',
    'from=2026-01-01T00%3A00%3A00Z&to=2026-01-02T00%3A00%3A00Z',
  ])
    expect(parse(toLogSearch(parse(text)).toString())).toEqual(parse(text))
})
