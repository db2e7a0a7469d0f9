import { createHash } from 'node:crypto'

/** What stands before the fingerprint of a certificate. */
export const CERTIFICATE_MARK = 'x509:'

/**
 * How a token or a secret that was drawn here is stored and looked up: there is nothing to guess, so nothing slow. SHA-256,
 * hexadecimal.
 */
export function hashOfDrawn(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** In lower case without colons, from how Node answers it. */
export function plainFingerprint(fingerprint: string): string {
  return fingerprint.replaceAll(':', '').toLowerCase()
}

/**
 * What stands for a certificate where a token's hash would: no token has that hash, whatever its letters.
 * @param fingerprint SHA-256 in hexadecimal, as Node answers it: upper case with colons
 */
export function certificateCredential(fingerprint: string): string {
  return CERTIFICATE_MARK + plainFingerprint(fingerprint)
}

/** The fingerprint; undefined for a token. */
export function fingerprintIn(credential: string): string | undefined {
  return credential.startsWith(CERTIFICATE_MARK) ? credential.slice(CERTIFICATE_MARK.length) : undefined
}

export function kindOf(credential: string): 'token' | 'certificate' {
  return fingerprintIn(credential) === undefined ? 'token' : 'certificate'
}
