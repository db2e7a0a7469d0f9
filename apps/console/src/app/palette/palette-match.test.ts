import { expect, test } from 'vitest'
import { match } from './palette-match.ts'

const users = { title: '用户管理', words: ['AdminUser', 'Users', 'yhgl', '/admin/user'] }

test('the matched part of the title is marked', () => {
  expect(match(users, '管理')).toEqual({ distance: 3, marks: [[2, 4]] })
  expect(match(users, '用户')).toEqual({ distance: 1, marks: [[0, 2]] })
  expect(match(users, '用户管理')?.distance).toBe(0)
})

test('route name, English title and initials match too, ranked behind titles', () => {
  for (const query of ['adminuser', 'users', 'yhgl', '/admin']) expect(match(users, query)).not.toBeNull()
  expect(match(users, 'YH')!.distance).toBeGreaterThan(match(users, '管理')!.distance)
  expect(match(users, 'yh')!.marks).toEqual([])
})

test('every word must match; adjacent parts are one mark', () => {
  expect(match(users, '用户 gl')).not.toBeNull()
  expect(match(users, '用户 设备')).toBeNull()
  expect(match({ title: 'Device list', words: [] }, 'device lis')?.marks).toEqual([
    [0, 6],
    [7, 10],
  ])
  expect(match({ title: 'aaa', words: [] }, 'aa a')?.marks).toEqual([[0, 2]])
})

test('an empty query matches everything at the same distance', () => {
  expect(match(users, '  ')).toEqual({ distance: 0, marks: [] })
})
