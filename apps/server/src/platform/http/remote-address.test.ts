import { expect, test } from 'vitest'
import { addressIn, ownerOf, plainAddress } from './remote-address.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::5', '2001:db8:0:0::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['1::2:3:4:5:6:7', '1:0:2:3::/64'],
  ['1::2:3:4:5:192.0.2.1', '1:0:2:3::/64'],
  ['2001:db8:1::192.0.2.1', '2001:db8:1:0::/64'],
  ['?', '?'],
])('%s belongs to %s', (address, owner) => expect(ownerOf(address)).toBe(owner))

test('an address of one family in the form of the other is normalized', () => {
  expect([plainAddress('::ffff:192.0.2.7'), plainAddress('2001:db8::5')]).toEqual(['192.0.2.7', '2001:db8::5'])
})

test('the port is what stands behind the last colon', () => {
  expect([addressIn('192.0.2.7:502'), addressIn('2001:db8::5:502'), addressIn('?:0')]).toEqual([
    '192.0.2.7',
    '2001:db8::5',
    '?',
  ])
})
