import { createHash, createPublicKey, verify } from 'node:crypto'

/** Before the 32 bytes of an Ed25519 key in the form that Node reads (RFC 8410). */
const PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

/** How people tell keys apart: the first eight digits of the SHA-256 of its bytes. */
export function keyIdOf(key: Uint8Array): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 8)
}

/** The number of the key under which a signature over the whole file holds; undefined where none does. */
export function signedBy(keys: readonly Uint8Array[], content: Uint8Array, signature: string): string | undefined {
  const key = keys.find((one) => {
    const known = createPublicKey({ key: Buffer.concat([PREFIX, one]), format: 'der', type: 'spki' })
    return verify(null, content, known, Buffer.from(signature, 'base64'))
  })
  return key && keyIdOf(key)
}
