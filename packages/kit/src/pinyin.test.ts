import { expect, test } from 'vitest'
import { pinyinInitials } from './pinyin.ts'

test.each([
  ['设备列表', 'sblb'],
  ['用户管理', 'yhgl'],
  ['地图监控', 'dtjk'],
  ['角色管理', 'jsgl'],
  ['权限查询', 'qxcx'],
  ['从机列表', 'cjlb'],
  ['在线会话', 'zxhh'],
  ['API 密钥', 'api my'],
])('%s is found by %s', (title, initials) => {
  expect(pinyinInitials(title)).toBe(initials)
})
