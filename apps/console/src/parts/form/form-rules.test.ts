import { departmentResource, deviceResource, roleResource, userResource } from '@sluice/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTexts } from '../../lib/text/text.ts'
import { fieldError, isEmpty, isGoodPassword, requiredText, triggerOf } from './form-rules.ts'

beforeAll(() => startTexts('zh-CN'))

test('FR-1 blur asks to enter, change asks to select', () => {
  expect(requiredText('用户名', 'blur')).toBe('请输入用户名')
  expect(requiredText('部门', 'change')).toBe('请选择部门')
  expect([triggerOf(userResource.fields.username), triggerOf(userResource.fields.deptId)]).toEqual(['blur', 'change'])
})

test('FR-2 blanks and empty lists are empty; 0, false and a password of blanks are not', () => {
  expect([isEmpty('  '), isEmpty([]), isEmpty(null)]).toEqual([true, true, true])
  expect([isEmpty(0), isEmpty(false), isEmpty('  ', true)]).toEqual([false, false, false])
})

describe('rules come from the contract, their messages are in the user’s language', () => {
  test('a required field', () => {
    expect(fieldError(userResource, 'username', ' ')).toBe('请输入用户名')
    expect(fieldError(userResource, 'deptId', undefined)).toBe('请选择部门')
    expect(fieldError(userResource, 'phone', '')).toBeNull()
  })

  test('FR-5 (1 of 3) limits of length, range and pattern', () => {
    expect(fieldError(userResource, 'username', 'a b')).toContain('字母')
    expect(fieldError(userResource, 'username', 'li.wen-qu_1')).toBeNull()
    expect(fieldError(userResource, 'username', 'x')).toBe('用户名至少 2 个字符')
    for (const length of [2, 32]) expect(fieldError(userResource, 'username', 'x'.repeat(length))).toBeNull()
    expect(fieldError(userResource, 'username', 'x'.repeat(33))).not.toBeNull()
    for (const phone of ['12345', '12800000000', '138000000001']) {
      expect(fieldError(userResource, 'phone', phone)).not.toBeNull()
    }
    expect(fieldError(userResource, 'phone', '12345')).toContain('11 位')
    expect(fieldError(userResource, 'phone', '13800000000')).toBeNull()
    expect(fieldError(userResource, 'email', 'li@water')).toBe('邮箱格式不正确')
    expect(fieldError(userResource, 'email', 'li@water.example')).toBeNull()
    expect(fieldError(userResource, 'remark', '字'.repeat(300))).toBeNull()
    expect(fieldError(userResource, 'remark', '字'.repeat(301))).toContain('300')
    for (const length of [1, 30]) expect(fieldError(userResource, 'nickName', 'x'.repeat(length))).toBeNull()
    expect(fieldError(userResource, 'nickName', '')).not.toBeNull()
    expect(fieldError(userResource, 'nickName', 'x'.repeat(31))).toBe('姓名最多 30 个字符')
    expect(fieldError(roleResource, 'code', 'admin')).toContain('ROLE_')
    expect(fieldError(deviceResource, 'channel', 65)).toBe('通道不能大于 64')
    expect(fieldError(departmentResource, 'sort', 0)).toBeNull()
  })

  test('FR-5 (2 of 3) password 8 to 64 with letters and digits', () => {
    expect([isGoodPassword('water2025'), isGoodPassword('water'), isGoodPassword('12345678')]).toEqual([
      true,
      false,
      false,
    ])
    const lengths = [7, 8, 64, 65].map((length) => `a1${'x'.repeat(length - 2)}`)
    expect(lengths.map((password) => isGoodPassword(password))).toEqual([false, true, true, false])
    expect(lengths.map((password) => fieldError(userResource, 'password', password) === null)).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect(fieldError(userResource, 'password', 'short1')).toContain('8–64')
  })
})
