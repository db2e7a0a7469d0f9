import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/db.ts'
import { admitted } from './attribute.rules.ts'
import { attributesOfDevices, saveAttributes, type ScopedAttributes } from './attribute.store.ts'

interface Waiting<Item, Answer> {
  item: Item
  resolve(answer: Answer): void
  reject(error: unknown): void
}

const NONE: ScopedAttributes = { client: {}, shared: {} }

/**
 * Batches what devices report and ask about their attributes: one statement at a time runs for all of them, and the
 * queue is limited by what the gateways read ahead. The answer to a question includes everything reported before it.
 */
export class AttributeDesk {
  readonly #db: Database
  readonly #clock: Clock
  #said: Waiting<{ deviceId: string; values: Readonly<Record<string, unknown>> }, void>[] = []
  #asked: Waiting<string, ScopedAttributes>[] = []
  #busy = false

  constructor(db: Database, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  /** Resolves when it is stored. */
  say(deviceId: string, values: Readonly<Record<string, unknown>>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#said.push({ item: { deviceId, values }, resolve, reject })
      this.#start()
    })
  }

  ask(deviceId: string): Promise<ScopedAttributes> {
    return new Promise((resolve, reject) => {
      this.#asked.push({ item: deviceId, resolve, reject })
      this.#start()
    })
  }

  #start(): void {
    if (this.#busy) return
    this.#busy = true
    setImmediate(() => void this.#work())
  }

  async #work(): Promise<void> {
    while (this.#said.length + this.#asked.length > 0) {
      const [said, asked] = [this.#said.splice(0), this.#asked.splice(0)]
      await settle(said, async () => {
        await this.#save(said.map(({ item }) => item))
        return said.map(() => undefined)
      })
      await settle(asked, async () => {
        const found = await attributesOfDevices(this.#db, [...new Set(asked.map(({ item }) => item))])
        return asked.map(({ item }) => found.get(item) ?? NONE)
      })
    }
    this.#busy = false
  }

  async #save(said: readonly { deviceId: string; values: Readonly<Record<string, unknown>> }[]): Promise<void> {
    const byDevice = new Map<string, Record<string, unknown>>()
    for (const { deviceId, values } of said) {
      byDevice.set(deviceId, { ...byDevice.get(deviceId), ...values })
    }
    const before = await attributesOfDevices(this.#db, [...byDevice.keys()])
    const entries = [...byDevice].flatMap(([deviceId, given]) =>
      Object.entries(admitted((before.get(deviceId) ?? NONE).client, given)).map(([key, value]) => ({
        deviceId,
        key,
        value,
      })),
    )
    if (entries.length > 0) await saveAttributes(this.#db, 'CLIENT', entries, this.#clock.now())
  }
}

/** Runs the work for all items together and settles each; when it fails, each is rejected. */
async function settle<Item, Answer>(
  waiting: readonly Waiting<Item, Answer>[],
  work: () => Promise<readonly Answer[]>,
): Promise<void> {
  if (waiting.length === 0) return
  try {
    const answers = await work()
    for (const [n, { resolve }] of waiting.entries()) resolve(answers[n] as Answer)
  } catch (error) {
    for (const { reject } of waiting) reject(error)
  }
}
