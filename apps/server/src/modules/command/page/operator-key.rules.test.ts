import { expect, test } from 'vitest'
import { KEY_RANDOM_BYTES, newKey, readKey } from './operator-key.rules.ts'

const random = (seed: number) => Uint8Array.from({ length: KEY_RANDOM_BYTES }, (_, n) => (n * 37 + seed) % 256)

test('a key has at least 128 random bits beside what it is found by, and is read back however it was typed', () => {
  const key = newKey(random(1))
  const { text, prefix } = readKey(key)!
  expect((text.length - prefix.length) * 5).toBeGreaterThanOrEqual(128)
  expect(readKey(` ${key.toLowerCase().replaceAll('-', ' ')} `)).toEqual({ text, prefix })
  expect(readKey(key.replaceAll('0', 'o').replaceAll('1', 'l'))).toEqual({ text, prefix })
})

test('every random byte counts for its letter', () => {
  const base = random(1)
  for (let n = 0; n < base.length; n++) {
    const other = Uint8Array.from(base)
    other[n]! ^= 1
    expect(newKey(other)).not.toBe(newKey(base))
  }
})

test('what cannot be a key is none', () => {
  const key = newKey(random(2))
  for (const typed of ['', key.slice(1), `${key}A`, key.replace(/.$/, 'U'), 'A'.repeat(5000)])
    expect(readKey(typed)).toBeUndefined()
})
