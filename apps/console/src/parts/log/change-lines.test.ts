import { expect, test } from 'vitest'
import { changeLines } from './change-lines.ts'

test('SEC-15 (part) a change is listed field by field, with display names', () => {
  const before = { name: '东区', deptId: '3', deptIdName: '甲', version: 1, phone: null }
  const after = { name: '西区', deptId: '4', deptIdName: '乙', version: 2, phone: '' }
  expect(changeLines(before, after)).toEqual([
    { row: '', field: 'name', before: '东区', after: '西区' },
    { row: '', field: 'deptId', before: '甲', after: '乙' },
  ])
})

test('files are listed by their names', () => {
  const file = (id: string, name: string) => ({ id, name, type: 'image/webp', size: 3 })
  const after = { photos: [file('1', 'a.webp'), file('2', 'b.webp')], tags: ['x'] }
  expect(changeLines({ photos: [file('1', 'a.webp')] }, after)).toEqual([
    { row: '', field: 'photos', before: ['a.webp'], after: ['a.webp', 'b.webp'] },
    { row: '', field: 'tags', before: null, after: ['x'] },
  ])
})

test('a created or deleted row has one side; several rows are listed separately', () => {
  expect(changeLines(null, { name: 'a', sort: 0, tags: [] })).toEqual([
    { row: '', field: 'name', before: null, after: 'a' },
    { row: '', field: 'sort', before: null, after: 0 },
  ])
  const two = [
    { id: '1', name: 'a' },
    { id: '2', name: 'b' },
  ]
  expect(changeLines(two, null).map(({ row, field }) => [row, field])).toEqual([
    ['a', 'id'],
    ['a', 'name'],
    ['b', 'id'],
    ['b', 'name'],
  ])
  expect(changeLines(null, null)).toEqual([])
})
