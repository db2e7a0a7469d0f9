const MAX_TEXT = 4_000
const MAX_DEPTH = 6
const MAX_ITEMS = 50

/** Names whose values never appear in a log, in any object. */
const SECRET_NAME = /pass(word|wd)?|secret|token|authorization|cookie|sealed|nonce|credential|private|api-?key/i
/** A line without any of this holds nothing to mask. */
const SUSPECT = new RegExp(`${SECRET_NAME.source}|://|bearer|slk_`, 'i')

/**
 * The same value with `[secret]` in place of secrets found by a name or in a sentence; long and deep values are cut.
 */
export function withoutSecrets(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth > MAX_DEPTH) return '…'
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((one) => withoutSecrets(one, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      SECRET_NAME.test(name) && one !== null ? '[secret]' : withoutSecrets(one, depth + 1),
    ]),
  )
}

/**
 * Secrets also hide in sentences: a database address, `password=…`, a bearer token, a program's key. NUL has no place
 * in the store.
 */
export function cleanText(text: string): string {
  return text
    .replaceAll('\0', '')
    .replace(/\bBearer\s+[^\s"',;]+/gi, 'Bearer [secret]')
    .replace(/\b([a-z][a-z0-9+.-]*:\/\/[^\s:/@]*):[^\s@/]*@/gi, '$1:[secret]@')
    .replace(
      /\b((?:pass(?:word|wd)?|token|secret|authorization|cookie|api-?key)["']?\s*[=:]\s*["']?)[^\s"',;&}]+/gi,
      '$1[secret]',
    )
    .replace(/\bslk_[A-Za-z0-9_-]+/g, 'slk_[secret]')
    .slice(0, MAX_TEXT)
}

/** One JSON line of the log, fit to be written anywhere. */
export function maskedLine(line: string): string {
  if (!SUSPECT.test(line)) return line
  try {
    return `${JSON.stringify(withoutSecrets(JSON.parse(line)))}\n`
  } catch {
    return `${JSON.stringify({ level: 50, msg: 'a log line could not be read, and may hold a secret' })}\n`
  }
}
