import { expect, test } from 'vitest'
import { unreachable } from './host-reach.ts'

test('names and addresses of the machine itself', () => {
  for (const host of [
    'localhost',
    'LocalHost.',
    'a.localhost',
    '127.0.0.1',
    '127.8.9.1',
    '::1',
    '[::1]',
    '::ffff:127.0.0.1',
  ])
    expect([host, unreachable(host)]).toEqual([host, 'itself'])
})

test('addresses that nothing leads to', () => {
  for (const host of ['0.0.0.0', '::', '[::]', '169.254.10.1', 'fe80::1', 'FEB0::9'])
    expect([host, unreachable(host)]).toEqual([host, 'nowhere'])
})

test('every other host may be reached, also one of a private network', () => {
  for (const host of [
    '192.168.1.9',
    '10.0.0.1',
    'devices.example.org',
    '127.example.org',
    '2001:db8::1',
    'fd00::1',
    '1270.0.0.1',
    'mylocalhost',
  ])
    expect([host, unreachable(host)]).toEqual([host, null])
})
