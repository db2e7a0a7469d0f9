type TokenKind = 'key' | 'text' | 'number' | 'word' | 'mark'

interface JsonToken {
  kind: TokenKind
  /** As it was written: a number keeps its digits, a text its escapes. */
  text: string
}

export interface JsonLine {
  depth: number
  tokens: readonly JsonToken[]
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[-+.\w]+|[{}[\]:,]/g
const CLOSERS: Readonly<Record<string, string>> = { '{': '}', '[': ']' }

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function kindOf(text: string, next: string | undefined): TokenKind {
  if (text.startsWith('"')) return next === ':' ? 'key' : 'text'
  if (/^[-\d]/.test(text)) return 'number'
  return /^\w/.test(text) ? 'word' : 'mark'
}

/** JSON one member to a line, as it was written but for its blanks; null for what is no JSON. */
export function jsonLines(json: string): JsonLine[] | null {
  if (!isJson(json)) return null
  const parts = json.match(TOKEN) ?? []
  const lines: { depth: number; tokens: JsonToken[] }[] = [{ depth: 0, tokens: [] }]
  let depth = 0
  const newLine = () => lines.push({ depth, tokens: [] })
  for (const [at, text] of parts.entries()) {
    const [before, next] = [parts[at - 1], parts[at + 1]]
    const isEmpty = before !== undefined && CLOSERS[before] === text
    if ((text === '}' || text === ']') && !isEmpty) {
      depth--
      newLine()
    }
    lines.at(-1)!.tokens.push({ kind: kindOf(text, next), text: text === ':' ? ': ' : text })
    if (text in CLOSERS && next !== CLOSERS[text]) {
      depth++
      newLine()
    }
    if (text === ',') newLine()
  }
  return lines
}

const INDENT = '  '

export const indentOf = ({ depth }: JsonLine): string => INDENT.repeat(depth)

export function plainText(lines: readonly JsonLine[]): string {
  return lines.map((line) => indentOf(line) + line.tokens.map(({ text }) => text).join('')).join('\n')
}
