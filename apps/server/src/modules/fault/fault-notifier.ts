import { type EventMap, type FaultPush, inLanguage, isTold, type Language } from '@sluice/contract'
import type { Database } from '../../platform/db/db.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Log } from '../../platform/log/log.ts'
import { coversDept, type Session } from '../../platform/http/session.ts'
import { namesOf } from './fault-list.store.ts'
import { faultsOf, lineOf } from './fault-notifier.rules.ts'
import { askerOf, waitingByDept } from './waiting.service.ts'

/** Messages of one department within this are one (domain 6.3). */
const MERGE_MS = 3_000
/** Faults that begin together are notified together. */
const GATHER_MS = 10

/** A viewer of a department and those below it. */
export interface Listener {
  session: Session
  /** The department its socket is of. */
  deptId: string
  language: Language
  send(push: FaultPush): void
}

export interface NotifierDeps {
  db: Database
  clock: Clock
  log: Log
  /** Each of these departments with all above it: the audience of its faults (domain 6.3). */
  deptLines(deptIds: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>>
  /** Tests wait less. */
  mergeMs?: number
}

type Raised = EventMap['fault.raised']

/** Sends new faults and the open count to the fault sockets: at once, then at most every three seconds. */
export class FaultNotifier {
  readonly #deps: NotifierDeps
  readonly #listeners = new Set<Listener>()
  /** By fault: of one that began again meanwhile the last time. */
  #raised = new Map<string, Raised>()
  #timer: NodeJS.Timeout | undefined
  #toldAt = Number.NEGATIVE_INFINITY

  constructor(deps: NotifierDeps) {
    this.#deps = deps
  }

  /** Returns the way out. */
  join(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  raised(fact: Raised): void {
    if (this.#listeners.size === 0) return
    if (!fact.quiet && isTold(fact)) this.#raised.set(fact.faultId, fact)
    this.countChanged()
  }

  /** Something began, ended or was taken on. */
  countChanged(): void {
    if (this.#listeners.size === 0 || this.#timer) return
    const { mergeMs = MERGE_MS } = this.#deps
    const wait = Math.max(Math.min(GATHER_MS, mergeMs), this.#toldAt + mergeMs - performance.now())
    this.#timer = setTimeout(() => void this.#tell(), wait).unref()
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  async #tell(): Promise<void> {
    this.#timer = undefined
    this.#toldAt = performance.now()
    const raised = [...this.#raised.values()]
    this.#raised.clear()
    try {
      const countOf = this.#counts()
      const names = await namesOf(this.#deps.db, {
        deviceIds: raised.map((one) => one.deviceId),
        codes: raised.map((one) => one.fault.code),
      })
      const told = raised.filter(({ fault }) => names.faults.has(fault.code))
      const lines = await this.#deps.deptLines([...new Set(told.map((one) => one.deptId))])
      for (const { session, deptId, language, send } of this.#listeners) {
        const seen = told.filter((one) => lines.get(one.deptId)?.has(deptId) && coversDept(session.scope, one.deptId))
        const level = Math.max(0, ...seen.map(({ fault }) => fault.level))
        const words = said(names, language)
        const faults = faultsOf(seen, words, language)
        send({
          count: await countOf(session),
          message: lineOf(seen, words, language),
          ...(level > 0 ? { level } : {}),
          ...(faults.length > 0 ? { faults } : {}),
        })
      }
    } catch (error) {
      // The badge asks by HTTP whenever its socket opens again or its screen does: nothing is lost for good.
      this.#deps.log.warn({ err: error }, 'a fault notice could not be sent')
    }
  }

  /** How much waits in a session's sight: one query for all who see whole departments, whoever they are. */
  #counts(): (session: Session) => Promise<number> {
    const { db, clock } = this.#deps
    const asked = new Map<string, Promise<ReadonlyMap<string, number>>>()
    return async (session) => {
      const asker = askerOf(session)
      // Rows of their own are in sight one by one.
      const { own, userId } = session.scope
      const key = `${asker.mayCommands} ${own ? userId : ''}`
      const counts = asked.get(key) ?? waitingByDept(db, clock, own ? asker : { ...asker, scope: null })
      asked.set(key, counts)
      return countIn(await counts, own ? null : session)
    }
  }
}

function said({ devices, faults }: Awaited<ReturnType<typeof namesOf>>, language: Language) {
  return { devices, faults: new Map([...faults].map(([code, name]) => [code, inLanguage(name, language)])) }
}

/** The sum of the departments that the session covers, or with null of all. */
function countIn(counts: ReadonlyMap<string, number>, session: Session | null): number {
  let sum = 0
  for (const [deptId, count] of counts) if (session === null || coversDept(session.scope, deptId)) sum += count
  return sum
}
