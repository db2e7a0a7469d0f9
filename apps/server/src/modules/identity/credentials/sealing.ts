import { createHmac, randomBytes, webcrypto } from 'node:crypto'
import { AppError } from '@sluice/kit'
import type { Clock } from '../../../platform/clock/clock.ts'
import { sameBytes } from '../../../platform/same-bytes.ts'

/** A nonce is good for this long, and once. */
const NONCE_MS = 5 * 60_000
const MAX_USED = 100_000

/** Decrypts what browsers sealed with our public key (SEC-3). The private key exists only in this process. */
export interface Sealing {
  /** What a browser needs to seal one secret. */
  key(): { keyId: string; publicKey: string; nonce: string }
  /** The sealed JSON. @throws AppError `login-key-expired` for another key, a bad seal, or an old or used nonce. */
  open(keyId: string | undefined, sealed: string): Promise<Record<string, unknown>>
}

/** Its key pair is made for this process alone, unless it is given one. */
export async function createSealing(clock: Clock, given?: webcrypto.CryptoKeyPair): Promise<Sealing> {
  const pair = given ?? (await newKeyPair())
  const spki = Buffer.from(await webcrypto.subtle.exportKey('spki', pair.publicKey)).toString('base64')
  const keyId = randomBytes(8).toString('hex')
  const nonces = createNonces(clock)

  return {
    key: () => ({ keyId, publicKey: spki, nonce: nonces.issue() }),
    async open(givenKeyId, sealed) {
      if (givenKeyId !== undefined && givenKeyId !== keyId) throw new AppError('login-key-expired')
      const secret = await decrypted(pair.privateKey, sealed)
      if (!nonces.use(secret['nonce'])) throw new AppError('login-key-expired')
      return secret
    },
  }
}

/** RSA 3072, because 64 Chinese characters do not fit a smaller one. */
function newKeyPair(): Promise<webcrypto.CryptoKeyPair> {
  const algorithm = {
    name: 'RSA-OAEP',
    hash: 'SHA-256',
    modulusLength: 3072,
    publicExponent: new Uint8Array([1, 0, 1]),
  }
  return webcrypto.subtle.generateKey(algorithm, false, ['encrypt', 'decrypt'])
}

async function decrypted(key: webcrypto.CryptoKey, sealed: string): Promise<Record<string, unknown>> {
  try {
    const plain = await webcrypto.subtle.decrypt({ name: 'RSA-OAEP' }, key, Buffer.from(sealed, 'base64'))
    const secret: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plain))
    if (typeof secret === 'object' && secret !== null) return secret as Record<string, unknown>
  } catch {
    // Not sealed with this key, or not in the form of our console: the same answer for both.
  }
  throw new AppError('login-key-expired')
}

/**
 * Nonces are self-signed (time, random bytes, MAC), so issuing one stores nothing and nobody can displace those of
 * others; only used ones are remembered, until they would have expired anyway.
 */
export function createNonces(clock: Clock): { issue(): string; use(nonce: unknown): boolean } {
  const secret = randomBytes(32)
  const used = new Map<string, number>()

  function sign(body: string): Buffer {
    return createHmac('sha256', secret).update(body).digest().subarray(0, 12)
  }

  function forgetOld(now: number): void {
    for (const [nonce, expires] of used) {
      if (expires > now && used.size < MAX_USED) break
      used.delete(nonce)
    }
  }

  return {
    issue() {
      const body = `${Math.floor(clock.elapsed()).toString(36)}.${randomBytes(9).toString('base64url')}`
      return `${body}.${sign(body).toString('base64url')}`
    },
    use(nonce) {
      if (typeof nonce !== 'string') return false
      const [time = '', chance = ''] = nonce.split('.')
      const body = `${time}.${chance}`
      // Compared as issued, byte by byte: another spelling that decodes to the same would otherwise be valid once more.
      const given = Buffer.from(nonce)
      const wanted = Buffer.from(`${body}.${sign(body).toString('base64url')}`)
      if (!sameBytes(given, wanted)) return false
      const now = clock.elapsed()
      const expires = Number.parseInt(time, 36) + NONCE_MS
      if (expires <= now || used.has(nonce)) return false
      forgetOld(now)
      used.set(nonce, expires)
      return true
    },
  }
}
