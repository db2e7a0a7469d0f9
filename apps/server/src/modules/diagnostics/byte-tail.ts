import type { ByteLine, LineState, RefusalReason, Verdict } from '@sluice/contract'

/** Lines in memory: seconds of a busy platform. */
const CAPACITY = 8192
const KEPT_BYTES = 4200
const SECONDS = 60

/** One thing that went over a connection. `at`: epoch ms. */
export interface TailEntry {
  at: number
  deviceId: string | null
  protocol: string
  remote: string
  direction: 'UP' | 'DOWN'
  raw: Uint8Array
  func: string | null
  state: LineState
  because: Verdict | RefusalReason | null
  byteAt: number | null
}

export interface TailLine extends TailEntry {
  seq: number
  length: number
}

/**
 * The latest lines of all connections of this process, in memory only: the stored logs have all of them. A line costs
 * an object, whether or not anyone watches.
 */
export class ByteTail {
  readonly #lines: (TailLine | undefined)[] = Array.from({ length: CAPACITY })
  /** Lines of each second, by the second's remainder. */
  readonly #counts = new Uint32Array(SECONDS)
  readonly #countedAt = new Float64Array(SECONDS)
  #last = 0

  note(entry: TailEntry): void {
    const seq = ++this.#last
    const { raw } = entry
    const kept = raw.length > KEPT_BYTES ? raw.slice(0, KEPT_BYTES) : raw
    this.#lines[seq % CAPACITY] = { ...entry, raw: kept, seq, length: raw.length }
    const second = Math.floor(entry.at / 1000)
    const at = ((second % SECONDS) + SECONDS) % SECONDS
    if (this.#countedAt[at] !== second) {
      this.#countedAt[at] = second
      this.#counts[at] = 0
    }
    this.#counts[at]!++
  }

  /** The number of the latest line. */
  get last(): number {
    return this.#last
  }

  /** Lines after that number that are still in memory, oldest first. A number of an earlier process means all. */
  after(seq: number): TailLine[] {
    const from = seq > this.#last ? 0 : seq
    const lines: TailLine[] = []
    for (let at = Math.max(from, this.#last - CAPACITY) + 1; at <= this.#last; at++)
      lines.push(this.#lines[at % CAPACITY]!)
    return lines
  }

  /** Lines of each of the last seconds before `now` (epoch ms), oldest first. */
  perSecond(now: number): number[] {
    const end = Math.floor(now / 1000)
    return Array.from({ length: SECONDS }, (_, n) => {
      const second = end - SECONDS + n
      const at = ((second % SECONDS) + SECONDS) % SECONDS
      return this.#countedAt[at] === second ? this.#counts[at]! : 0
    })
  }
}

/** Every n-th of the lines, so that at most `most` are left; the last one is among them. */
export function sampled<T>(lines: readonly T[], most: number): { lines: T[]; everyNth: number } {
  const everyNth = Math.max(1, Math.ceil(lines.length / most))
  return { lines: lines.filter((_, n) => (lines.length - 1 - n) % everyNth === 0), everyNth }
}

/** A line as it travels. */
export function toByteLine(line: TailLine, deviceName: string | null): ByteLine {
  const { seq, at, deviceId, remote, protocol, direction, length, raw, func, state, because, byteAt } = line
  const hex = Buffer.from(raw).toString('hex').toUpperCase()
  const ts = new Date(at).toISOString()
  return { seq, ts, deviceId, deviceName, remote, protocol, direction, length, hex, func, state, because, byteAt }
}
