import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../clock/clock.ts'
import type { Database } from '../db/db.ts'
import type { Log } from '../log/log.ts'
import { deliverRound, type Failure, type OutboxHandlers } from './outbox-delivery.ts'
import { openOutboxListener, type OutboxListener } from './outbox-listener.ts'
import {
  deliveredWithin,
  type OutboxEvent,
  outboxFigures,
  type OutboxFigures,
  readEvents,
  removeDelivered,
} from './outbox.store.ts'

export interface OutboxParts {
  db: Database
  clock: Clock
  log: Log
  handlers: OutboxHandlers
  /** Called in this process for every delivered event, whichever process delivered it. */
  tell(event: OutboxEvent): void
  /** Tests wait less. */
  limits?: Partial<typeof OUTBOX_LIMITS>
}

export const OUTBOX_LIMITS = {
  /** Events of one round; their ids fit into one notification. */
  batch: 200,
  /** Attempts before an event is parked: about two minutes. */
  attempts: 8,
  /** The server rolls back a round that is idle for longer, so that a dead machine does not hold its keys. */
  deliveryMs: 10_000,
  /** A handler that takes longer has failed. */
  handlerMs: 5_000,
  /** How often to check for events without a notification. */
  pollMs: 1_000,
  /** How long delivered events are stored, for processes that missed the notification. */
  keptMs: 3_600_000,
}

const AGAIN_MS = 2_000
/** Longer than a notification takes. */
const MISSED_MS = 15_000
/** How many ids of delivered events this process remembers. */
const REMEMBERED = 20_000
/** Rows that one statement removes. */
const SWEPT = 5_000

/**
 * Delivers stored events after their commit: at least once, in order per key, whichever of several processes wrote
 * them. An event whose handlers keep failing is parked, and the next ones of its key are delivered.
 */
export class Outbox {
  readonly #parts: OutboxParts
  readonly #limits: typeof OUTBOX_LIMITS
  readonly #told = new Set<string>()
  readonly #closing = new AbortController()
  #written = Promise.withResolvers<void>()
  #figures: OutboxFigures = { waiting: 0, parked: 0, oldestS: 0 }
  #working: Promise<unknown> = Promise.resolve()
  #hearing: Promise<void> = Promise.resolve()
  #listener: OutboxListener | undefined
  #rememberedAt: number

  constructor(parts: OutboxParts) {
    this.#parts = parts
    this.#limits = { ...OUTBOX_LIMITS, ...parts.limits }
    this.#rememberedAt = parts.clock.elapsed()
  }

  get figures(): OutboxFigures {
    return this.#figures
  }

  /** Marks events delivered so far as known: what this process reads from the store from now on includes them. */
  async remember(): Promise<void> {
    this.#rememberedAt = this.#parts.clock.elapsed()
    for (const { id } of await deliveredWithin(this.#parts.db, MISSED_MS, REMEMBERED)) this.#told.add(id)
  }

  start(): void {
    const { db } = this.#parts
    const listener = openOutboxListener({
      ...this.#parts,
      heardAt: this.#rememberedAt,
      onWritten: () => this.#written.resolve(),
      onDelivered: (ids) => this.#hear(() => readEvents(db, ids)),
      onListening: (deafMs) => this.#hear(() => deliveredWithin(db, deafMs + MISSED_MS, REMEMBERED)),
    })
    this.#listener = listener
    this.#working = this.#run().then(() => listener.close())
  }

  /** Ends with the delivery that is under way. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#working
    await this.#hearing
  }

  /** Deletes events that were delivered long ago. */
  async sweep(): Promise<void> {
    while ((await removeDelivered(this.#parts.db, this.#limits.keptMs, SWEPT)) === SWEPT);
  }

  /** Counts waiting and parked events. */
  async look(): Promise<void> {
    this.#figures = await outboxFigures(this.#parts.db)
  }

  async #run(): Promise<void> {
    const { db, log, handlers } = this.#parts
    let isAway = false
    while (!this.#closing.signal.aborted) {
      this.#written = Promise.withResolvers()
      try {
        const round = await deliverRound({ db, handlers, limits: this.#limits })
        isAway = false
        // Without notifications it polls, including for events that others delivered; older ones come first.
        if (this.#listener?.isDeaf) this.#hear(() => deliveredWithin(db, MISSED_MS, REMEMBERED))
        for (const failure of round.failed) this.#note(failure)
        if (round.claimed === 0) await Promise.race([this.#written.promise, this.#pause(this.#limits.pollMs)])
      } catch (error) {
        if (!isAway) log.warn({ err: error }, 'events could not be delivered and are tried again')
        isAway = true
        await this.#pause(AGAIN_MS)
      }
    }
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#closing.signal, ref: false }).catch(() => undefined)
  }

  #note({ event: { name, id, key }, error, parked }: Failure): void {
    const facts = { event: name, id, key, err: error }
    if (!parked) return this.#parts.log.warn(facts, 'an event could not be delivered and is tried again')
    this.#figures = { ...this.#figures, parked: this.#figures.parked + 1 }
    this.#parts.log.error(facts, 'an event could not be delivered and is parked')
  }

  /** One after the other, in the order of the notifications. */
  #hear(read: () => Promise<OutboxEvent[]>): void {
    this.#hearing = this.#hearing.then(read).then(
      (events) => this.#tell(events),
      (error: unknown) => this.#parts.log.warn({ err: error }, 'delivered events could not be read'),
    )
  }

  #tell(events: readonly OutboxEvent[]): void {
    for (const event of events) {
      if (this.#told.has(event.id)) continue
      this.#told.add(event.id)
      this.#parts.tell(event)
    }
    for (const id of this.#told) {
      if (this.#told.size <= REMEMBERED) break
      this.#told.delete(id)
    }
  }
}
