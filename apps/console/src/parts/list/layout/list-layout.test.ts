import { deviceResource, userResource } from '@sluice/contract'
import { expect, test } from 'vitest'
import { boundedWidth, MAX_WIDTH, MIN_WIDTH, moved, possibleColumns, shownColumns } from './list-layout.ts'

test('every field that fits a cell can be a column, secrets never', () => {
  const possible = possibleColumns(userResource, ['username'])
  expect(possible[0]).toBe('username')
  expect(possible).toContain('remark')
  expect(possible).not.toContain('password')
  expect(new Set(possible).size).toBe(possible.length)
  // A list may show structured data in a cell of its own.
  expect(possible).toContain('roleNames')
})

test('a stored column that no longer exists is left out; without any left, the list’s own columns apply', () => {
  const own = deviceResource.list.columns
  expect(shownColumns(['gone', 'name'], own, ['name', 'status'])).toEqual(['name'])
  expect(shownColumns(['gone'], own, ['name', 'status'])).toBe(own)
  expect(shownColumns(undefined, own, [])).toBe(own)
})

test('columns move within their list and widths within their bounds', () => {
  expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
  expect(moved(['a', 'b'], 0, 9)).toEqual(['b', 'a'])
  expect([1, 200.4, 9999].map(boundedWidth)).toEqual([MIN_WIDTH, 200, MAX_WIDTH])
})
