import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { ENDED_STATUSES, RAW_COMMAND } from '@sluice/contract'
import type { Encoded, RawDownlink } from '@sluice/devices'
import { fail, ok } from '@sluice/kit'
import type { Addressee, CommandDeps, HeardDevice, LastValues, TransmissionAnswer } from './command.ports.ts'
import { answerOf, type Fact, IN_FLIGHT, LATE_PROOF_MS, type ExecutionState } from './command.rules.ts'
import { unconfirmedSince, openEntries } from './command.store.ts'
import { CommandExecution, type ExecutionDeps, requestOf } from './command-execution.ts'
import { outdatedBy, turnOf } from './lane.rules.ts'
import { type Entry, toCommand } from './ledger.ts'
import { PendingResponses } from './pending-responses.ts'
import { type UnconfirmedChange, repeatable } from './switches.rules.ts'
import { Watches } from './watches.ts'

/** Doubts older than any `stateMaxAgeS` refuse nothing that is not refused anyway. */
const UNCONFIRMED_MS = 3_600_000
/** Well-synchronized clocks of two machines may differ by this much. */
const CLOCK_SLACK_MS = 60_000

/**
 * The open commands: their turns, their deadlines, and devices' reports about them. All of it can be read back from the
 * ledger; memory is only for speed.
 */
export class Dispatcher {
  readonly #deps: CommandDeps
  readonly #flightDeps: ExecutionDeps
  readonly #executions = new Map<string, CommandExecution>()
  readonly #lanes = new Map<string, Set<CommandExecution>>()
  readonly #watches = new Watches()
  readonly #pending = new PendingResponses()
  readonly #unconfirmed = new Map<string, UnconfirmedChange[]>()
  /** Stations that commands of before the restart wait for. */
  readonly #awaited = new Map<string, Set<CommandExecution>>()
  /** Queries a device's state after a restart left a command without outcome. */
  readonly #ask: (execution: CommandExecution) => Promise<void>
  /** Valves whose commands have ended, and until when they may still be settling. */
  readonly #restless = new Map<string, number>()
  #stopped = false

