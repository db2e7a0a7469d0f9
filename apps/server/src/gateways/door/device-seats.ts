/** How many connections a listener of devices takes. */
export interface SeatLimits {
  /** Of all listeners of the process together. */
  all: number
  /** Unidentified connections of this listener. */
  strangers: number
  /** The same of one address. */
  strangersPerAddress: number
}

/** Devices take at most this share of what the process may open; the rest is left to people, the database and files. */
const DEVICE_SHARE = 0.75
const RESERVED = 256
/** Of all listeners together, each an equal part: the rest is left to identified devices. */
const STRANGER_SHARE = 0.75
const LISTENERS = 3
const MOST = 50_000
/** Up to 64 KiB of an unidentified connection may be read before it is paused: this many make 256 MiB. */
const MOST_STRANGERS = 4096

/**
 * The limits of listeners within the files that this process may open; `all` and the last one are configured by the
 * operator.
 */
export function seatLimits(
  openFiles: number,
  set: { all: number | undefined; strangersPerAddress: number },
  listeners = LISTENERS,
): SeatLimits {
  const most = Math.max(1, Math.min(Math.floor(openFiles * DEVICE_SHARE), openFiles - RESERVED))
  const all = Math.min(most, set.all ?? MOST)
  const strangers = Math.min(
    MOST_STRANGERS,
    Math.max(1, Math.floor((all * STRANGER_SHARE) / Math.max(LISTENERS, listeners))),
  )
  return { all, strangers, strangersPerAddress: Math.min(strangers, set.strangersPerAddress) }
}

/** Connections of all listeners of the process, in any thread: each listener writes its own cell. */
export class SocketCount {
  readonly #cells: Int32Array
  readonly #own: number

  /** A listener that starts has none, also where the one before it ended without a word. */
  constructor(cells: Int32Array, own: number) {
    this.#cells = cells
    this.#own = own
    Atomics.store(cells, own, 0)
  }

  get all(): number {
    return this.#cells.reduce((sum, _, cell) => sum + Atomics.load(this.#cells, cell), 0)
  }

  add(count: number): void {
    Atomics.add(this.#cells, this.#own, count)
  }
}

/** Cells for so many listeners, which several threads can share. */
export function socketCells(listeners: number): Int32Array<SharedArrayBuffer> {
  return new Int32Array(new SharedArrayBuffer(listeners * Int32Array.BYTES_PER_ELEMENT))
}

/** The place of one connection. */
export interface Seat {
  /** The device has identified itself. */
  identified(): void
  leave(): void
}

export type Refusal = 'too many connections of its address' | 'too many connections'

interface Stranger {
  since: number
  evict(): void
}

/** How long a connection may stay unidentified before another may take its place. */
const GRACE_MS = 5_000

/**
 * The places of one listener. An identified device keeps its place until it disconnects. When the places of
 * unidentified connections are full, the address that holds the most gives up its longest silent connection for a
 * newcomer from another address.
 */
export class DeviceSeats {
  readonly #limits: SeatLimits
  readonly #count: SocketCount
  readonly #now: () => number
  /** By address, the longest there first. */
  readonly #strangers = new Map<string, Set<Stranger>>()
  #strangerCount = 0

  constructor(limits: SeatLimits, count: SocketCount, now: () => number = () => performance.now()) {
    this.#limits = limits
    this.#count = count
    this.#now = now
  }

  get strangers(): number {
    return this.#strangerCount
  }

  /**
   * A place for a connection of this owner, or why there is none. `onEvicted` is called when its place is given away.
   * `isTrusted`: a balancer that has not yet sent a PROXY header may hold more than others.
   */
  enter(owner: string, onEvicted: () => void, isTrusted = false): Seat | Refusal {
    const refusal = this.#makeRoom(owner, isTrusted)
    if (refusal) return refusal
    const stranger: Stranger = { since: this.#now(), evict: () => onEvicted() }
    const mine = this.#strangers.get(owner) ?? new Set()
    this.#strangers.set(owner, mine.add(stranger))
    this.#strangerCount++
    this.#count.add(1)
    let isThere = true
    return {
      identified: () => this.#known(owner, stranger),
      leave: () => {
        this.#known(owner, stranger)
        if (isThere) this.#count.add(-1)
        isThere = false
      },
    }
  }

  #known(owner: string, stranger: Stranger): void {
    const mine = this.#strangers.get(owner)
    if (!mine?.delete(stranger)) return
    this.#strangerCount--
    if (mine.size === 0) this.#strangers.delete(owner)
  }

  #makeRoom(owner: string, isTrusted: boolean): Refusal | undefined {
    const mine = this.#strangers.get(owner)
    if (mine && !isTrusted && mine.size >= this.#limits.strangersPerAddress) {
      return this.#evict(mine) ? undefined : 'too many connections of its address'
    }
    if (this.#strangerCount < this.#limits.strangers && this.#count.all < this.#limits.all) return undefined
    const fullest = this.#fullest()
    const isFuller = fullest !== undefined && fullest.size > (mine?.size ?? 0) + 1
    return fullest && this.#evict(fullest, isFuller) ? undefined : 'too many connections'
  }

  #fullest(): Set<Stranger> | undefined {
    let fullest: Set<Stranger> | undefined
    for (const some of this.#strangers.values()) if (some.size > (fullest?.size ?? 0)) fullest = some
    return fullest
  }

  /** False where even the longest there has not had its time. */
  #evict(some: Set<Stranger>, atOnce = false): boolean {
    const [longest] = some
    if (!longest || (!atOnce && this.#now() - longest.since < GRACE_MS)) return false
    longest.evict()
    return true
  }
}
