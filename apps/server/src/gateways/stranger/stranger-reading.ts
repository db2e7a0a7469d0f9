import { TokenBucket } from './token-bucket.ts'

/** What is read of unidentified connections: bytes per second, and a burst. */
export interface ReadingLimits {
  /** Of one address. */
  addressRate: number
  addressBurst: number
  /** Of all addresses together. */
  allRate: number
  allBurst: number
}

const KIB = 1024

const READING_LIMITS: ReadingLimits = {
  addressRate: 256 * KIB,
  addressBurst: 1024 * KIB,
  allRate: 2048 * KIB,
  allBurst: 8192 * KIB,
}

/** The cost of a frame in addition to its bytes: short ones take as much work as long ones. */
const FRAME_BYTES = 256
/** The interval at which one connection of each address is read again, while there is a debt. */
const TURN_MS = 20

/** Whether an unidentified connection may be read. */
export interface ReadingTurn {
  readonly mayRead: boolean
  /** So many bytes and frames of it were read. */
  onRead(bytes: number, frames: number): void
  /** The connection has been identified: it may always be read from now on, and its earlier bytes count for no one. */
  identified(): void
  leave(): void
}

interface Reader {
  owner: Owner
  cost: number
  mayRead: boolean
  onTurn(): void
}

interface Owner {
  readonly bucket: TokenBucket
  readonly readers: Set<Reader>
}

/**
 * Limits what is read of unidentified connections, so that a flood of them costs neither memory nor the time of others.
 * Below its limits nobody waits. A sender above them is not read until the debt is paid, then one connection of each
 * address in turn: the least read first, because a device that is merely not identified yet sends little.
 */
export class StrangerReading {
  readonly #limits: ReadingLimits
  readonly #now: () => number
  readonly #all: TokenBucket
  readonly #owners = new Map<string, Owner>()
  readonly #waiting = new Set<Reader>()
  #timer: NodeJS.Timeout | undefined

  /** `now` is a clock of milliseconds that never leaps. */
  constructor(limits: Partial<ReadingLimits> = {}, now: () => number = () => performance.now()) {
    this.#limits = { ...READING_LIMITS, ...limits }
    this.#now = now
    this.#all = new TokenBucket(this.#limits.allRate, this.#limits.allBurst, now())
  }

  /** Addresses that are remembered. */
  get owners(): number {
    return this.#owners.size
  }

  /** `onTurn` is called whenever `mayRead` has become another. */
  enter(name: string, onTurn: () => void): ReadingTurn {
    const owner = this.#ownerOf(name)
    const reader: Reader = { owner, cost: 0, mayRead: this.#isEven(owner), onTurn }
    owner.readers.add(reader)
    if (!reader.mayRead) this.#wait(reader)
    return {
      get mayRead() {
        return reader.mayRead
      },
      onRead: (bytes, frames) => this.#took(reader, bytes + frames * FRAME_BYTES),
      identified: () => {
        this.#charge(reader, -reader.cost)
        this.#leave(reader)
        reader.mayRead = true
      },
      leave: () => this.#leave(reader),
    }
  }

  /** Forgets the addresses without a connection and without a debt. */
  forget(): void {
    const now = this.#now()
    for (const [name, { bucket, readers }] of this.#owners) {
      if (readers.size === 0 && bucket.isFull(now)) this.#owners.delete(name)
    }
  }

  #ownerOf(name: string): Owner {
    const { addressRate, addressBurst } = this.#limits
    const owner = this.#owners.get(name) ?? {
      bucket: new TokenBucket(addressRate, addressBurst, this.#now()),
      readers: new Set(),
    }
    this.#owners.set(name, owner)
    return owner
  }

  #isEven(owner: Owner): boolean {
    const now = this.#now()
    return owner.bucket.left(now) >= 0 && this.#all.left(now) >= 0
  }

  #charge(reader: Reader, cost: number): void {
    const now = this.#now()
    reader.cost += cost
    reader.owner.bucket.take(cost, now)
    this.#all.take(cost, now)
  }

  #took(reader: Reader, cost: number): void {
    if (!reader.owner.readers.has(reader)) return
    this.#charge(reader, cost)
    const now = this.#now()
    if (this.#all.left(now) < 0) for (const owner of this.#owners.values()) this.#stop(owner)
    else if (reader.owner.bucket.left(now) < 0) this.#stop(reader.owner)
  }

  #stop(owner: Owner): void {
    for (const reader of owner.readers) {
      if (!reader.mayRead) continue
      reader.mayRead = false
      this.#wait(reader)
      reader.onTurn()
    }
  }

  #wait(reader: Reader): void {
    this.#waiting.add(reader)
    this.#nextTurn()
  }

  #nextTurn(): void {
    if (this.#timer) return
    this.#timer = setTimeout(() => this.#letOn(), TURN_MS).unref()
  }

  #letOn(): void {
    this.#timer = undefined
    const next = new Map<Owner, Reader>()
    for (const reader of this.#waiting) {
      const other = next.get(reader.owner)
      if (!other || reader.cost < other.cost) next.set(reader.owner, reader)
    }
    for (const [owner, reader] of next) {
      if (!this.#isEven(owner)) continue
      reader.mayRead = true
      this.#waiting.delete(reader)
      reader.onTurn()
    }
    if (this.#waiting.size > 0) this.#nextTurn()
  }

  #leave(reader: Reader): void {
    reader.owner.readers.delete(reader)
    this.#waiting.delete(reader)
  }
}