  constructor(deps: CommandDeps, ask: (execution: CommandExecution) => Promise<void>) {
    this.#deps = deps
    this.#ask = ask
    this.#flightDeps = {
      db: deps.db,
      log: deps.log,
      process: randomUUID(),
      now: () => deps.clock.now().getTime(),
      elapsed: () => deps.clock.elapsed(),
      encode: (execution) => this.#encode(execution),
      transmit: (transmission) => deps.transmit(transmission),
      onChange: (execution, before) => this.#changed(execution, before),
      onTurnOver: ({ lane }) => lane !== null && this.#pump(lane),
      outside: AsyncLocalStorage.snapshot(),
      stopped: () => this.#stopped,
    }
  }

  /**
   * Takes over the open commands of the last process: nothing that may have been sent is sent again, waiting ones
   * continue. Resolves when this is stored in the ledger.
   */
  async start(): Promise<void> {
    const now = this.#now()
    const entries = await openEntries(this.#deps.db, now - LATE_PROOF_MS)
    const ids = [...new Set(entries.map(({ request }) => request.deviceId))]
    const addressees = new Map((await this.#deps.addresseesAtStart(ids)).map((one) => [one.deviceId, one]))
    for (const { stationId, ...change } of await unconfirmedSince(this.#deps.db, now - UNCONFIRMED_MS)) {
      this.#noteUnconfirmed(stationId, { ...change, at: Math.min(change.at, now) })
    }
    const known = await Promise.all(ids.map(async (id) => [id, await this.#deps.lastValues(id)] as const))
    const values = new Map(known)
    await Promise.all(
      entries.map((entry) => this.#resume(entry, addressees.get(entry.request.deviceId) ?? null, values)),
    )
  }

  async #resume(entry: Entry, addressee: Addressee | null, values: ReadonlyMap<string, LastValues>): Promise<void> {
    const execution = this.#enter(entry, addressee, values.get(entry.request.deviceId) ?? null)
    if (ENDED_STATUSES.has(execution.status)) return
    // Created by a clock that was ahead: its age is unknown, so it expires.
    if (entry.request.createdAt > this.#now() + CLOCK_SLACK_MS) execution.expireAt(this.#now())
    this.#await(execution)
    execution.waitsForStation = execution.status === 'QUEUED'
    this.#supersede(execution)
    if (!execution.waitsForStation) await execution.tell({ kind: 'restarted', at: this.#now() })
  }

  #await(execution: CommandExecution): void {
    const waiting = this.#awaited.get(execution.stationId) ?? new Set()
    this.#awaited.set(execution.stationId, waiting.add(execution))
  }

  stop(): void {
    this.#stopped = true
    this.#pending.releaseAll()
  }

  find(id: string): CommandExecution | undefined {
    return this.#executions.get(id)
  }

  /** A new command of the ledger. Its turn may come at once. */
  add(entry: Entry, addressee: Addressee, known: LastValues): CommandExecution {
    const execution = this.#enter(entry, addressee, known)
    this.#supersede(execution)
    if (execution.lane === null) this.#goAlone(execution)
    else this.#pump(execution.lane)
    return execution
  }

  /** Commands that wait where a new one of this device would. */
  waiting(lane: string | null, deviceId: string): number {
    const all = lane === null ? [...this.#executions.values()] : [...(this.#lanes.get(lane) ?? [])]
    const isWaiting = (one: CommandExecution) => (lane === null ? one.lane === null && one.deviceId === deviceId : true)
    return all.filter(
      (one) => isWaiting(one) && (lane === null ? !ENDED_STATUSES.has(one.status) : one.status === 'QUEUED'),
    ).length
  }

  unconfirmedOf(stationId: string): readonly UnconfirmedChange[] {
    return this.#unconfirmed.get(stationId) ?? []
  }

  /** Resolves when the device took it, when it is over, or after `waitMs`. */
  settled(execution: CommandExecution, waitMs: number): Promise<void> {
    const elapsed = this.#flightDeps.elapsed()
    return this.#pending.wait(execution, elapsed + waitMs, elapsed)
  }

  /** The time of day was set by this much: moves every deadline with it, so that remaining times are unchanged. */
  clockLeapt(byMs: number): void {
    const now = this.#now()
    for (const execution of this.#executions.values()) execution.clockLeapt(byMs)
    for (const [deviceId, until] of this.#restless) this.#restless.set(deviceId, until + byMs)
    for (const [stationId, unconfirmed] of this.#unconfirmed) {
      this.#unconfirmed.set(
        stationId,
        unconfirmed.map((change) => ({ ...change, at: Math.min(change.at, now) })),
      )
    }
  }

  /** A device's answer to a transmission. */
  answered({ requestId, kind, because, at }: TransmissionAnswer): void {
    const request = requestOf(requestId)
    const execution = request && this.#executions.get(request.commandId)
    if (!request || !execution) return
    const fact: Fact = kind === 'ACK' ? { kind: 'acknowledged', at } : { kind: 'refused', because, at }
    void execution.tell(fact, { attempt: request.attempt })
  }

  /** Called when values of a station and its devices are stored. Cheap for devices without commands. */
  onReport(stationId: string, devices: readonly HeardDevice[], at: number): void {
    const awaited = this.#awaited.get(stationId)
    const findings = devices.flatMap(({ deviceId, readings }) => this.#watches.hear(deviceId, readings, at))
    if (!awaited && findings.length === 0) return
    // Binding the line and passing on the answer happen in the same turn of the event loop: they come first.
    this.#flightDeps.outside(() =>
      setImmediate(() => {
        for (const { execution, evidence, seen } of findings) void execution.tell({ kind: evidence, at }, { seen })
        if (awaited) this.#reached(stationId, awaited)
      }),
    )
  }

  /** Whether a command of ours may be moving a valve. */
  isCommanded(deviceId: string, at: number): boolean {
    // One that was given up counts too: a late movement may be its late proof.
    const hasLeft = [...this.#watches.of(deviceId)].some(({ state }) => state.sentAt !== null)
    return hasLeft || (this.#restless.get(deviceId) ?? 0) > at
  }

  /** Checks every deadline. */
  tick(): void {
    const at = this.#now()
    for (const execution of this.#executions.values()) {
      if (execution.busy || execution.going) continue
      const { status, deadline } = execution.state
      if (status === 'TIMEOUT') this.#dropLate(execution, at)
      else if (at >= (deadline ?? execution.entry.request.expireAt)) void execution.tell({ kind: 'clock', at })
      else if (execution.lane === null) this.#goAlone(execution)
    }
    this.#pending.tick(this.#flightDeps.elapsed())
    for (const [deviceId, until] of this.#restless) if (at > until) this.#restless.delete(deviceId)
    // A lane whose turn could not be carried out gets another attempt.
    for (const lane of this.#lanes.keys()) this.#pump(lane)
  }

  #now(): number {
    return this.#flightDeps.now()
  }

  #enter(entry: Entry, addressee: Addressee | null, known: LastValues | null): CommandExecution {
    const execution = new CommandExecution(this.#flightDeps, entry, addressee)
    this.#executions.set(execution.id, execution)
    if (execution.target) this.#watches.add(execution, known, this.#now())
    if (execution.lane !== null && !ENDED_STATUSES.has(execution.status)) {
      const lane = this.#lanes.get(execution.lane) ?? new Set()
      this.#lanes.set(execution.lane, lane.add(execution))
    }
    return execution
  }

  #supersede(newer: CommandExecution): void {
    const lane = newer.lane === null ? undefined : this.#lanes.get(newer.lane)
    for (const execution of outdatedBy(newer, [...(lane ?? [])])) {
      if (!execution.going) void execution.tell({ kind: 'superseded', by: newer.id, at: this.#now() })
    }
  }

  #pump(key: string): void {
    if (this.#stopped) return
    const turn = turnOf([...(this.#lanes.get(key) ?? [])])
    if (!turn) return
    const { next, overtakes } = turn
    next.going = true
    const over = overtakes.map((execution) => execution.tell({ kind: 'overtaken', by: next.id, at: this.#now() }))
    void Promise.all(over).then(() => {
      // A command that could not be ended yet (the store is unavailable) keeps the lane; the next tick tries again.
      if (overtakes.some(({ status }) => IN_FLIGHT.has(status))) next.going = false
      else void next.takeTurn()
    })
  }

  #reached(stationId: string, awaited: ReadonlySet<CommandExecution>): void {
    this.#awaited.delete(stationId)
    for (const execution of awaited) {
      execution.waitsForStation = false
      if (execution.state.outcomeUnknown && IN_FLIGHT.has(execution.status) && execution.target) {
        this.#ask(execution).catch((error: unknown) =>
          this.#deps.log.warn({ err: error, commandId: execution.id }, 'a device could not be asked how things stand'),
        )
      }
      if (execution.lane === null) this.#goAlone(execution)
      else this.#pump(execution.lane)
    }
  }

  /** A command without movement waits for no other. */
  #goAlone(execution: CommandExecution): void {
    if (execution.status !== 'QUEUED' || execution.going || execution.waitsForStation) return
    execution.going = true
    void execution.takeTurn()
  }

  async #encode(execution: CommandExecution): Promise<Encoded> {
    const { addressee, entry, deviceId, stationId } = execution
    const { request } = entry
    if (addressee && request.code === RAW_COMMAND.code) {
      return ok<RawDownlink>({ protocol: addressee.type.protocol, raw: String(request.params['hex']) })
    }
    const def = addressee?.type.commands?.find(({ code }) => code === request.code)
    if (!addressee?.type.encode || !def) return fail('UNSUPPORTED')
    const reported = request.repeatsOthers ? await this.#deps.switchesOf(stationId) : null
    const maxAgeMs = (def.stateMaxAgeS ?? 0) * 1000
    const switches = repeatable(reported, this.unconfirmedOf(stationId), { deviceId, now: this.#now(), maxAgeMs })
    return addressee.type.encode(request, { channel: addressee.channel, switches })
  }

  #changed(execution: CommandExecution, before: ExecutionState): void {
    const { addressee, entry, status } = execution
    if (addressee) {
      const { deptId, name } = addressee
      this.#deps.bus.emit('command.changed', { command: toCommand(entry, name), deptId })
    }
    if (answerOf(status) !== 'not-confirmed' || status === 'TIMEOUT') this.#pending.release(execution)
    // The valve's position can prove only the newest command that was sent: older ones are no longer judged.
    if (before.sentAt === null && execution.state.sentAt !== null) {
      for (const older of this.#watches.givenUpBefore(execution)) this.#forget(older)
    }
    if (ENDED_STATUSES.has(status)) this.#over(execution)
    if (execution.lane !== null) this.#pump(execution.lane)
  }

  #over(execution: CommandExecution): void {
    const { stationId, deviceId, state, entry } = execution
    const lane = execution.lane === null ? undefined : this.#lanes.get(execution.lane)
    lane?.delete(execution)
    if (lane?.size === 0) this.#lanes.delete(execution.lane as string)
    const isUnproven =
      state.status === 'TIMEOUT' || (state.status === 'FAILED' && state.sentAt !== null && state.resultCode !== 'NAK')
    if (entry.request.repeatsOthers && isUnproven)
      this.#noteUnconfirmed(stationId, { deviceId, at: state.doneAt ?? this.#now() })
    if (execution.target && state.sentAt !== null) {
      this.#restless.set(deviceId, this.#now() + entry.request.execTimeoutMs)
    }
    if (state.status !== 'TIMEOUT' || !execution.target) this.#forget(execution)
  }

  #noteUnconfirmed(stationId: string, change: UnconfirmedChange): void {
    const young = (this.#unconfirmed.get(stationId) ?? []).filter(({ at }) => at > change.at - UNCONFIRMED_MS)
    this.#unconfirmed.set(stationId, [...young, change])
  }

  #dropLate(execution: CommandExecution, at: number): void {
    if (at - (execution.state.doneAt ?? 0) > LATE_PROOF_MS) this.#forget(execution)
  }

  #forget(execution: CommandExecution): void {
    this.#executions.delete(execution.id)
    this.#watches.remove(execution)
  }
}
