import { createPrivateKey, generateKeyPairSync, privateDecrypt } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { lineIsOpen, seal } from './seal.ts'

const pair = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const key = { keyId: 'k', publicKey: pair.publicKey, nonce: 'n1' }
const open = (sealed: string) =>
  JSON.parse(
    privateDecrypt(
      { key: createPrivateKey(pair.privateKey), oaepHash: 'sha256' },
      Buffer.from(sealed, 'base64'),
    ).toString(),
  ) as unknown

afterEach(() => vi.unstubAllGlobals())

test('SI-7 (part) the password travels sealed with its nonce', async () => {
  const sealed = await seal({ password: '水闸2025' }, key)
  expect(sealed).not.toContain('2025')
  expect(open(sealed)).toEqual({ password: '水闸2025', nonce: 'n1' })
})

test('without crypto.subtle the small library gives the same result', async () => {
  const random = globalThis.crypto.getRandomValues.bind(globalThis.crypto)
  vi.stubGlobal('crypto', { getRandomValues: random })
  expect(open(await seal({ password: 'plain http' }, key))).toEqual({ password: 'plain http', nonce: 'n1' })
})

test('a connection is unencrypted over http, except to localhost', () => {
  const isOpen = (address: string) => {
    vi.stubGlobal('location', new URL(address))
    return lineIsOpen()
  }
  expect(isOpen('http://console.example:8080')).toBe(true)
  expect(isOpen('http://192.0.2.7')).toBe(true)
  expect(isOpen('https://console.example')).toBe(false)
  expect(isOpen('http://localhost:8080')).toBe(false)
  expect(isOpen('http://127.0.0.1')).toBe(false)
  expect(isOpen('http://[::1]:8080')).toBe(false)
})
