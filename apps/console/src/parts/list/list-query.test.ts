import { operationLogResource, type Resource } from '@sluice/contract'
import { expect, test } from 'vitest'
import { boundedNow, TODAY } from '../../lib/api/resource-calls.ts'
import { parseListQuery, toSearch } from './list-query.ts'

const BEGIN = { days: '7' }
const parse = (text: string) => parseListQuery(operationLogResource as Resource, new URLSearchParams(text), BEGIN)

test('TM-4 (part) the shortcuts reach back exactly that many days of 86 400 000 ms, and end now', () => {
  const now = Date.parse('2026-03-31T04:00:00.000Z')
  const startTime = new Date(now - 7 * 86_400_000).toISOString()
  expect(boundedNow({ page: 1, days: '7' }, now)).toEqual({ page: 1, startTime })
  expect(boundedNow({ page: 1 }, now)).toEqual({ page: 1 })
})

test('the shortcut of today reaches back to midnight of the zone that is shown', () => {
  const now = Date.parse('2026-03-31T04:00:00.000Z')
  expect(boundedNow({ days: TODAY }, now)).toEqual({ startTime: '2026-03-30T16:00:00.000Z' })
})

test('PG-1 (part) the address holds the state of the list; invalid values in it are ignored', () => {
  expect(parse('')).toEqual({ page: 1, limit: 20, filters: { days: '7' } })
  expect(parse('page=-3&limit=7&days=8&other=1&startTime=x&endTime=y&verb=')).toEqual(parse(''))
  expect(parse('days=ALL').filters).toEqual({})
})

test('TM-5 (part) a picked instant replaces a shortcut', () => {
  const startTime = '2026-01-01T00:00:00Z'
  expect(parse(`days=30&startTime=${startTime}`).filters).toEqual({ startTime })
  expect(parse(`endTime=${startTime}`).filters).toEqual({ endTime: startTime })
})

test('the state of the list survives the way through the address', () => {
  for (const text of [
    '',
    'days=ALL',
    'days=90&page=3',
    'username=wang&limit=50',
    'startTime=2026-01-01T00%3A00%3A00Z&endTime=2026-01-02T00%3A00%3A00Z&sort=ts&order=asc',
  ]) {
    const search = toSearch(parse(text), BEGIN).toString()
    expect(search.split('&').sort()).toEqual(text.split('&').sort())
    expect(parse(search)).toEqual(parse(text))
  }
})
