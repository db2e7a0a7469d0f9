/** Levels of nesting that are read of what is no JSON. */
const MAX_LEVELS = 100
const SPACE = /[\s\ufeff]*/y
/** A name or a word without quotes ends at what has a meaning. */
const WORD = /[^\s{}[\]:,'"\\/;#=]+/y
const QUOTED: Readonly<Record<string, RegExp>> = { '"': /"(?:[^"\\]|\\[^])*"/y, "'": /'(?:[^'\\]|\\[^])*'/y }
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/
const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
])

/**
 * JSON as ThingsBoard reads it: names and words may stand without quotes or in single ones, as in `{temperature:25}`,
 * its own line for checking a connection. `NaN` and the like are words, no numbers.
 * @throws SyntaxError that says where
 */
export function lenientJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return new LenientReader(text).whole()
  }
}

class LenientReader {
  readonly #text: string
  #at = 0
  #levels = 0

  constructor(text: string) {
    this.#text = text
  }

  whole(): unknown {
    const value = this.#value()
    if (this.#peek() !== '') throw this.#wrong()
    return value
  }

  #value(): unknown {
    const next = this.#peek()
    if (next === '{') return this.#object()
    if (next === '[') return this.#array()
    if (next in QUOTED) return this.#quoted(next)
    const word = this.#word()
    const known = word.toLowerCase()
    if (WORDS.has(known)) return WORDS.get(known)
    return NUMBER.test(word) ? Number(word) : word
  }

  #object(): unknown {
    const entries: [string, unknown][] = []
    this.#list('}', () => {
      const quote = this.#peek()
      const name = quote in QUOTED ? this.#quoted(quote) : this.#word()
      this.#expect(':')
      entries.push([name, this.#value()])
    })
    return Object.fromEntries(entries)
  }

  #array(): unknown {
    const items: unknown[] = []
    this.#list(']', () => items.push(this.#value()))
    return items
  }

  /** The items between brackets, separated by commas. */
  #list(end: string, item: () => void): void {
    this.#at++
    if (++this.#levels > MAX_LEVELS) throw this.#wrong()
    if (this.#peek() !== end) {
      item()
      while (this.#peek() === ',') {
        this.#at++
        item()
      }
    }
    this.#expect(end)
    this.#levels--
  }

  #quoted(quote: string): string {
    const raw = this.#match(QUOTED[quote]!)
    const inner = raw.slice(1, -1)
    if (!inner.includes('\\') && quote === '"') return inner
    // The escapes are JSON's, and a single quote's own.
    const asJson = inner.replaceAll("\\'", "'").replace(/\\[^]|"/g, (part) => (part === '"' ? '\\"' : part))
    try {
      return JSON.parse(`"${asJson.replace(/[\n\r\t]/g, ' ')}"`) as string
    } catch {
      throw this.#wrong()
    }
  }

  #word(): string {
    return this.#match(WORD)
  }

  #match(pattern: RegExp): string {
    this.#peek()
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0]
    if (found === undefined) throw this.#wrong()
    this.#at += found.length
    return found
  }

  /** The next character that is no space; empty at the end. */
  #peek(): string {
    SPACE.lastIndex = this.#at
    this.#at += SPACE.exec(this.#text)?.[0].length ?? 0
    return this.#text.charAt(this.#at)
  }

  #expect(character: string): void {
    if (this.#peek() !== character) throw this.#wrong()
    this.#at++
  }

  #wrong(): SyntaxError {
    return new SyntaxError(`Unexpected text at position ${this.#at}`)
  }
}
