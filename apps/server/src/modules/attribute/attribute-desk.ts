import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/db.ts'
import { admitted, type Attributes } from './attribute.rules.ts'
import { attributesOfDevices, saveAttributes, type ScopedAttributes } from './attribute.store.ts'
import { provenBy } from './parameter.rules.ts'
import { dueOf, saveProven, unprovenOf } from './parameter.store.ts'

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
  #due: Waiting<string, Attributes>[] = []
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

  /** What is wanted of it and not reported yet. */
  due(deviceId: string): Promise<Attributes> {
    return new Promise((resolve, reject) => {
      this.#due.push({ item: deviceId, resolve, reject })
      this.#start()
    })
  }

  #start(): void {
    if (this.#busy) return
    this.#busy = true
    setImmediate(() => void this.#work())
  }

  async #work(): Promise<void> {
    while (this.#said.length + this.#asked.length + this.#due.length > 0) {
      const [said, asked, due] = [this.#said.splice(0), this.#asked.splice(0), this.#due.splice(0)]
      await settle(said, async () => {
        await this.#save(said.map(({ item }) => item))
        return said.map(() => undefined)
      })
      await settle(asked, async () => {
        const found = await attributesOfDevices(this.#db, [...new Set(asked.map(({ item }) => item))])
        return asked.map(({ item }) => found.get(item) ?? NONE)
      })
      await settle(due, async () => {
        const found = await dueOf(this.#db, [...new Set(due.map(({ item }) => item))])
        return due.map(({ item }) => found.get(item) ?? {})
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
    await this.#prove(byDevice)
  }

  /** A report is the only proof that a device has what it is to have. */
  async #prove(said: ReadonlyMap<string, Attributes>): Promise<void> {
    const unproven = await unprovenOf(this.#db, [...said.keys()])
    const proven = unproven.filter(({ deviceId, key, desired }) => {
      const values = said.get(deviceId) ?? {}
      return Object.hasOwn(values, key) && provenBy(values[key], desired)
    })
    if (proven.length > 0) await saveProven(this.#db, proven, this.#clock.now())
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
