import { beginsWith, JPEG, PNG } from './picture.rules.ts'

/** First bytes of what is known by them. Nothing of it is ever shown in place: the type is told, not trusted. */
const MARKS: readonly (readonly [type: string, mark: readonly number[]])[] = [
  ['image/png', PNG],
  ['image/jpeg', JPEG],
  ['application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  // Sheets and documents of offices are archives too.
  ['application/zip', [0x50, 0x4b, 0x03, 0x04]],
]
const UNKNOWN = 'application/octet-stream'

/** What a file is by its bytes, whatever it is called: text, drawings and pages are only bytes. */
export function typeOf(bytes: Uint8Array): string {
  return MARKS.find(([, mark]) => beginsWith(bytes, mark))?.[0] ?? UNKNOWN
}

const NAME_CHARS = 120
/** What draws nothing, or turns the order of what stands behind it (a name that ends in `gpj.exe`). */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** A name that is safe to say: the last part of a path, no unseen characters, its end kept when it is long. */
export function fileName(given: string): string {
  const last = given.toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const seen = last.replace(UNSEEN, '').trim()
  const kept = Array.from(seen).slice(-NAME_CHARS).join('')
  return /^\.*$/.test(kept) ? 'file' : kept
}

/** The name of a photo that was drawn anew as WebP. */
export function photoName(name: string): string {
  return `${name.replace(/\.[^.]{0,8}$/, '') || name}.webp`
}
