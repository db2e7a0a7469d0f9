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
  // One that is remembered no more.
  expect(() => counted.giveBack('10.0.0.2', 'GONE')).not.toThrow()
})

test('the addresses of one network count together', () => {
  const { tries: counted } = tries()
  for (let n = 0; n < TRIES; n++) expect(counted.take(`2001:db8:1:2::${n + 1}`, `P${n}`)).toBe(0)
  expect(counted.take('2001:db8:1:2:ffff::1', 'OTHR')).toBeGreaterThan(0)
})

test('ten minutes are counted from the first try, whenever that was, and then begin anew', () => {
  const { tries: counted, pass } = tries()
  pass(TRIES_MS)
  for (let n = 0; n < TRIES - 1; n++) {
    expect(counted.take('10.0.0.1', `P${n}`)).toBe(0)
    pass(1000)
  }
  pass(TRIES_MS - (TRIES - 1) * 1000)
  for (let n = 0; n < TRIES; n++) expect(counted.take('10.0.0.1', `R${n}`)).toBe(0)
  expect(counted.take('10.0.0.1', 'OTHR')).toBe(TRIES_MS / 1000)
  const { tries: late, pass: goOn } = tries()
  goOn(TRIES_MS)
  for (let n = 0; n < TRIES; n++) {
    expect(late.take('10.0.0.1', `P${n}`)).toBe(0)
    goOn(1000)
  }
  expect(late.take('10.0.0.1', 'OTHR')).toBeGreaterThan(0)
})

/** Twenty thousand names are remembered, two of each of these. */
function crowd(counted: KeyTries, from: number, until: number) {
  for (let n = from; n < until; n++) counted.take(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`, `C${n}`)
}

test('of more senders than can be remembered the one whose tries began first is forgotten, and no other', () => {
  const { tries: counted } = tries()
  for (let n = 0; n < TRIES; n++) expect(counted.take('192.0.2.1', 'SAME')).toBe(0)
  crowd(counted, 0, 9_999)
  expect(counted.take('192.0.2.1', 'OTHR')).toBeGreaterThan(0)
  crowd(counted, 9_999, 10_000)
  expect(counted.take('192.0.2.1', 'OTHR')).toBe(0)
})

test('whoever tries again after ten minutes is not taken for the oldest', () => {
  const { tries: counted, pass } = tries()
  counted.take('192.0.2.1', 'SAME')
  crowd(counted, 0, 9_000)
  pass(TRIES_MS)
  for (let n = 0; n < TRIES; n++) expect(counted.take('192.0.2.1', 'SAME')).toBe(0)
  crowd(counted, 9_000, 10_500)
  expect(counted.take('192.0.2.1', 'OTHR')).toBeGreaterThan(0)
})
