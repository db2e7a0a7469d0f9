import { expect, test } from 'vitest'
import { isListed, readAddressList } from './address-list.ts'

test.each([
  ['10.1.2.3', '10.1.2.3', true],
  ['10.1.2.3', '10.1.2.4', false],
  ['10.1.0.0/16', '10.1.255.9', true],
  ['10.1.0.0/16', '10.2.0.1', false],
  ['2001:db8::/48', '2001:db8:0:9::1', true],
  ['2001:db8::/48', '2001:db9::1', false],
  ['10.1.2.3, 192.168.0.0/24\n2001:db8::1', '192.168.0.7', true],
  ['10.1.2.3，192.168.0.0/24', '10.1.2.3', true],
  ['0.0.0.0/0', '10.1.2.3', true],
  ['0.0.0.0/0', '2001:db8::1', false],
  ['10.1.2.3', '?', false],
])('%s: %s is %s', (text, address, isOn) => {
  const list = readAddressList(text)
  expect(list && isListed(list, address)).toBe(isOn)
})

test.each([
  '10.1.2',
  '10.1.2.3/33',
  '2001:db8::/129',
  '10.1.2.3/',
  '10.1.2.3/8/8',
  'example.com',
  '10.1.2.3/x',
  'fe80::1%eth0',
])('%s is no list', (text) => expect(readAddressList(text)).toBeNull())

test('nothing is no list at all, and one of more than twenty is refused', () => {
  expect(readAddressList(' \n,')).toBeUndefined()
  const many = (count: number) => Array.from({ length: count }, (_, n) => `10.0.0.${n}`).join(' ')
  expect([readAddressList(many(20)) === null, readAddressList(many(21)) === null]).toEqual([false, true])
})
