import { beforeAll, expect, test } from 'vitest'
import { startTexts } from '../../lib/text/text.ts'
import { fieldWords, loggedValue } from './changed-words.tsx'

beforeAll(() => startTexts('zh-CN'))

test('a field has the word of its rows, else that of what calls write down, else its name', () => {
  expect(fieldWords('device', 'deptId')).toBe('部门')
  expect(fieldWords('command', 'reason')).toBe('原因')
  expect(fieldWords('device', 'meterFactor')).toBe('meterFactor')
})

test('a value is said in words: lists, roles, commands, columns, instants and values within values', () => {
  expect(loggedValue('fault', 'handleState', 'ACKED')).toBeTruthy()
  expect(loggedValue('user', 'roles', ['ROLE_OPERATOR', 'ROLE_X'])).toBe('操作员、ROLE_X')
  expect(loggedValue('command', 'params', { opening: 40, note: null })).toBe('开度 40')
  expect(loggedValue('operationLog', 'columns', ['ts', 'ip'])).toBe('时间、地址')
  expect(loggedValue('historyImport', 'fromTime', '2026-08-03T01:00:00.000Z')).toMatch(/^2026-08-03 \d{2}:00:00$/)
})

test('nothing is nothing, and a secret is only said to have changed', () => {
  for (const value of [null, undefined, '', []]) expect(loggedValue('user', 'roles', value)).toBeNull()
  expect(loggedValue('site', 'password', '***')).toBe('已更改')
})
