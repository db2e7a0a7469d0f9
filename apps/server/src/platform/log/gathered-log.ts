/** Lines of one second: each with how often it came. */
export interface GatheredLine<Facts> {
  facts: Facts
  count: number
}

const EVERY_MS = 1000
/** Different lines of one second; what else comes is one number. */
const LINES = 10

/**
 * Gathers what comes in floods: a second after the first of it every different line is told once, with its count, and
 * one more for all that had no line of their own.
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

  /** Tells what was gathered so far. */
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
