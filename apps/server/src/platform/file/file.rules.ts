import { beginsWith, JPEG, PNG } from './picture.rules.ts'

/** File types by their first bytes. Such files are never shown inline: the type is detected, not trusted. */
const MARKS: readonly (readonly [type: string, mark: readonly number[]])[] = [
  ['image/png', PNG],
  ['image/jpeg', JPEG],
  ['application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  // Sheets and documents of offices are archives too.
  ['application/zip', [0x50, 0x4b, 0x03, 0x04]],
]
const UNKNOWN = 'application/octet-stream'

/** The type of a file by its bytes, whatever its name: text, drawings and pages are only bytes. */
export function typeOf(bytes: Uint8Array): string {
  return MARKS.find(([, mark]) => beginsWith(bytes, mark))?.[0] ?? UNKNOWN
}

const NAME_CHARS = 120
/** Characters that are invisible, or that reverse the order of those after them (a name that ends in `gpj.exe`). */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** A name that is safe to show: the last part of a path, no invisible characters, its end preserved when it is long. */
export function fileName(given: string): string {
  const last = given.toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const seen = last.replace(UNSEEN, '').trim()
  const kept = Array.from(seen).slice(-NAME_CHARS).join('')
  return /^\.*$/.test(kept) ? 'file' : kept
}

/** The name of a photo that was re-encoded as WebP. */
export function photoName(name: string): string {
  return `${name.replace(/\.[^.]{0,8}$/, '') || name}.webp`
}
