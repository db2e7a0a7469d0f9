import { type CommandDef, type FieldReason, needsSession } from '@sluice/contract'

/** Four letters that find a key, and 26 that prove it: 130 random bits, read aloud without doubt (Crockford). */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const PREFIX = 4
const SECRET = 26
/** What `newKey` draws. */
export const KEY_RANDOM_BYTES = PREFIX + SECRET

/** A key from random bytes, in groups of five. Each byte gives five bits. */
export function newKey(random: Uint8Array): string {
  const text = Array.from(random.subarray(0, KEY_RANDOM_BYTES), (byte) => LETTERS[byte % 32]!).join('')
  return text.match(/.{5}/g)!.join('-')
}

/** A key as it was typed, in the form that was issued; undefined where it cannot be one. */
export function readKey(typed: string): { text: string; prefix: string } | undefined {
  if (typed.length > 80) return undefined
  const text = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  const isKey = text.length === KEY_RANDOM_BYTES && Array.from(text).every((letter) => LETTERS.includes(letter))
  return isKey ? { text, prefix: text.slice(0, PREFIX) } : undefined
}

/**
 * Why a key cannot name these commands of its devices; null when it can. One that any of the devices counts as dangerous
 * is for people alone.
 */
export function codesProblem(
  codes: readonly string[],
  defs: readonly Pick<CommandDef, 'code' | 'danger'>[],
): FieldReason | null {
  const offered = new Set(defs.map(({ code }) => code))
  if (codes.some((code) => !offered.has(code))) return 'not-an-option'
  const forPeople = new Set(defs.filter(needsSession).map(({ code }) => code))
  return codes.some((code) => forPeople.has(code)) ? 'not-permitted' : null
}
