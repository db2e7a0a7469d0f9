import { setTimeout as sleep } from 'node:timers/promises'
import type { CommandStatus, CommandTarget, Seen } from '@sluice/contract'
import type { DeviceDownlink, Encoded } from '@sluice/devices'
import type { Database } from '../../platform/db/db.ts'
import { isStoreAway } from '../../platform/db/db-errors.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Addressee, Transmission } from './command.ports.ts'
import { decide, type Fact, type ExecutionState } from './command.rules.ts'
import { type AttemptResult, commitAttempt, isAttemptOf, noteSent, readEntry, saveState } from './command.store.ts'
import { laneOf, type Queued, subjectOfTarget } from './lane.rules.ts'
import type { Entry } from './ledger.ts'

export interface ExecutionDeps {
  db: Database
  log: Log
  /** The id of this process among those that may share the ledger. */
  process: string
  now(): number
  /** Time that passed, ms. */
  elapsed(): number
  /** Encodes the transmission of a command whose turn has come. */
  encode(execution: CommandExecution): Promise<Encoded>
  transmit(transmission: Transmission): Promise<'SENT' | 'NO_CHANNEL'> | 'SENT' | 'NO_CHANNEL'
  /** After each change that is in the store. */
  onChange(execution: CommandExecution, before: ExecutionState): void
  onTurnOver(execution: CommandExecution): void
  /** Runs work outside any call's context: what a command does after its call does not belong to that call. */
  outside<T>(work: () => T): T
  /** The process is ending: unwritten changes are left to the next one. */
  stopped(): boolean
}

/** A fact on its way into the ledger. */
interface Told {
  fact: Fact
  /** The attempt it is about, where that is not the last one. */
  attempt?: number
  /** What was reported. */
  seen?: Seen
}

/** A change on its way into the store. */
interface Write {
  /** False when the row was changed by another process. */
  write(): Promise<boolean>
  /** Whether a change that was made while the connection was lost is this one. */
  isIn(stored: Entry): Promise<boolean>
  /** After this much time passed (as `elapsed` counts) it is not to be made any more. */
  until?: number
}

const RETRY_MS = 500

/**
 * One open command, in memory. All facts about it pass through one mailbox, in order, and each change is stored before
 * anything depends on it. Its work belongs to no request, even if one began it.
 */
export class CommandExecution implements Queued {
  readonly addressee: Addressee | null
  readonly lane: string | null
  readonly #deps: ExecutionDeps
  #entry: Entry
  #waiting: (Told | 'turn')[] = []
  #running: Promise<void> | null = null
  going = false
  waitsForStation = false

  /** `addressee` null: the device was deleted, and the command can only end. */
  constructor(deps: ExecutionDeps, entry: Entry, addressee: Addressee | null) {
    this.#deps = deps
    this.#entry = entry
    this.addressee = addressee
    this.lane = laneOf(this.subject, entry.request)
  }

  get entry(): Entry {
    return this.#entry
  }
  get id(): string {
    return this.#entry.request.id
  }
  get deviceId(): string {
    return this.#entry.request.deviceId
  }
  get stationId(): string {
    return this.#entry.request.stationId
  }
  get priority(): number {
    return this.#entry.request.priority
  }
  get absolute(): boolean {
    return this.#entry.request.absolute
  }
  get target(): CommandTarget | null {
    return this.#entry.request.target
  }
  /** What it is about; null where only its answer tells of it. */
  get subject(): string | null {
    return subjectOfTarget(this.target)
  }
  get status(): CommandStatus {
    return this.#entry.state.status
  }
  get state(): ExecutionState {
    return this.#entry.state
  }
  /** Something waits to be decided. */
  get busy(): boolean {
    return this.#running !== null
  }

  /** It is over at `at` (epoch ms), unless its device has it already. */
  expireAt(at: number): void {
    this.#entry = { ...this.#entry, request: { ...this.#entry.request, expireAt: at } }
  }

