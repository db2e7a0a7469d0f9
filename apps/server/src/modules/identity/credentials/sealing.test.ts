import { webcrypto } from 'node:crypto'
import { expect, test } from 'vitest'
import { fakeClock } from '../../../platform/clock/clock.ts'
import { createNonces, createSealing } from './sealing.ts'

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

test('a nonce that was never issued is invalid, however long', () => {
  const nonces = createNonces(fakeClock(new Date()))
  const issued = nonces.issue()
  for (const made of [
    '',
    'x',
    issued.replace(/^./, '~'),
    issued.replace(/.$/, (end) => (end === 'A' ? 'Q' : 'A')),
    7,
    null,
  ])
    expect([made, nonces.use(made)]).toEqual([made, false])
})

test('what is sealed and is no secret of ours is refused like what was not sealed at all', async () => {
  const sealing = await createSealing(fakeClock(new Date()))
  const { publicKey } = sealing.key()
  const key = await webcrypto.subtle.importKey(
    'spki',
    Buffer.from(publicKey.replace(/-----[^-]+-----|\s/g, ''), 'base64'),
    { name: 'RSA-OAEP', hash: 'SHA-256' },
    false,
    ['encrypt'],
  )
  const seal = async (text: string) =>
    Buffer.from(await webcrypto.subtle.encrypt({ name: 'RSA-OAEP' }, key, Buffer.from(text))).toString('base64')
  for (const text of ['null', '7', '"secret"', 'no JSON', '{}', '[]']) {
    await expect(sealing.open(undefined, await seal(text))).rejects.toMatchObject({ code: 'login-key-expired' })
  }
  const { nonce } = sealing.key()
  expect(await sealing.open(undefined, await seal(JSON.stringify({ nonce, password: 'p' })))).toEqual({
    nonce,
    password: 'p',
  })
})
