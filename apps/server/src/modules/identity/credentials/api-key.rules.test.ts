import { API_KEY_MAX_DAYS } from '@sluice/contract'
import { expect, it } from 'vitest'
import { keyPrefix, keyText, prefixOf, refuseNewKey } from './api-key.rules.ts'

const NOW = Date.UTC(2026, 0, 31)
const DAY_MS = 86_400_000
const SECRET = 'aB3_-'.repeat(8) + 'xyz'

it('a key is found by ten letters that chance picks, each as likely as any other', () => {
  expect(keyPrefix(Uint8Array.of(0, 25, 26, 31, 32, 63, 64, 255, 1, 2, 3))).toBe('az27a7a7bc')
  expect(prefixOf(keyText('abcdefg234', SECRET))).toBe('abcdefg234')
})

it.each([
  ['another word', `sk_abcdefg234_${SECRET}`],
  ['a letter that is none', keyText('abcdefg018', SECRET)],
  ['a short proof', keyText('abcdefg234', SECRET.slice(1))],
  ['something before', ` ${keyText('abcdefg234', SECRET)}`],
  ['something behind', `${keyText('abcdefg234', SECRET)} `],
  ['nothing', ''],
])('what is no key finds none: %s', (_, text) => {
  expect(prefixOf(text)).toBeNull()
})

it('a key ends later than now, and at the latest after the days a key may live', () => {
  const held = new Set(['a:b'])
  const refusal = (expiresAt: number) => refuseNewKey({ scopes: ['a:b'], expiresAt }, held, NOW)
  expect(refusal(NOW)).toEqual({ expireTime: 'too-small' })
  expect(refusal(NOW + 1)).toBeNull()
  expect(refusal(NOW + API_KEY_MAX_DAYS * DAY_MS)).toBeNull()
  expect(refusal(NOW + API_KEY_MAX_DAYS * DAY_MS + 1)).toEqual({ expireTime: 'too-big' })
})

it('nobody gives a key more than they hold', () => {
  const refusal = (...scopes: string[]) => refuseNewKey({ scopes, expiresAt: NOW + 1 }, new Set(['a:b', 'c:d']), NOW)
  expect(refusal('a:b', 'c:d')).toBeNull()
  expect(refusal()).toBeNull()
  expect(refusal('a:b', 'e:f')).toEqual({ scopes: 'not-permitted' })
})
