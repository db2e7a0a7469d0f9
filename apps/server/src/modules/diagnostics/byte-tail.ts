import type { ByteLine, LineState, RefusalReason, Verdict } from '@sluice/contract'

/** Lines in memory: seconds of a busy platform. */
const CAPACITY = 8192
const KEPT_BYTES = 4200
/** For the bytes of all lines: half a kilobyte for each. */
const ROOM = 4 * 1024 * 1024
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
  detail: string | null
}

export interface TailLine extends TailEntry {
  seq: number
  length: number
}

/** A line whose bytes lie in the common room; `end` counts all bytes that were ever written there. */
interface Slot extends Omit<TailEntry, 'raw'> {
  length: number
  from: number
  kept: number
  end: number
}

const EMPTY: Slot = {
  at: 0,
  deviceId: null,
  protocol: '',
  remote: '',
  direction: 'UP',
  func: null,
  state: 'TAKEN',
  because: null,
  byteAt: null,
  detail: null,
  length: 0,
  from: 0,
  kept: 0,
  end: 0,
}

/**
 * The latest lines of all connections of this process, in memory only: the stored logs have all of them. Slots and bytes
 * are written over in place, because objects that live for some thousand lines would each be moved twice by the garbage
 * collector, whether or not anyone watches.
 */
export class ByteTail {
  readonly #slots = Array.from({ length: CAPACITY }, () => ({ ...EMPTY }))
  readonly #bytes = new Uint8Array(ROOM)
  /** Bytes written so far, and skipped at the end of the room. */
  #end = 0
  /** Lines of each second, by the second's remainder. */
  readonly #counts = new Uint32Array(SECONDS)
  readonly #countedAt = new Float64Array(SECONDS)
  #last = 0

  note(entry: TailEntry): void {
    const slot = this.#slots[++this.#last % CAPACITY]!
    slot.at = entry.at
    slot.deviceId = entry.deviceId
    slot.protocol = entry.protocol
    slot.remote = entry.remote
    slot.direction = entry.direction
    slot.func = entry.func
    slot.state = entry.state
    slot.because = entry.because
    slot.byteAt = entry.byteAt
    slot.detail = entry.detail
    this.#keep(slot, entry.raw)
    this.#count(entry.at)
  }

  #keep(slot: Slot, raw: Uint8Array): void {
    slot.length = raw.length
    slot.kept = Math.min(raw.length, KEPT_BYTES)
    const left = ROOM - (this.#end % ROOM)
    if (slot.kept > left) this.#end += left
    slot.from = this.#end % ROOM
    this.#bytes.set(slot.kept < raw.length ? raw.subarray(0, slot.kept) : raw, slot.from)
    this.#end += slot.kept
    slot.end = this.#end
  }

  #count(at: number): void {
    const second = Math.floor(at / 1000)
    const place = ((second % SECONDS) + SECONDS) % SECONDS
    if (this.#countedAt[place] !== second) {
      this.#countedAt[place] = second
      this.#counts[place] = 0
    }
    this.#counts[place]!++
  }

  /** The number of the latest line. */
  get last(): number {
    return this.#last
  }

  /** Lines after that number that are still in memory, oldest first. A number of an earlier process means all. */
  after(seq: number): TailLine[] {
    const from = seq > this.#last ? 0 : seq
    const lines: TailLine[] = []
    for (let at = Math.max(from, this.#last - CAPACITY) + 1; at <= this.#last; at++) {
      const { from: start, kept, end, ...line } = this.#slots[at % CAPACITY]!
      // Its bytes were written over.
      if (this.#end - (end - kept) > ROOM) continue
      lines.push({ ...line, seq: at, raw: this.#bytes.slice(start, start + kept) })
    }
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
  const { seq, at, deviceId, remote, protocol, direction, length, raw, func, state, because, byteAt, detail } = line
  const hex = Buffer.from(raw).toString('hex').toUpperCase()
  const ts = new Date(at).toISOString()
  return {
    seq,
    ts,
    deviceId,
    deviceName,
    remote,
    protocol,
    direction,
    length,
    hex,
    func,
    state,
    because,
    byteAt,
    detail,
  }
}
