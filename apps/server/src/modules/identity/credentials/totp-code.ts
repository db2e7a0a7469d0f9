import { Secret, TOTP } from 'otpauth'

/** RFC 6238 as authenticators implement it: HMAC-SHA-1, six digits, 30 s. */
const PERIOD_S = 30
const DIGITS = 6
/** One step early or late is let through (RFC 6238 5.2). */
const WINDOW = 1
/** RFC 4226 R6: 160 bits. */
export const SECRET_BYTES = 20

export interface TotpKind {
  algorithm: 'SHA1' | 'SHA256' | 'SHA512'
  digits: number
}

const OURS: TotpKind = { algorithm: 'SHA1', digits: DIGITS }

function totpOf(secret: Uint8Array, kind: TotpKind, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...names, ...kind, period: PERIOD_S, secret: new Secret({ buffer: bytesOf(secret) }) })
}

/** A buffer of its own: the given one may be a view of a larger one. */
function bytesOf(secret: Uint8Array): ArrayBuffer {
  return new Uint8Array(secret).buffer
}

/** The code of a moment (Unix ms). */
export function codeAt(secret: Uint8Array, at: number, kind = OURS): string {
  return totpOf(secret, kind).generate({ timestamp: at })
}

/** The time step of the code, if it may still be used: later than `lastStep`. */
export function stepOf(secret: Uint8Array, code: string, at: number, lastStep: number): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const delta = totpOf(secret, OURS).validate({ token: code, timestamp: at, window: WINDOW })
  if (delta === null) return null
  const step = Math.floor(at / 1000 / PERIOD_S) + delta
  return step > lastStep ? step : null
}

/** The contents of the QR code, and the secret for typing by hand. */
export function enrolmentOf(secret: Uint8Array, issuer: string, label: string): { secret: string; uri: string } {
  const totp = totpOf(secret, OURS, { issuer, label })
  return { secret: totp.secret.base32, uri: totp.toString() }
}

export const RECOVERY_CODES = 10
/** No look-alikes. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** 16 letters in groups of four, 79 bits: not guessable, and its plain hash may be stored. */
export function recoveryCode(random: (below: number) => number): string {
  const letters = Array.from({ length: 16 }, () => LETTERS[random(LETTERS.length)]!)
  return [0, 4, 8, 12].map((from) => letters.slice(from, from + 4).join('')).join('-')
}

/** As people type it: blanks, hyphens and capitals do not matter. */
export function typedCode(text: string): string {
  return text.replace(/[\s-]/g, '').toLowerCase()
}
