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

/** Any text, JSON included; null where there is none. */
export function textArray(items: readonly (string | null)[]): string {
  let text = '{'
  for (let i = 0; i < items.length; i++) {
    const item = items[i]
    if (i > 0) text += ','
    text += item === null || item === undefined ? 'NULL' : `"${item.replace(SPECIAL, '\\$&')}"`
  }
  return `${text}}`
}

export function bytesArray(items: readonly Uint8Array[]): string {
  let text = '{'
  for (let i = 0; i < items.length; i++) {
    const { buffer, byteOffset, byteLength } = items[i]!
    text += `${i === 0 ? '' : ','}"\\\\x${Buffer.from(buffer, byteOffset, byteLength).toString('hex')}"`
  }
  return `${text}}`
}
