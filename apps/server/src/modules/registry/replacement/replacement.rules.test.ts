import { expect, test } from 'vitest'
import { nameTakenOff, stepsToInstall, type Unit, whyNotUnit } from './replacement.rules.ts'

const OLD: Unit = {
  id: '1',
  deviceTypeCode: 'VALVE',
  protocol: 'MQTT',
  nodeKind: 'DIRECT',
  lifecycle: 'INSTALLED',
  isTakenOff: false,
  depts: ['9', '3', '1'],
}
const NEW: Unit = { ...OLD, id: '2', lifecycle: 'SHIPPED', depts: ['3', '1'] }
const why = (next: Partial<Unit>, old: Partial<Unit> = {}) =>
  whyNotUnit({ ...OLD, ...old }, { ...NEW, ...next })?.[0] ?? null

test('a unused unit of the same type takes the place of one in service; else it is said why not', () => {
  expect([
    why({}),
    why({ lifecycle: 'PRODUCED', depts: ['9', '3', '1'] }),
    why({}, { lifecycle: 'UNDER_REPAIR' }),
  ]).toEqual([null, null, null])
  expect(why({ id: '1' })).toBe('新旧是同一台设备')
  expect(why({ deviceTypeCode: 'METER' })).toBe('新旧设备类型不同')
  expect(why({ protocol: 'SL651' })).toBe('新旧设备类型不同')
  expect(why({ nodeKind: 'GATEWAY' })).toBe('新旧设备类型不同')
  expect(why({ lifecycle: 'INSTALLED' })).toBe('新设备已在使用')
  expect(why({ lifecycle: 'RETIRED' })).toBe('新设备已报废')
  expect(why({}, { lifecycle: 'IN_STOCK' })).toBe('旧设备没有安装，不能换下')
  expect(why({}, { lifecycle: 'UNDER_REPAIR', isTakenOff: true })).toBe('旧设备已经换下')
})

test('a unit of a department that is neither above nor below is another customer’s', () => {
  expect(why({ depts: ['4', '1'] })).toBe('新设备属于别的单位')
  expect(why({ depts: ['12', '9', '3', '1'] })).toBeNull()
})

test('a unit from stock takes every step of its life on the way', () => {
  const names = (from: Unit['lifecycle']) => stepsToInstall(from).map(({ name }) => name)
  expect([names('PRODUCED'), names('IN_STOCK'), names('SHIPPED')]).toEqual([
    ['stockIn', 'ship', 'install'],
    ['ship', 'install'],
    ['install'],
  ])
})

test('the unit that was taken off is known by its number, in as many letters as a name has', () => {
  expect(nameTakenOff('东干渠-11#阀', 'SN-7')).toBe('东干渠-11#阀 (SN-7)')
  expect(nameTakenOff('阀'.repeat(50), 'SN-7')).toHaveLength(50)
  expect(nameTakenOff('阀'.repeat(50), 'SN-7').endsWith(' (SN-7)')).toBe(true)
})