  /**
   * The clock was set by this much: moves every deadline with it, so that remaining times and late proofs are
   * unchanged.
   */
  clockLeapt(byMs: number): void {
    const { request, state } = this.#entry
    const moved = (at: number | null) => (at === null ? null : at + byMs)
    const { deadline, doneAt } = state
    this.#entry = {
      ...this.#entry,
      request: { ...request, expireAt: request.expireAt + byMs },
      state: { ...state, deadline: moved(deadline), doneAt: moved(doneAt) },
    }
  }

  /** Resolves when the fact is decided and its consequences are stored. */
  tell(fact: Fact, more: Omit<Told, 'fact'> = {}): Promise<void> {
    return this.#post({ fact, ...more })
  }

  /** Its turn: an attempt is written and, when that is committed, its bytes leave. */
  takeTurn(): Promise<void> {
    return this.#post('turn')
  }

  #post(what: Told | 'turn'): Promise<void> {
    this.#waiting.push(what)
    this.#running ??= this.#deps.outside(() => this.#work())
    return this.#running
  }

  async #work(): Promise<void> {
    // Facts of one turn of the event loop are decided together and written once.
    await Promise.resolve()
    while (this.#waiting.length > 0) {
      try {
        if (this.#waiting[0] === 'turn') {
          this.#waiting.shift()
          await this.#go()
        } else {
          const turn = this.#waiting.indexOf('turn')
          await this.#apply(this.#waiting.splice(0, turn < 0 ? this.#waiting.length : turn) as Told[])
        }
      } catch (error) {
        this.#deps.log.error({ err: error, commandId: this.id }, 'a step of a command failed')
      }
    }
    this.#running = null
  }

  async #apply(told: readonly Told[]): Promise<void> {
    const before = this.#entry.state
    const results = new Map<number, AttemptResult>()
    let { state, after } = this.#entry
    for (const { fact, attempt, seen } of told) {
      const decision = decide(state, fact, this.#entry.request)
      if (!decision) continue
      const no = attempt ?? state.attempts
      if (decision.attempt && no > 0) results.set(no, { no, outcome: decision.attempt, at: fact.at })
      state = decision.state
      if (seen) after = seen
    }
    if (state === before) return
    const changed = { ...this.#entry, after }
    await this.#write(state, after, {
      write: () => saveState(this.#deps.db, changed, state, [...results.values()]),
      // Regardless of which process wrote it: the row has the intended state.
      isIn: async ({ state: stored }) => stored.status === state.status,
    })
    this.#deps.onChange(this, before)
  }

  async #go(): Promise<void> {
    const before = this.state
    try {
      const at = this.#deps.now()
      if (this.status !== 'QUEUED') return
      const encoded = await this.#deps.encode(this)
      if (!encoded.ok) return await this.#apply([{ fact: { kind: 'unencodable', because: encoded.error, at } }])
      const decision = decide(before, { kind: 'transmitting', at }, this.#entry.request)
      if (!decision) return await this.#apply([{ fact: { kind: 'clock', at } }])
      const { db, process } = this.#deps
      const { state } = decision
      const attempt = { at, downlink: encoded.value, process }
      // After an outage of the store, a valve must not move for a command that has expired meanwhile, or by outdated
      // bits.
      const { elapsed } = this.#deps
      const until = elapsed() + Math.min(state.deadline ?? at, this.#entry.request.expireAt) - at
      const committed = await this.#write(state, this.#entry.after, {
        write: () => commitAttempt(db, this.#entry, state, attempt),
        isIn: () => isAttemptOf(db, this.id, state.attempts, process),
        until,
      })
      if (committed && elapsed() < until) await this.#transmit(before, encoded.value)
      else this.#deps.onChange(this, before)
    } finally {
      this.going = false
      this.#deps.onTurnOver(this)
    }
  }

  /** The one place that transmits: once for the attempt that was just committed. */
  async #transmit(before: ExecutionState, downlink: DeviceDownlink): Promise<void> {
    const { db, log, now, transmit, onChange } = this.#deps
    const no = this.state.attempts
    const { id, stationId, deviceId } = this
    let outcome: 'SENT' | 'NO_CHANNEL' = 'SENT'
    try {
      outcome = await transmit({ requestId: requestIdOf(id, no), stationId, deviceId, downlink })
    } catch (error) {
      // Whether it left is not known: it counts as if it had.
      log.error({ err: error, commandId: id }, 'a transmission failed')
    }
    if (outcome === 'NO_CHANNEL') return this.#apply([{ fact: { kind: 'no-channel', at: now() } }])
    onChange(this, before)
    noteSent(db, id, no, now()).catch((error: unknown) =>
      log.warn({ err: error, commandId: id }, 'an attempt could not be marked as sent'),
    )
  }

  /**
   * True when our change is in the store. An unavailable or full store is retried; where the connection was lost during
   * the commit, the row itself shows whether the change was made. False: it came too late, or the row was changed by
   * another process, whose change counts.
   */
  async #write(state: ExecutionState, after: Seen | null, { write, isIn, until = Infinity }: Write): Promise<boolean> {
    const { db, log, elapsed, stopped } = this.#deps
    const { version } = this.#entry
    const taken = (): true => {
      this.#entry = { ...this.#entry, state, after, version: version + 1 }
      return true
    }
    for (let again = false; ; again = true) {
      try {
        if (again) {
          const stored = await readEntry(db, this.id)
          if (stored?.version === version + 1 && (await isIn(stored))) return taken()
          if (elapsed() >= until) return false
        }
        if (await write()) return taken()
        this.#entry = (await readEntry(db, this.id)) ?? this.#entry
        log.warn({ commandId: this.id }, 'a command was changed by somebody else')
        return false
      } catch (error) {
        if (!isStoreAway(error) || stopped()) throw error
        log.warn({ err: error, commandId: this.id }, 'the ledger cannot be written and is tried again')
        await sleep(RETRY_MS)
      }
    }
  }
}

function requestIdOf(commandId: string, attempt: number): string {
  return `${commandId}.${attempt}`
}

/** Undefined for an id that is no request of ours. */
export function requestOf(requestId: string): { commandId: string; attempt: number } | undefined {
  const [, commandId, attempt] = /^(\d+)\.(\d+)$/.exec(requestId) ?? []
  return commandId === undefined ? undefined : { commandId, attempt: Number(attempt) }
}
