import type { CredentialOwner } from '../gateway.ts'

export interface CredentialLookupDeps {
  /** Owners of enabled devices by what they show: the hash of a token, or a certificate (`device-credential.ts`). */
  findCredentials(hashes: readonly string[]): Promise<Map<string, CredentialOwner>>
  /** What all enabled devices may show. */
  knownCredentials(): Promise<ReadonlySet<string>>
  /** Something was shown that is new, or that was replaced. */
  noteCredentialUse(owner: { deviceId: string; use: 'FIRST' | 'OLD' }, hash: string): Promise<void>
  /** Time that passed, ms. */
  elapsed(): number
  onFailure(error: unknown): void
}

const UNKNOWN_MS = 5_000
/** Minimum time between lookups of all tokens, which happen only while wrong ones arrive. */
const ALL_MS = 1_000
const REMEMBERED = 10_000
const WAITING = 5_000
const BATCH = 500
const PATIENCE_MS = 10_000

interface Question {
  hash: string
  answer(owner: CredentialOwner | null | 'unavailable'): void
}

/**
 * Looks up tokens in the store, many at once: ten thousand devices that reconnect together cost twenty queries. While
 * the store is unavailable a token is neither right nor wrong.
 */
export class CredentialLookup {
  readonly #deps: CredentialLookupDeps
  readonly #unknownUntil = new Map<string, number>()
  #all: { hashes: Promise<ReadonlySet<string> | undefined>; at: number; current: boolean } | undefined
  #waiting: Question[] = []
  #asking = false

  constructor(deps: CredentialLookupDeps) {
    this.#deps = deps
  }

  /** Null for a token that belongs to no enabled device. */
  find(hash: string): Promise<CredentialOwner | null | 'unavailable'> {
    if ((this.#unknownUntil.get(hash) ?? 0) > this.#deps.elapsed()) return Promise.resolve(null)
    if (this.#waiting.length >= WAITING) return Promise.resolve('unavailable')
    return new Promise((answer) => {
      this.#waiting.push({ hash, answer })
      if (this.#asking) return
      this.#asking = true
      setImmediate(() => void this.#ask())
    })
  }

  /**
   * Before a device is let in: whoever was let in with a new token must not be able to come back with the old one. False
   * where that could not be stored.
   */
  async noteUse({ deviceId, use }: CredentialOwner, hash: string): Promise<boolean> {
    if (use === undefined) return true
    try {
      await this.#deps.noteCredentialUse({ deviceId, use }, hash)
      return true
    } catch (error) {
      this.#deps.onFailure(error)
      return false
    }
  }

  /**
   * Whether the token exists, without a lookup in the store for it: where one address sends one wrong token after
   * another, a known device behind it is still admitted, and the store gets no queries for the others.
   */
  async isKnown(hash: string): Promise<boolean> {
    const now = performance.now()
    if (!this.#all || (!this.#all.current && now - this.#all.at >= ALL_MS)) {
      this.#all = { hashes: this.#everybody(), at: now, current: true }
    }
    return (await this.#all.hashes)?.has(hash) ?? false
  }

  /** Registrations changed. */
  forget(): void {
    if (this.#all) this.#all.current = false
    this.#unknownUntil.clear()
  }

  async #ask(): Promise<void> {
    while (this.#waiting.length > 0) {
      const taken = this.#waiting.splice(0, BATCH)
      const owners = await this.#owners(taken.map(({ hash }) => hash))
      for (const { hash, answer } of taken) {
        const owner = owners?.get(hash)
        if (owners && !owner) this.#rememberUnknown(hash)
        answer(owners ? (owner ?? null) : 'unavailable')
      }
    }
    this.#asking = false
  }

  async #owners(hashes: readonly string[]): Promise<Map<string, CredentialOwner> | undefined> {
    return this.#inTime(this.#deps.findCredentials(hashes))
  }

  async #everybody(): Promise<ReadonlySet<string> | undefined> {
    const hashes = await this.#inTime(this.#deps.knownCredentials())
    if (!hashes) this.forget()
    return hashes
  }

  /** Undefined where the store does not answer. */
  async #inTime<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('the store does not answer')), PATIENCE_MS)
    })
    try {
      return await Promise.race([asked, late])
    } catch (error) {
      this.#deps.onFailure(error)
      return undefined
    } finally {
      clearTimeout(timer)
    }
  }

  #rememberUnknown(hash: string): void {
    if (this.#unknownUntil.size >= REMEMBERED) this.#unknownUntil.clear()
    this.#unknownUntil.set(hash, this.#deps.elapsed() + UNKNOWN_MS)
  }
}
