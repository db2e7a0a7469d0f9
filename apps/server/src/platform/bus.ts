import type { EventMap } from '@sluice/contract'
import type { Log } from './log.ts'

type Handler<Name extends keyof EventMap> = (fact: EventMap[Name]) => void | Promise<void>

/**
 * Facts, past tense, told to whoever listens: in this process. Delivery is best effort and in order of subscription;
 * what money, stock or a valve rests on goes through the outbox instead.
 */
export interface Bus {
  emit<Name extends keyof EventMap>(name: Name, fact: EventMap[Name]): void
  /** Returns the function that ends the subscription. */
  on<Name extends keyof EventMap>(name: Name, handler: Handler<Name>): () => void
}

/** A handler that throws or rejects is logged and never disturbs the teller or the other handlers. */
export function createBus(log: Log): Bus {
  const handlers = new Map<keyof EventMap, Set<Handler<keyof EventMap>>>()

  function failed(name: keyof EventMap, error: unknown): void {
    log.error({ event: name, err: error }, 'a bus handler failed')
  }

  return {
    emit(name, fact) {
      // A copy: a handler may end its own subscription.
      for (const handler of Array.from(handlers.get(name) ?? [])) {
        try {
          const pending = (handler as Handler<typeof name>)(fact)
          if (pending instanceof Promise) pending.catch((error: unknown) => failed(name, error))
        } catch (error) {
          failed(name, error)
        }
      }
    },
    on(name, handler) {
      const known = handlers.get(name) ?? new Set()
      handlers.set(name, known)
      known.add(handler as Handler<keyof EventMap>)
      return () => known.delete(handler as Handler<keyof EventMap>)
    },
  }
}
