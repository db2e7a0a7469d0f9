import { ownerOf } from '../../platform/http/remote-address.ts'
import { TokenBucket } from './token-bucket.ts'

/** What may be stored of unidentified devices, per address and in total. */
export interface StrangerLimits {
  /** Bytes in an hour of one address; half of it at once. */
  addressBytes: number
  /** Bytes in an hour of all addresses together; half of it at once. */
  allBytes: number
  /** Of a frame in the byte log. */
  frameBytes: number
  /** Rows a second, with ten times as many at once: the log is written by a thousand. */
  addressRows: number
  allRows: number
  /** Addresses that are remembered at once; of others nothing is stored until some are as new. */
  addresses: number
}

const MIB = 1024 ** 2

const STRANGER_LIMITS: StrangerLimits = {
  addressBytes: 2 * MIB,
  allBytes: 16 * MIB,
  frameBytes: 256,
  addressRows: 50,
  allRows: 200,
  addresses: 10_000,
}

/** The size of a row in addition to its frame, with its index entries. */
const ROW_BYTES = 200
const HOUR_S = 3600
const FORGET_MS = 1000

/** An account that fills evenly and never goes into debt. */
class Account {
  readonly #bytes: TokenBucket
  readonly #rows: TokenBucket

  constructor(bytesPerHour: number, rowsPerSecond: number, now: number) {
    this.#bytes = new TokenBucket(bytesPerHour / HOUR_S, bytesPerHour / 2, now)
    this.#rows = new TokenBucket(rowsPerSecond, rowsPerSecond * 10, now)
  }

  has(bytes: number, now: number): boolean {
    return this.#bytes.left(now) >= bytes && this.#rows.left(now) >= 1
  }

  take(bytes: number, now: number): void {
    this.#bytes.take(bytes, now)
    this.#rows.take(1, now)
  }

  /** Unused for so long that it is full again. */
  isFull(now: number): boolean {
    return this.#bytes.isFull(now) && this.#rows.isFull(now)
  }
}

/** Counts what is stored of unidentified devices, so that an open port fills neither the disk nor the log. */
export class StrangerBudget {
  readonly limits: StrangerLimits
  readonly #now: () => number
  readonly #accounts = new Map<string, Account>()
  readonly #all: Account
  #forgotAt = Number.NEGATIVE_INFINITY

  /** `now` is a clock of milliseconds that never leaps. */
  constructor(limits: Partial<StrangerLimits> = {}, now: () => number = () => performance.now()) {
    this.limits = { ...STRANGER_LIMITS, ...limits }
    this.#now = now
    this.#all = new Account(this.limits.allBytes, this.limits.allRows, now())
  }

  /** Addresses that are remembered. */
  get size(): number {
    return this.#accounts.size
  }

  /** Whether one more row with so many bytes of this address may be stored; it is counted then. */
  take(address: string, bytes: number): boolean {
    const now = this.#now()
    const cost = bytes + ROW_BYTES
    const account = this.#accountOf(ownerOf(address), now)
    if (!account || !account.has(cost, now) || !this.#all.has(cost, now)) return false
    account.take(cost, now)
    this.#all.take(cost, now)
    return true
  }

  #accountOf(owner: string, now: number): Account | undefined {
    const known = this.#accounts.get(owner)
    if (known) return known
    if (this.#accounts.size >= this.limits.addresses) this.#forget(now)
    if (this.#accounts.size >= this.limits.addresses) return undefined
    const fresh = new Account(this.limits.addressBytes, this.limits.addressRows, now)
    this.#accounts.set(owner, fresh)
    return fresh
  }

  /** A walk over all of them is not for every row of a flood. */
  #forget(now: number): void {
    if (now - this.#forgotAt < FORGET_MS) return
    this.#forgotAt = now
    for (const [owner, account] of this.#accounts) if (account.isFull(now)) this.#accounts.delete(owner)
  }
}
