/**
 * PostgreSQL array literals for the hot path. The driver would quote every element through several calls;
 * here the kinds we send are known, so one pass each is enough.
 */

/** Numbers or digit strings; null where there is none. */
export function numberArray(items: readonly (number | string | null)[]): string {
  let text = '{'
  for (let i = 0; i < items.length; i++) text += (i === 0 ? '' : ',') + (items[i] ?? 'NULL')
  return `${text}}`
}

const SPECIAL = /["\\]/g

/** Any text; null where there is none. */
export function textArray(items: readonly (string | null)[]): string {
  let text = '{'
  let last: string | null | undefined
  let quoted = 'NULL'
  for (let i = 0; i < items.length; i++) {
    const item = items[i]
    // Columns of protocols, functions and verdicts repeat the same word many times.
    if (item !== last) {
      last = item
      quoted = item === null || item === undefined ? 'NULL' : `"${item.replace(SPECIAL, '\\$&')}"`
    }
    text += i === 0 ? quoted : `,${quoted}`
  }
  return `${text}}`
}

/**
 * Texts that `JSON.stringify` made; null where there is none. They hold no control characters, so quoting them again as
 * JSON equals quoting them for the array, at half the cost of `textArray`.
 */
export function jsonArray(items: readonly (string | null)[]): string {
  let text = '{'
  for (let i = 0; i < items.length; i++) {
    const item = items[i]
    if (i > 0) text += ','
    text += item === null || item === undefined ? 'NULL' : JSON.stringify(item)
  }
  return `${text}}`
}

export function bytesArray(items: readonly Uint8Array[]): string {
  // One conversion for all: a call into the runtime costs more than the digits of one frame.
  const hex = Buffer.concat(items).toString('hex')
  let text = '{'
  let at = 0
  for (let i = 0; i < items.length; i++) {
    const end = at + 2 * items[i]!.length
    text += `${i === 0 ? '' : ','}"\\\\x${hex.slice(at, end)}"`
    at = end
  }
  return `${text}}`
}
