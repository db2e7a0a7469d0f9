import type { StoredEventMap } from '@sluice/contract'
import type { Connection, Database, Sql } from '../db/db.ts'
import { claimEvents, limitDelivery, markDelivered, markFailed, type OutboxEvent } from './outbox.store.ts'

/** What a handler gets: the id is the same at every delivery. */
interface Delivery<Name extends keyof StoredEventMap> {
  id: string
  name: Name
  fact: StoredEventMap[Name]
}

/**
 * Runs in one process, once per event and attempt. What it writes through `tx` is committed with the delivery, once;
 * any other effect may be repeated and must be idempotent by the event's id. Slow work belongs in a job.
 */
type OutboxHandler<Name extends keyof StoredEventMap> = (event: Delivery<Name>, tx: Sql) => Promise<void>

export type OutboxHandlers = { readonly [Name in keyof StoredEventMap]?: readonly OutboxHandler<Name>[] }

export interface DeliveryParts {
  db: Database
  handlers: OutboxHandlers
  /** Events of one round, attempts before one is parked, the longest silence of a round, and the longest handler. */
  limits: { batch: number; attempts: number; deliveryMs: number; handlerMs: number }
}

export interface Failure {
  event: OutboxEvent
  error: unknown
  parked: boolean
}

export interface Round {
  claimed: number
  /** Their delivery is committed. */
  delivered: OutboxEvent[]
  failed: Failure[]
}

/**
 * Delivers one batch of waiting events in one transaction, each behind its own savepoint: the writes of a failing
 * handler are rolled back, those of the others remain.
 */
export async function deliverRound(parts: DeliveryParts): Promise<Round> {
  const { db, limits } = parts
  try {
    return await db.transaction(async (tx) => {
      await limitDelivery(tx, limits.deliveryMs)
      const claimed = await claimEvents(tx, limits.batch)
      const round: Round = { claimed: claimed.length, delivered: [], failed: [] }
      for (const event of claimed) {
        const failure = await deliver(tx, event, parts)
        if (failure) round.failed.push({ event, error: failure.error, parked: await park(tx, event, failure, limits) })
        else round.delivered.push(event)
      }
      const ids = round.delivered.map(({ id }) => id)
      await markDelivered(tx, ids)
      return round
    })
  } catch (error) {
    if (!(error instanceof HandlerLate)) throw error
    // The whole round is rolled back and repeated; this event waits for its next attempt.
    const { event } = error
    return { claimed: 1, delivered: [], failed: [{ event, error, parked: await park(db, event, { error }, limits) }] }
  }
}

async function deliver(
  tx: Connection,
  event: OutboxEvent,
  { handlers, limits }: DeliveryParts,
): Promise<{ error: unknown } | undefined> {
  const known = (handlers[event.name] ?? []) as readonly OutboxHandler<typeof event.name>[]
  if (known.length === 0) return undefined
  await tx.query('savepoint delivery')
  try {
    for (const handler of known) await inTime(handler(event, tx), event, limits.handlerMs)
    await tx.query('release savepoint delivery')
    return undefined
  } catch (error) {
    if (error instanceof HandlerLate) {
      // The handler may still be running: its statements must not enter the next transaction of this connection.
      await endConnection(tx)
      throw error
    }
    await tx.query('rollback to savepoint delivery')
    return { error }
  }
}

function park(db: Sql, event: OutboxEvent, { error }: { error: unknown }, { attempts }: DeliveryParts['limits']) {
  return markFailed(db, event.id, { error: error instanceof Error ? error.message : String(error), most: attempts })
}

class HandlerLate extends Error {
  readonly event: OutboxEvent

  constructor(event: OutboxEvent, limitMs: number) {
    super(`a handler took longer than ${limitMs} ms`)
    this.event = event
  }
}

async function inTime(work: Promise<void>, event: OutboxEvent, limitMs: number): Promise<void> {
  const late = Promise.withResolvers<never>()
  const limit = setTimeout(() => late.reject(new HandlerLate(event, limitMs)), limitMs)
  await Promise.race([work, late.promise]).finally(() => clearTimeout(limit))
}

/** The pool does not reuse an ended connection. */
async function endConnection({ client }: Connection): Promise<void> {
  await (client as unknown as { end(): Promise<void> }).end().catch(() => undefined)
}
