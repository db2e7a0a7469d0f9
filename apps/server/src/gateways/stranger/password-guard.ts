export interface GuardLimits {
  /** Wrong passwords of one address for one station, of one address for all stations, after which it is held back. */
  pair: number
  address: number
  /** Wrong passwords for one station from all addresses, after which addresses that never had it right take turns. */
  station: number
  /** The first delay, doubled each time up to the longest. */
  holdMs: number
  longestHoldMs: number
  /** Of all addresses that take turns, one password per this time is checked. */
  turnMs: number
  /** After so long without a wrong password nothing is remembered. */
  forgetMs: number
  /** Accounts of each kind; the oldest are forgotten. */
  accounts: number
}

export const GUARD_LIMITS: GuardLimits = {
  pair: 5,
  address: 30,
  station: 20,
  holdMs: 2 * 60_000,
  longestHoldMs: 30 * 60_000,
  turnMs: 60_000,
  forgetMs: 60 * 60_000,
  accounts: 20_000,
}

type Password = 'KNOWN' | 'BAD_PASSWORD'

interface Account {
  wrong: number
  holds: number
  lastAt: number
  heldUntil: number
}

export interface PasswordGuardDeps {
  /** Milliseconds that pass at their own pace. */
  elapsed(): number
  limits?: Partial<GuardLimits>
}

/**
 * Protects station passwords, two bytes, from being guessed: after too many wrong ones nothing is checked for a while,
 * per pair of address and station, per address and, with many addresses, per station. A line that had the password
 * right is never checked here again; an address that had it right does not take turns with unknown ones.
 */
export class PasswordGuard {
  readonly #elapsed: () => number
  readonly #limits: GuardLimits
  readonly #pairs = new Map<string, Account>()
  readonly #addresses = new Map<string, Account>()
  readonly #stations = new Map<string, Account>()
  readonly #right = new Map<string, true>()
  /** Attempts for one station run one after the other: a burst is as many attempts as it has frames. */
  readonly #queues = new Map<string, Promise<unknown>>()

  constructor({ elapsed, limits }: PasswordGuardDeps) {
    this.#elapsed = elapsed
    this.#limits = { ...GUARD_LIMITS, ...limits }
  }

  /** The result of `look`, or that it was not called. `owner` is the owner of the address. */
  attempt(station: string, owner: string, look: () => Promise<Password>): Promise<Password | 'HELD_BACK'> {
    const attempt = async () => {
      if (!this.#mayTry(station, owner)) return 'HELD_BACK' as const
      const senderStatus = await look()
      if (senderStatus === 'BAD_PASSWORD') this.failed(station, owner)
      if (senderStatus === 'KNOWN') this.#succeeded(station, owner)
      return senderStatus
    }
    const turn = (this.#queues.get(station) ?? Promise.resolve()).then(attempt, attempt)
    this.#queues.set(station, turn)
    const done = () => {
      if (this.#queues.get(station) === turn) this.#queues.delete(station)
    }
    void turn.then(done, done)
    return turn
  }

  failed(station: string, owner: string): void {
    const { pair, address } = this.#limits
    this.#right.delete(pairOf(station, owner))
    this.#count(this.#pairs, pairOf(station, owner), pair)
    this.#count(this.#addresses, owner, address)
    this.#count(this.#stations, station, Number.POSITIVE_INFINITY)
  }

  /** How many wrong passwords of this station arrived lately, and how many are guessing; null: it is not guessed. */
  tried(station: string): { n: number; most: number } | null {
    const [n, most] = [this.#known(this.#stations, station)?.wrong ?? 0, this.#limits.pair]
    return n >= most ? { n, most } : null
  }

  /** The password was changed: a wrong sender may now be right. */
  forget(station: string): void {
    this.#stations.delete(station)
    for (const kept of [this.#pairs, this.#right])
      for (const key of kept.keys()) if (key.startsWith(`${station} `)) kept.delete(key)
  }

  #mayTry(station: string, owner: string): boolean {
    const now = this.#elapsed()
    const pair = pairOf(station, owner)
    if ((this.#known(this.#pairs, pair)?.heldUntil ?? now) > now) return false
    if (this.#right.has(pair)) return true
    if ((this.#known(this.#addresses, owner)?.heldUntil ?? now) > now) return false
    const tried = this.#known(this.#stations, station)
    if (!tried || tried.wrong < this.#limits.station) return true
    if (tried.heldUntil > now) return false
    tried.heldUntil = now + this.#limits.turnMs
    return true
  }

  #succeeded(station: string, owner: string): void {
    const pair = pairOf(station, owner)
    this.#pairs.delete(pair)
    this.#right.delete(pair)
    this.#right.set(pair, true)
    this.#bound(this.#right)
  }

  #count(accounts: Map<string, Account>, key: string, limit: number): void {
    const now = this.#elapsed()
    const account = this.#known(accounts, key) ?? { wrong: 0, holds: 0, lastAt: now, heldUntil: now }
    accounts.delete(key)
    accounts.set(key, account)
    account.wrong++
    account.lastAt = now
    if (account.wrong >= limit) {
      account.heldUntil = now + Math.min(this.#limits.longestHoldMs, this.#limits.holdMs * 2 ** account.holds)
      account.holds++
    }
    this.#bound(accounts)
  }

  #known(accounts: Map<string, Account>, key: string): Account | undefined {
    const account = accounts.get(key)
    if (account && this.#elapsed() - Math.max(account.lastAt, account.heldUntil) > this.#limits.forgetMs) {
      accounts.delete(key)
      return undefined
    }
    return account
  }

  #bound(accounts: Map<string, unknown>): void {
    if (accounts.size > this.#limits.accounts) for (const oldest of accounts.keys()) return void accounts.delete(oldest)
  }
}

function pairOf(station: string, owner: string): string {
  return `${station} ${owner}`
}
