/** Separators that people write between names, in either script. */
const BETWEEN = ',，、;；\\n'
const NAME = new RegExp(`\\s*(?:"((?:[^"]|"")*)"\\s*(?=[${BETWEEN}]|$)|([^${BETWEEN}]+))`, 'g')
const UNCLEAR = new RegExp(`[${BETWEEN}"]|^\\s|\\s$`)

/** Names in one cell: a name that would be read as several is quoted, with quotes in it doubled. */
export function namesInCell(names: readonly unknown[]): string {
  return names
    .map(String)
    .map((name) => (UNCLEAR.test(name) ? `"${name.replaceAll('"', '""')}"` : name))
    .join(', ')
}

export function namesOfCell(text: string): string[] {
  const names = Array.from(
    text.matchAll(NAME),
    ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain.trim(),
  )
  return names.filter((name) => name !== '')
}
