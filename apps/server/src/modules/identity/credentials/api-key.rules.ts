import { API_KEY_MAX_DAYS, type FieldReason } from '@sluice/contract'

/** `slk_` + 10 letters that find the key + 43 that prove it (256 bits). */
const SHAPE = /^slk_([a-z2-7]{10})_([A-Za-z0-9_-]{43})$/
const DAY_MS = 86_400_000
const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567'

export function keyText(prefix: string, secret: string): string {
  return `slk_${prefix}_${secret}`
}

export function keyPrefix(random: Uint8Array): string {
  return Array.from(random.subarray(0, 10), (byte) => LETTERS[byte % 32]!).join('')
}

export function prefixOf(key: string): string | null {
  return SHAPE.exec(key)?.[1] ?? null
}

/** What is wrong with a key to be created; null when nothing is. */
export function refuseNewKey(
  wanted: { scopes: readonly string[]; expiresAt: number },
  held: ReadonlySet<string>,
  now: number,
): Record<string, FieldReason> | null {
  if (wanted.expiresAt <= now) return { expireTime: 'too-small' }
  if (wanted.expiresAt > now + API_KEY_MAX_DAYS * DAY_MS) return { expireTime: 'too-big' }
  return wanted.scopes.every((key) => held.has(key)) ? null : { scopes: 'not-permitted' }
}
