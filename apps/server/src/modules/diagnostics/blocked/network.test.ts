import { describe, expect, test } from 'vitest'
import { blockable, overlap, readNetwork } from './network.ts'

const text = (typed: string) => readNetwork(typed)?.text
const verdict = (typed: string, proxies: readonly string[] = []) => {
  const found = blockable(typed, proxies)
  return 'problem' in found ? found.problem : found.text
}

describe('a network as people type it', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    [' 203.0.113.7:50412 ', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['10.1.2.3/16', '10.1.0.0/16'],
    ['10.1.2.3/32', '10.1.2.3'],
    ['10.200.1.1/9', '10.128.0.0/9'],
    ['2001:DB8:0:0::1', '2001:db8::1'],
    ['[2001:db8::1]:7651', '2001:db8::1'],
    ['2001:db8:ffff::/33', '2001:db8:8000::/33'],
    ['64:ff9b::192.0.2.1', '64:ff9b::c000:201'],
  ])('%s is listed as %s', (typed, listed) => {
    expect(text(typed)).toBe(listed)
    expect(text(listed)).toBe(listed)
  })

  test.each([
    '',
    'example.org',
    '10.1.2',
    '10.1.2.3/33',
    '10.1.2.3/',
    '10.1.2.3/8/8',
    '10.1.2.3/-1',
    '::/129',
    'fe80::1%eth0',
  ])('%s is none', (typed) => expect(verdict(typed)).toBe('format'))
})

describe('what may be kept out', () => {
  test.each(['0.0.0.0/0', '10.0.0.0/7', '::/0', '2000::/15', '::/16', '::ffff:0:0/96'])('%s is everybody', (typed) => {
    expect(verdict(typed)).toBe('network-too-wide')
  })

  test.each(['10.0.0.0/8', '2001::/16', '127.0.0.1'])('%s may be', (typed) => expect(verdict(typed)).toBe(typed))

  test('no load balancer, nor a network with one, nor a part of a network of them', () => {
    const proxies = ['10.0.0.5', '10.1.0.0/16', '2001:db8::5']
    expect(verdict('10.0.0.5', proxies)).toBe('holds-a-proxy')
    expect(verdict('10.0.0.0/24', proxies)).toBe('holds-a-proxy')
    expect(verdict('10.1.7.7', proxies)).toBe('holds-a-proxy')
    expect(verdict('2001:db8::/32', proxies)).toBe('holds-a-proxy')
    expect(verdict('10.0.0.6', proxies)).toBe('10.0.0.6')
    expect(verdict('10.2.0.0/16', proxies)).toBe('10.2.0.0/16')
  })
})

test('networks overlap where one is within the other, and never across families', () => {
  const both = (a: string, b: string) => overlap(readNetwork(a)!, readNetwork(b)!)
  expect(both('10.1.0.0/16', '10.1.2.3')).toBe(true)
  expect(both('10.1.2.3', '10.1.0.0/16')).toBe(true)
  expect(both('10.1.0.0/16', '10.2.2.3')).toBe(false)
  expect(both('10.0.0.0/9', '10.128.0.1')).toBe(false)
  expect(both('10.0.0.0/8', 'a00::/8')).toBe(false)
})
