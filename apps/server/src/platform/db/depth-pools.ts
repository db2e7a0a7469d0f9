import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'

/** A connection that the work of an asynchronous context holds, or held. */
interface Holding {
  depth: number
  isHeld: boolean
  outer: Holding | undefined
}

/** Work nested deeper than this shares the last pool. */
const DEPTHS = 3

/**
 * Pools by depth. Work that holds a connection and asks for another gets it from the next pool: it never waits for a
 * connection that work like itself holds. With one pool, as many requests as it has connections would wait for each other.
 */
export class DepthPools {
  readonly #pools: readonly pg.Pool[]
  readonly #holdings = new AsyncLocalStorage<Holding>()

  /** Each pool has half as many connections as the one before it, opened when needed. */
  constructor(size: number, makePool: (size: number) => pg.Pool) {
    this.#pools = Array.from({ length: DEPTHS }, (_, depth) => makePool(Math.ceil(size / 2 ** depth)))
  }

  /** For work that holds no connection. */
  get outermost(): pg.Pool {
    return this.#pools[0]!
  }

  /** A connection for the work of this context. */
  connect(): Promise<pg.PoolClient> {
    const depth = (this.#holding()?.depth ?? -1) + 1
    return this.#pools[Math.min(depth, DEPTHS - 1)]!.connect()
  }

  /** Runs `work` as holding one connection more; what it leaves running behind its end does not hold it. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    const outer = this.#holding()
    const holding = { depth: (outer?.depth ?? -1) + 1, isHeld: true, outer }
    try {
      return await this.#holdings.run(holding, work)
    } finally {
      holding.isHeld = false
    }
  }

  async end(): Promise<void> {
    await Promise.all(this.#pools.map((pool) => pool.end()))
  }

  #holding(): Holding | undefined {
    let holding = this.#holdings.getStore()
    while (holding && !holding.isHeld) holding = holding.outer
    return holding
  }
}
