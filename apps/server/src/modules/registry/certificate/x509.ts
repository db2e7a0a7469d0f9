import { X509Certificate } from 'node:crypto'
import { AppError } from '@sluice/kit'
import { plainFingerprint } from '../../../platform/device-credential.ts'

/** What is kept of a certificate; times are of the certificate itself. */
export interface CertificateFacts {
  /** SHA-256 of its DER, hexadecimal. */
  fingerprint: string
  subject: string
  validFrom: Date
  validUntil: Date
}

const ONE = /^-----BEGIN CERTIFICATE-----\s[\sA-Za-z0-9+/=]+-----END CERTIFICATE-----$/
const SUBJECT_LENGTH = 200
/** NIST SP 800-57 part 1, 112 bits of security: the least that TLS libraries of today accept. */
const LEAST_BITS: Readonly<Record<string, number>> = { rsa: 2048, 'rsa-pss': 2048 }
const CURVES: Readonly<Record<string, readonly string[] | undefined>> = {
  ec: ['prime256v1', 'secp384r1', 'secp521r1'],
  ed25519: undefined,
  ed448: undefined,
}

const refuse = (why: string) => new AppError('validation', { fields: { pem: why } })

/**
 * Reads the one certificate in a PEM text (RFC 7468, RFC 5280). Who signed it does not matter: a person says whose it is.
 * @throws AppError `validation` for `pem`: `private-key`, `format`, `weak-key`
 */
export function certificateIn(pem: string): CertificateFacts {
  // It must not be sent anywhere, and least of all be kept.
  if (pem.includes('PRIVATE KEY')) throw refuse('private-key')
  const text = pem.trim()
  if (!ONE.test(text)) throw refuse('format')
  const read = x509Of(text)
  if (!isStrong(read)) throw refuse('weak-key')
  const subject = read.subject.replaceAll('\n', ', ').slice(0, SUBJECT_LENGTH)
  const [validFrom, validUntil] = [new Date(read.validFrom), new Date(read.validTo)]
  return { fingerprint: plainFingerprint(read.fingerprint256), subject, validFrom, validUntil }
}

function x509Of(text: string): X509Certificate {
  try {
    return new X509Certificate(text)
  } catch {
    throw refuse('format')
  }
}

/** Keys that nobody can make a second time from the certificate, which is no secret. */
function isStrong({ publicKey }: X509Certificate): boolean {
  const { asymmetricKeyType: type = '', asymmetricKeyDetails: details } = publicKey
  const least = LEAST_BITS[type]
  if (least !== undefined) return (details?.modulusLength ?? 0) >= least
  if (!Object.hasOwn(CURVES, type)) return false
  return CURVES[type]?.includes(details?.namedCurve ?? '') ?? true
}
