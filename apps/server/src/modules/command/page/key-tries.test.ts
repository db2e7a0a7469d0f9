import { expect, test } from 'vitest'
import { KeyTries, TRIES, TRIES_MS } from './key-tries.ts'

function tries() {
  let now = 0
  return { tries: new KeyTries(() => now), pass: (ms: number) => (now += ms) }
}

test('an address has five tries in ten minutes, whatever the keys begin with', () => {
  const { tries: counted, pass } = tries()
  for (let n = 0; n < TRIES; n++) expect(counted.take('10.0.0.1', `P${n}`)).toBe(0)
  expect(counted.take('10.0.0.1', 'OTHR')).toBe(TRIES_MS / 1000)
  expect(counted.take('10.0.0.2', 'OTHR')).toBe(0)
  pass(TRIES_MS - 1)
  expect(counted.take('10.0.0.1', 'OTHR')).toBe(1)
  pass(1)
  expect(counted.take('10.0.0.1', 'OTHR')).toBe(0)
})

test('a prefix has five tries in ten minutes, from wherever they come', () => {
  const { tries: counted } = tries()
  for (let n = 0; n < TRIES; n++) expect(counted.take(`10.0.0.${n}`, 'ABCD')).toBe(0)
  expect(counted.take('10.0.1.1', 'ABCD')).toBeGreaterThan(0)
  expect(counted.take('10.0.1.1', 'ABCE')).toBe(0)
})

test('a refused try is not counted again, a good one is given back', () => {
  const { tries: counted } = tries()
  for (let n = 0; n < 3 * TRIES; n++) {
    expect(counted.take('10.0.0.1', 'GOOD')).toBe(0)
    counted.giveBack('10.0.0.1', 'GOOD')
  }
})

test('the addresses of one network count together', () => {
  const { tries: counted } = tries()
  for (let n = 0; n < TRIES; n++) expect(counted.take(`2001:db8:1:2::${n + 1}`, `P${n}`)).toBe(0)
  expect(counted.take('2001:db8:1:2:ffff::1', 'OTHR')).toBeGreaterThan(0)
})
