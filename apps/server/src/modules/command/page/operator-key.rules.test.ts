import { expect, test } from 'vitest'
import { codesProblem, KEY_RANDOM_BYTES, newKey, readKey } from './operator-key.rules.ts'

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

test('SEC-2 (7 of 9) a key names commands of its devices, and none that any of them counts as dangerous', () => {
  const open = { code: 'OPEN', danger: 'CONFIRM' } as const
  const flush = { code: 'FLUSH', danger: 'NONE' } as const
  const dangerous = { code: 'FLUSH', danger: 'DOUBLE' } as const
  expect(codesProblem(['OPEN', 'FLUSH'], [open, flush])).toBeNull()
  expect(codesProblem(['OPEN', 'BURN'], [open, flush])).toBe('not-an-option')
  for (const defs of [[dangerous], [open, dangerous, flush], [open, flush, dangerous]]) {
    expect(codesProblem(['FLUSH'], defs)).toBe('not-permitted')
    expect(codesProblem(['OPEN'], [open, ...defs])).toBeNull()
  }
})
