/**
 * Seals a secret with the server's public key (SEC-3): RSA-OAEP with SHA-256 over JSON that contains the single-use
 * nonce. `crypto.subtle` is absent on plain http outside localhost; a small library is loaded only then.
 */
export interface SealingKey {
  keyId: string
  /** SPKI, as PEM or bare base64. */
  publicKey: string
  nonce: string
}

export async function seal(secret: object, key: SealingKey): Promise<string> {
  const plain = new TextEncoder().encode(JSON.stringify({ ...secret, nonce: key.nonce }))
  const der = bytesOf(key.publicKey.replace(/-----[^-]+-----/g, '').replace(/\s+/g, ''))
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined
  const sealed = subtle ? await sealNative(subtle, der, plain) : await sealByHand(der, plain)
  return base64Of(sealed)
}

/** Whether others on the network can read what the page sends. */
export function lineIsOpen(): boolean {
  return location.protocol !== 'https:' && !['localhost', '127.0.0.1', '[::1]'].includes(location.hostname)
}

async function sealNative(subtle: SubtleCrypto, der: Uint8Array<ArrayBuffer>, plain: Uint8Array<ArrayBuffer>) {
  const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' }
  const key = await subtle.importKey('spki', der, algorithm, false, ['encrypt'])
  return new Uint8Array(await subtle.encrypt(algorithm, key, plain))
}

async function sealByHand(der: Uint8Array, plain: Uint8Array): Promise<Uint8Array> {
  const [{ OAEP, mgf1 }, { sha256 }] = await Promise.all([
    import('micro-rsa-dsa-dh/rsa.js'),
    import('@noble/hashes/sha2.js'),
  ])
  return OAEP(sha256, mgf1(sha256)).encrypt(publicNumbers(der), plain)
}

/** n and e of SubjectPublicKeyInfo: SEQUENCE { SEQUENCE algorithm, BIT STRING { SEQUENCE { INTEGER n, INTEGER e } } }. */
function publicNumbers(der: Uint8Array): { n: bigint; e: bigint } {
  const outer = element(der, 0)
  const algorithm = element(der, outer.start)
  const bits = element(der, algorithm.end)
  // The first byte of a BIT STRING counts its unused bits.
  const pair = element(der, bits.start + 1)
  const n = element(der, pair.start)
  const e = element(der, n.end)
  return { n: integer(der.subarray(n.start, n.end)), e: integer(der.subarray(e.start, e.end)) }
}

function element(der: Uint8Array, at: number): { start: number; end: number } {
  const first = der[at + 1]!
  if (first < 0x80) return { start: at + 2, end: at + 2 + first }
  const count = first & 0x7f
  let length = 0
  for (let index = 0; index < count; index++) length = length * 256 + der[at + 2 + index]!
  return { start: at + 2 + count, end: at + 2 + count + length }
}

function integer(bytes: Uint8Array): bigint {
  return BigInt(`0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`)
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
}

function base64Of(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
