/** Lines of one second: each with how often it came. */
export interface GatheredLine<Facts> {
  facts: Facts
  count: number
}

const EVERY_MS = 1000
/** Different lines of one second; further ones are only counted. */
const LINES = 10

/**
 * Collects log lines that come in floods: a second after the first, every different line is logged once, with its
 * count, and one more for all further ones.
 */
export class GatheredLog<Facts extends Record<string, unknown>> {
  readonly #tell: (line: GatheredLine<Facts> | { facts: undefined; count: number }) => void
  readonly #lines = new Map<string, GatheredLine<Facts>>()
  #others = 0
  #timer: NodeJS.Timeout | undefined

  /** `facts` is undefined in the line for all others. */
  constructor(tell: (line: GatheredLine<Facts> | { facts: undefined; count: number }) => void) {
    this.#tell = tell
  }

  note(facts: Facts, count = 1): void {
    const key = JSON.stringify(facts)
    const line = this.#lines.get(key)
    if (line) line.count += count
    else if (this.#lines.size < LINES) this.#lines.set(key, { facts, count })
    else this.#others += count
    this.#timer ??= setTimeout(() => this.flush(), EVERY_MS).unref()
  }

  /** Logs what was collected so far. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const [lines, others] = [[...this.#lines.values()], this.#others]
    this.#lines.clear()
    this.#others = 0
    for (const line of lines) this.#tell(line)
    if (others > 0) this.#tell({ facts: undefined, count: others })
  }
}
