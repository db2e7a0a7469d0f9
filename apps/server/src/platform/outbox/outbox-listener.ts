import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../clock/clock.ts'
import type { Connection, Database } from '../db/db.ts'
import type { Log } from '../log/log.ts'
import { DELIVERED_CHANNEL, listenTo, stopListening, WRITTEN_CHANNEL } from './outbox.store.ts'

export interface ListenerParts {
  db: Pick<Database, 'withClient'>
  clock: Clock
  log: Log
  /** Everything until then is known, by `clock.elapsed()`. */
  heardAt: number
  onWritten(): void
  /** In the order of the commits. */
  onDelivered(ids: string[]): void
  /** It listens from now on; notifications since `deafMs` ago were missed. */
  onListening(deafMs: number): void
}

export interface OutboxListener {
  /** No notifications arrive. */
  readonly isDeaf: boolean
  close(): Promise<void>
}

const CHECK_MS = 5_000
const AGAIN_MS = 1_000

/**
 * Receives, over a connection of its own, what other processes write and deliver; reconnects when the connection
 * breaks.
 */
export function openOutboxListener(parts: ListenerParts): OutboxListener {
  const { db, clock, log } = parts
  const closing = new AbortController()
  const state = { heardAt: parts.heardAt, isDeaf: true, isTold: false }

  async function listen(connection: Connection): Promise<void> {
    const broken = Promise.withResolvers<never>()
    broken.promise.catch(() => undefined)
    const fail = (error?: Error) => broken.reject(error ?? new Error('Connection terminated'))
    const hear = ({ channel, payload }: { channel: string; payload?: string | undefined }) => {
      if (channel === WRITTEN_CHANNEL) parts.onWritten()
      // What is told before it listens is among what `onListening` reads, in its order.
      if (channel === DELIVERED_CHANNEL && !state.isDeaf) parts.onDelivered((payload ?? '').split(','))
    }
    const { client } = connection
    client.on('notification', hear)
    client.on('error', fail)
    client.on('end', fail)
    try {
      await listenTo(connection)
      parts.onListening(clock.elapsed() - state.heardAt)
      Object.assign(state, { isDeaf: false, isTold: false })
      while (!closing.signal.aborted) {
        state.heardAt = clock.elapsed()
        await Promise.race([pause(CHECK_MS, closing.signal), broken.promise])
        if (!closing.signal.aborted) await Promise.race([connection.query('select 1'), broken.promise, late()])
      }
      await stopListening(connection)
    } finally {
      state.isDeaf = true
      client.off('notification', hear)
      client.off('error', fail)
      client.off('end', fail)
    }
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        await db.withClient(listen)
      } catch (error) {
        if (!state.isTold) log.warn({ err: error }, 'events of other processes are not heard for the moment')
        state.isTold = true
        await pause(AGAIN_MS, closing.signal)
      }
    }
  }

  const running = run()
  return {
    get isDeaf() {
      return state.isDeaf
    },
    async close() {
      closing.abort()
      await running
    },
  }
}

/** The time limit of a check: a connection that the network cut off gives neither an answer nor an error. */
async function late(): Promise<never> {
  await sleep(2 * CHECK_MS, undefined, { ref: false })
  throw new Error('Connection terminated: no answer')
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)
}
