/** The end of a socket, without any word of its protocol. */
export interface LivePeer {
  send(text: string): void
  /** Bytes handed over and not yet taken by the network. */
  waitingBytes(): number
  close(code: number, reason: string): void
}

export interface LiveLimits {
  /** Least time between two flushes of a socket, ms. */
  flushMs: number
  /** Events that may wait for one socket; one more and it is dropped as too slow. */
  maxWaiting: number
  /** Above this the socket is left alone, so that waiting events coalesce instead of piling up in the network. */
  maxWaitingBytes: number
  /** How long a socket may accept nothing before it is dropped, ms. */
  maxStallMs: number
}

export const LIVE_LIMITS: LiveLimits = {
  flushMs: 50,
  maxWaiting: 20_000,
  maxWaitingBytes: 1_000_000,
  maxStallMs: 15_000,
}

/**
 * The events that wait for one socket. The first event is sent at once, then there is at most one flush per `flushMs`;
 * of the events with one key only the latest is kept, so a slow socket costs memory for its newest states only.
 */
export class LiveQueue {
  readonly #peer: LivePeer
  readonly #limits: LiveLimits
  readonly #tooSlow: () => void
  readonly #waiting = new Map<string, string>()
  #timer: NodeJS.Timeout | undefined
  #flushedAt = Number.NEGATIVE_INFINITY
  /** 0 while the network accepts data. */
  #stalledSince = 0

  constructor(peer: LivePeer, limits: LiveLimits, tooSlow: () => void) {
    this.#peer = peer
    this.#limits = limits
    this.#tooSlow = tooSlow
  }

  push(key: string, text: string): void {
    // The latest goes to the end: events stay in the order of the last change of each key.
    this.#waiting.delete(key)
    this.#waiting.set(key, text)
    if (this.#timer) {
      if (this.#waiting.size > this.#limits.maxWaiting) this.#tooSlow()
      return
    }
    const wait = this.#flushedAt + this.#limits.flushMs - performance.now()
    if (wait <= 0) this.#flush()
    else this.#later(wait)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#waiting.clear()
  }

  #later(wait: number): void {
    this.#timer = setTimeout(() => this.#flush(), wait)
  }

  #flush(): void {
    this.#timer = undefined
    const now = performance.now()
    if (this.#peer.waitingBytes() > this.#limits.maxWaitingBytes) {
      if (this.#stalledSince === 0) this.#stalledSince = now
      if (now - this.#stalledSince > this.#limits.maxStallMs) this.#tooSlow()
      else this.#later(this.#limits.flushMs)
      return
    }
    this.#stalledSince = 0
    this.#flushedAt = now
    for (const text of this.#waiting.values()) this.#peer.send(text)
    this.#waiting.clear()
  }
}
