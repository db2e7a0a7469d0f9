import { createHash } from 'node:crypto'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/db.ts'
import { FileCache } from './file-cache.ts'
import { contentOf, type Offer, offersOf, saveProgress } from './firmware.store.ts'
import { LARGEST_PART, partOf, percentAt, SMALLEST_PART } from './rollout.rules.ts'

/** Files in memory together: four of the largest. */
const CACHED_BYTES = 67_108_864
/** So long an offer counts as it was read: a stop takes hold after it. */
const FRESH_MS = 2_000
/** Devices whose offers are remembered. */
const REMEMBERED = 20_000

type Answer = { bytes: Uint8Array } | { refused: string }

interface Known {
  offer: Offer | undefined
  at: number
}

/**
 * Parts of firmware for devices that have an offer. What devices ask in one turn is one query; how far each is, is kept in
 * memory for a moment and then stored for all: after a restart a device asks for any part again.
 */
export class PartDesk {
  readonly #db: Database
  readonly #clock: Clock
  readonly #files: FileCache
  readonly #known = new Map<string, Known>()
  #asked = new Map<string, PromiseWithResolvers<Offer | undefined>>()
  #progress = new Map<string, number>()

  constructor(db: Database, clock: Clock) {
    this.#db = db
    this.#clock = clock
    this.#files = new FileCache(CACHED_BYTES, async (id) => {
      const content = await contentOf(db, id)
      if (!content) throw new Error(`the file of the firmware ${id} is gone`)
      return content
    })
  }

  async part(deviceId: string, asked: { part: number; size: number }): Promise<Answer> {
    const offer = await this.#fresh(deviceId)
    if (!offer) return { refused: 'no firmware is offered' }
    const reach = partOf(offer.size, asked)
    if (!reach) return { refused: `a part has ${SMALLEST_PART} to ${LARGEST_PART} bytes` }
    const file = await this.#file(offer)
    const { from, to } = reach
    const percent = percentAt(to, offer.size)
    if (percent > (this.#progress.get(offer.rowId) ?? -1)) this.#progress.set(offer.rowId, percent)
    // A copy: it goes to another thread with all the memory that it is a view of.
    return { bytes: new Uint8Array(file.subarray(from, to)) }
  }

  /** What a device is offered now, from the store. */
  offer(deviceId: string): Promise<Offer | undefined> {
    const asked = this.#asked.get(deviceId) ?? Promise.withResolvers<Offer | undefined>()
    if (this.#asked.size === 0) setImmediate(() => void this.#ask())
    this.#asked.set(deviceId, asked)
    return asked.promise
  }

  forget(deviceId: string): void {
    this.#known.delete(deviceId)
  }

  /** Stores how far devices are. */
  async flush(): Promise<void> {
    if (this.#progress.size === 0) return
    const progress = this.#progress
    this.#progress = new Map()
    await this.#db.transaction((tx) => saveProgress(tx, progress, this.#clock.now()))
  }

  async #fresh(deviceId: string): Promise<Offer | undefined> {
    const [known, now] = [this.#known.get(deviceId), this.#clock.elapsed()]
    if (known && now - known.at < FRESH_MS) return known.offer
    const offer = await this.offer(deviceId)
    if (this.#known.size >= REMEMBERED) this.#known.clear()
    this.#known.set(deviceId, { offer, at: now })
    return offer
  }

  async #ask(): Promise<void> {
    const asked = this.#asked
    this.#asked = new Map()
    try {
      const offers = await offersOf(this.#db, [...asked.keys()])
      const byDevice = new Map(offers.map((offer) => [offer.deviceId, offer]))
      for (const [deviceId, { resolve }] of asked) resolve(byDevice.get(deviceId))
    } catch (error) {
      for (const { reject } of asked.values()) reject(error)
    }
  }

  /** A file that is not what was released is given to nobody. */
  async #file({ firmwareId, sha256 }: Offer): Promise<Buffer> {
    const file = await this.#files.get(firmwareId)
    if (!this.#proven.has(file)) {
      if (createHash('sha256').update(file).digest('hex') !== sha256)
        throw new Error(`the file of the firmware ${firmwareId} is damaged`)
      this.#proven.add(file)
    }
    return file
  }

  readonly #proven = new WeakSet<Buffer>()
}
