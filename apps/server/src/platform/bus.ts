import type { EventMap, PassingEventMap, StoredEventMap } from '@sluice/contract'
import type { Log } from './log/log.ts'

type Handler<Name extends keyof EventMap> = (fact: EventMap[Name]) => void | Promise<void>

/**
 * Events, named in the past tense, delivered to the subscribers in this process in order of subscription. Passing
 * events are emitted directly, best effort; stored ones by the outbox, after their commit.
 */
export interface Bus {
  emit<Name extends keyof PassingEventMap>(name: Name, fact: PassingEventMap[Name]): void
  /** For the outbox only: others write stored facts with `emitLater`. */
  deliver<Name extends keyof StoredEventMap>(name: Name, fact: StoredEventMap[Name]): void
  /** Returns the function that ends the subscription. */
  on<Name extends keyof EventMap>(name: Name, handler: Handler<Name>): () => void
}

/** A handler that throws or rejects is logged and never disturbs the teller or the other handlers. */
export function createBus(log: Log): Bus {
  const handlers = new Map<keyof EventMap, Set<Handler<keyof EventMap>>>()

  function failed(name: keyof EventMap, error: unknown): void {
    log.error({ event: name, err: error }, 'a bus handler failed')
  }

  function tell<Name extends keyof EventMap>(name: Name, fact: EventMap[Name]): void {
    // A copy: a handler may end its own subscription.
    for (const handler of Array.from(handlers.get(name) ?? [])) {
      try {
        const pending = (handler as Handler<Name>)(fact)
        if (pending instanceof Promise) pending.catch((error: unknown) => failed(name, error))
      } catch (error) {
        failed(name, error)
      }
    }
  }

  return {
    emit: tell,
    deliver: tell,
    on(name, handler) {
      const known = handlers.get(name) ?? new Set()
      handlers.set(name, known)
      known.add(handler as Handler<keyof EventMap>)
      return () => known.delete(handler as Handler<keyof EventMap>)
    },
  }
}
