import { expect, test } from 'vitest'
import { fakeClock } from '../../platform/clock.ts'
import { createNonces } from './sealing.ts'

test('SEC-3 (part) a nonce is good once however it is spelled: what is compared are its bytes', () => {
  const nonces = createNonces(fakeClock(new Date()))
  for (const spelled of [
    (nonce: string) => nonce,
    (nonce: string) => `${nonce}=`,
    (nonce: string) => `${nonce}.more`,
    (nonce: string) => ` ${nonce}`.replace(/\.([^.]*)$/, '. $1').trim(),
    (nonce: string) => nonce.replace(/^/, '0'),
  ]) {
    const nonce = nonces.issue()
    expect(nonces.use(nonce)).toBe(true)
    expect(nonces.use(spelled(nonce))).toBe(false)
  }
  const fresh = nonces.issue()
  expect(nonces.use(`${fresh}=`)).toBe(false)
  expect(nonces.use(fresh)).toBe(true)
})
