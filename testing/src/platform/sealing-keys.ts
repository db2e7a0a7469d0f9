import { webcrypto } from 'node:crypto'

const VARIABLE = 'SLUICE_TEST_SEALING'
const ALGORITHM = { name: 'RSA-OAEP', hash: 'SHA-256' }

/**
 * Makes the key pair that all platforms of a test run have in common, as large as the product's: making one takes more
 * of the processor than all else at the start of a platform. The test processes find it through an environment variable.
 */
export async function makeSealingKeys(): Promise<void> {
  const size = { modulusLength: 3072, publicExponent: new Uint8Array([1, 0, 1]) }
  const { privateKey } = await webcrypto.subtle.generateKey({ ...ALGORITHM, ...size }, true, ['encrypt', 'decrypt'])
  process.env[VARIABLE] = JSON.stringify(await webcrypto.subtle.exportKey('jwk', privateKey))
}

export function forgetSealingKeys(): void {
  delete process.env[VARIABLE]
}

/** Undefined where nobody made one: each platform then has its own, as in the product. */
export async function sealingKeys(): Promise<webcrypto.CryptoKeyPair | undefined> {
  const text = process.env[VARIABLE]
  if (text === undefined) return undefined
  const whole = JSON.parse(text) as webcrypto.JsonWebKey & { n: string; e: string }
  const { kty, n, e, alg } = whole
  const brought = (key: webcrypto.JsonWebKey, use: 'encrypt' | 'decrypt') =>
    webcrypto.subtle.importKey('jwk', key, ALGORITHM, use === 'encrypt', [use])
  const [privateKey, publicKey] = await Promise.all([
    brought({ ...whole, key_ops: ['decrypt'] }, 'decrypt'),
    brought({ kty: kty!, n, e, alg: alg! }, 'encrypt'),
  ])
  return { privateKey, publicKey }
}
