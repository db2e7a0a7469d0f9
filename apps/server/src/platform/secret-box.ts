import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts small secrets for the database: the database alone does not reveal them. */
export interface SecretBox {
  /** `about` is bound to the secret: moved to another row it does not open. */
  seal(secret: Buffer, about: string): Buffer
  /** @throws Error when it was sealed with another key, for something else, or changed. */
  open(sealed: Buffer, about: string): Buffer
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM under a key of its own, derived from the server's. */
export function createSecretBox(serverKey: Buffer, purpose: string): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', serverKey, '', purpose, 32))
  return {
    seal(secret, about) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(about))
      return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
    },
    open(sealed, about) {
      const nonce = sealed.subarray(0, NONCE_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(about)).setAuthTag(sealed.subarray(-TAG_BYTES))
      return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
    },
  }
}
