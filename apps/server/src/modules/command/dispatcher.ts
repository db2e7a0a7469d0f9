import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { ENDED_STATUSES } from '@sluice/contract'
import type { Encoded } from '@sluice/devices'
import { fail } from '@sluice/kit'
import type { Addressee, CommandDeps, HeardDevice, LastValues, TransmissionAnswer } from './command.ports.ts'
import { answerOf, type Fact, IN_FLIGHT, LATE_PROOF_MS, type Standing } from './command.rules.ts'
import { doubtsSince, openEntries } from './command.store.ts'
import { Flight, type FlightDeps, requestOf } from './flight.ts'
import { outdatedBy, turnOf } from './lane.rules.ts'
import { type Entry, toCommand } from './ledger.ts'
import { Settling } from './settling.ts'
import { type Doubt, repeatable } from './switches.rules.ts'
import { Watches } from './watches.ts'

/** Doubts older than any `stateMaxAgeS` refuse nothing that is not refused anyway. */
const DOUBT_MS = 3_600_000
/** Two machines that are kept well may differ by this much. */
const CLOCK_SLACK_MS = 60_000

/**
 * The commands that are not over: whose turn it is, when their time is up, what devices say about them. All of it can be
 * read back from the ledger; memory is only for speed.
 */
export class Dispatcher {
  readonly #deps: CommandDeps
  readonly #flightDeps: FlightDeps
  readonly #flights = new Map<string, Flight>()
  readonly #lanes = new Map<string, Set<Flight>>()
  readonly #watches = new Watches()
  readonly #settling = new Settling()
  readonly #doubts = new Map<string, Doubt[]>()
  /** Stations that commands of before the restart wait for. */
  readonly #awaited = new Map<string, Set<Flight>>()
  /** Asks a device how things stand, after a restart left a command without outcome. */
  readonly #ask: (flight: Flight) => Promise<void>
  /** Valves whose commands are over, and until when they may still be settling. */
  readonly #restless = new Map<string, number>()
  #stopped = false

  constructor(deps: CommandDeps, ask: (flight: Flight) => Promise<void>) {
    this.#deps = deps
    this.#ask = ask
    this.#flightDeps = {
      db: deps.db,
      log: deps.log,
      process: randomUUID(),
      now: () => deps.clock.now().getTime(),
      elapsed: () => deps.clock.elapsed(),
      encode: (flight) => this.#encode(flight),
      transmit: (transmission) => deps.transmit(transmission),
      onChange: (flight, before) => this.#changed(flight, before),
      onTurnOver: ({ lane }) => lane !== null && this.#pump(lane),
      outside: AsyncLocalStorage.snapshot(),
      stopped: () => this.#stopped,
    }
  }

  /**
   * Takes up what the last process left: nothing that may have left is sent again, what waited goes on. Resolves when
   * the ledger says so.
   */
  async start(): Promise<void> {
    const now = this.#now()
    const entries = await openEntries(this.#deps.db, now - LATE_PROOF_MS)
    const ids = [...new Set(entries.map(({ order }) => order.deviceId))]
    const addressees = new Map((await this.#deps.addresseesAtStart(ids)).map((one) => [one.deviceId, one]))
    for (const { stationId, ...doubt } of await doubtsSince(this.#deps.db, now - DOUBT_MS)) {
      this.#doubt(stationId, { ...doubt, at: Math.min(doubt.at, now) })
    }
    const known = await Promise.all(ids.map(async (id) => [id, await this.#deps.lastValues(id)] as const))
    const values = new Map(known)
    await Promise.all(entries.map((entry) => this.#resume(entry, addressees.get(entry.order.deviceId) ?? null, values)))
  }

  async #resume(entry: Entry, addressee: Addressee | null, values: ReadonlyMap<string, LastValues>): Promise<void> {
    const flight = this.#enter(entry, addressee, values.get(entry.order.deviceId) ?? null)
    if (ENDED_STATUSES.has(flight.status)) return
    // Made by a clock that was ahead: nobody knows how long ago, so nobody waits for it any more.
    if (entry.order.createdAt > this.#now() + CLOCK_SLACK_MS) flight.expireAt(this.#now())
    this.#await(flight)
    flight.waitsForStation = flight.status === 'QUEUED'
    this.#supersede(flight)
    if (!flight.waitsForStation) await flight.tell({ kind: 'restarted', at: this.#now() })
  }

  #await(flight: Flight): void {
    const waiting = this.#awaited.get(flight.stationId) ?? new Set()
    this.#awaited.set(flight.stationId, waiting.add(flight))
  }

  stop(): void {
    this.#stopped = true
    this.#settling.releaseAll()
  }

  find(id: string): Flight | undefined {
    return this.#flights.get(id)
  }

  /** A new command of the ledger. Its turn may come at once. */
  add(entry: Entry, addressee: Addressee, known: LastValues): Flight {
    const flight = this.#enter(entry, addressee, known)
    this.#supersede(flight)
    if (flight.lane === null) this.#goAlone(flight)
    else this.#pump(flight.lane)
    return flight
  }

  /** Commands that wait where a new one of this device would. */
  waiting(lane: string | null, deviceId: string): number {
    const all = lane === null ? [...this.#flights.values()] : [...(this.#lanes.get(lane) ?? [])]
    const isWaiting = (one: Flight) => (lane === null ? one.lane === null && one.deviceId === deviceId : true)
    return all.filter(
      (one) => isWaiting(one) && (lane === null ? !ENDED_STATUSES.has(one.status) : one.status === 'QUEUED'),
    ).length
  }

  doubtsOf(stationId: string): readonly Doubt[] {
    return this.#doubts.get(stationId) ?? []
  }

  /** Resolves when the device took it, when it is over, or after `waitMs`. */
  settled(flight: Flight, waitMs: number): Promise<void> {
    const elapsed = this.#flightDeps.elapsed()
    return this.#settling.wait(flight, elapsed + waitMs, elapsed)
  }

  /** The time of day was set by so much: what is waited for is waited for as long as before. */
  clockLeapt(byMs: number): void {
    const now = this.#now()
    for (const flight of this.#flights.values()) flight.clockLeapt(byMs)
    for (const [deviceId, until] of this.#restless) this.#restless.set(deviceId, until + byMs)
    for (const [stationId, doubts] of this.#doubts) {
      this.#doubts.set(
        stationId,
        doubts.map((doubt) => ({ ...doubt, at: Math.min(doubt.at, now) })),
      )
    }
  }

  /** What a device said to a transmission. */
  answered({ requestId, kind, because, at }: TransmissionAnswer): void {
    const request = requestOf(requestId)
    const flight = request && this.#flights.get(request.commandId)
    if (!request || !flight) return
    const fact: Fact = kind === 'ACK' ? { kind: 'acknowledged', at } : { kind: 'refused', because, at }
    void flight.tell(fact, { attempt: request.attempt })
  }

  /** Values of a station and its devices are stored. Cheap for devices that nobody commands. */
  heard(stationId: string, devices: readonly HeardDevice[], at: number): void {
    const awaited = this.#awaited.get(stationId)
    const findings = devices.flatMap(({ deviceId, readings }) => this.#watches.hear(deviceId, readings, at))
    if (!awaited && findings.length === 0) return
    // The line is bound and the answer is told in the same turn of the event loop: they come first.
    this.#flightDeps.outside(() =>
      setImmediate(() => {
        for (const { flight, evidence, seen } of findings) void flight.tell({ kind: evidence, at }, { seen })
        if (awaited) this.#reached(stationId, awaited)
      }),
    )
  }

  /** Whether a command of ours may be what moves a valve. */
  isCommanded(deviceId: string, at: number): boolean {
    // One that was given up counts too: a late movement may be its late proof.
    const hasLeft = [...this.#watches.of(deviceId)].some(({ standing }) => standing.sentAt !== null)
    return hasLeft || (this.#restless.get(deviceId) ?? 0) > at
  }

  /** Looks at every deadline. */
  tick(): void {
    const at = this.#now()
    for (const flight of this.#flights.values()) {
      if (flight.busy || flight.going) continue
      const { status, deadline } = flight.standing
      if (status === 'TIMEOUT') this.#dropLate(flight, at)
      else if (at >= (deadline ?? flight.entry.order.expireAt)) void flight.tell({ kind: 'clock', at })
      else if (flight.lane === null) this.#goAlone(flight)
    }
    this.#settling.tick(this.#flightDeps.elapsed())
    for (const [deviceId, until] of this.#restless) if (at > until) this.#restless.delete(deviceId)
    // A lane whose turn could not be carried out gets another one.
    for (const lane of this.#lanes.keys()) this.#pump(lane)
  }

  #now(): number {
    return this.#flightDeps.now()
  }

  #enter(entry: Entry, addressee: Addressee | null, known: LastValues | null): Flight {
    const flight = new Flight(this.#flightDeps, entry, addressee)
    this.#flights.set(flight.id, flight)
    if (flight.target) this.#watches.add(flight, known, this.#now())
    if (flight.lane !== null && !ENDED_STATUSES.has(flight.status)) {
      const lane = this.#lanes.get(flight.lane) ?? new Set()
      this.#lanes.set(flight.lane, lane.add(flight))
    }
    return flight
  }

  #supersede(newer: Flight): void {
    const lane = newer.lane === null ? undefined : this.#lanes.get(newer.lane)
    for (const flight of outdatedBy(newer, [...(lane ?? [])])) {
      if (!flight.going) void flight.tell({ kind: 'superseded', by: newer.id, at: this.#now() })
    }
  }

  #pump(key: string): void {
    if (this.#stopped) return
    const turn = turnOf([...(this.#lanes.get(key) ?? [])])
    if (!turn) return
    const { next, overtakes } = turn
    next.going = true
    const over = overtakes.map((flight) => flight.tell({ kind: 'overtaken', by: next.id, at: this.#now() }))
    void Promise.all(over).then(() => {
      // What could not be ended yet (the store is away) keeps the lane; the next tick tries again.
      if (overtakes.some(({ status }) => IN_FLIGHT.has(status))) next.going = false
      else void next.takeTurn()
    })
  }

  #reached(stationId: string, awaited: ReadonlySet<Flight>): void {
    this.#awaited.delete(stationId)
    for (const flight of awaited) {
      flight.waitsForStation = false
      if (flight.standing.outcomeUnknown && IN_FLIGHT.has(flight.status) && flight.target) {
        this.#ask(flight).catch((error: unknown) =>
          this.#deps.log.warn({ err: error, commandId: flight.id }, 'a device could not be asked how things stand'),
        )
      }
      if (flight.lane === null) this.#goAlone(flight)
      else this.#pump(flight.lane)
    }
  }

  /** What moves nothing waits for nobody. */
  #goAlone(flight: Flight): void {
    if (flight.status !== 'QUEUED' || flight.going || flight.waitsForStation) return
    flight.going = true
    void flight.takeTurn()
  }

  async #encode(flight: Flight): Promise<Encoded> {
    const { addressee, entry, deviceId, stationId } = flight
    const { order } = entry
    const def = addressee?.type.commands?.find(({ code }) => code === order.code)
    if (!addressee?.type.encode || !def) return fail('UNSUPPORTED')
    const reported = order.repeatsOthers ? await this.#deps.switchesOf(stationId) : null
    const maxAgeMs = (def.stateMaxAgeS ?? 0) * 1000
    const switches = repeatable(reported, this.doubtsOf(stationId), { deviceId, now: this.#now(), maxAgeMs })
    return addressee.type.encode(order, { channel: addressee.channel, switches })
  }

  #changed(flight: Flight, before: Standing): void {
    const { addressee, entry, status } = flight
    if (addressee) {
      const { deptId, name } = addressee
      this.#deps.bus.emit('command.changed', { command: toCommand(entry, name), deptId })
    }
    if (answerOf(status) !== 'not-confirmed' || status === 'TIMEOUT') this.#settling.release(flight)
    // The newest that left is what the valve's place may prove: an older one is judged no more.
    if (before.sentAt === null && flight.standing.sentAt !== null) {
      for (const older of this.#watches.givenUpBefore(flight)) this.#forget(older)
    }
    if (ENDED_STATUSES.has(status)) this.#over(flight)
    if (flight.lane !== null) this.#pump(flight.lane)
  }

  #over(flight: Flight): void {
    const { stationId, deviceId, standing, entry } = flight
    const lane = flight.lane === null ? undefined : this.#lanes.get(flight.lane)
    lane?.delete(flight)
    if (lane?.size === 0) this.#lanes.delete(flight.lane as string)
    const isUnproven =
      standing.status === 'TIMEOUT' ||
      (standing.status === 'FAILED' && standing.sentAt !== null && standing.resultCode !== 'NAK')
    if (entry.order.repeatsOthers && isUnproven)
      this.#doubt(stationId, { deviceId, at: standing.doneAt ?? this.#now() })
    if (flight.target && standing.sentAt !== null) {
      this.#restless.set(deviceId, this.#now() + entry.order.execTimeoutMs)
    }
    if (standing.status !== 'TIMEOUT' || !flight.target) this.#forget(flight)
  }

  #doubt(stationId: string, doubt: Doubt): void {
    const young = (this.#doubts.get(stationId) ?? []).filter(({ at }) => at > doubt.at - DOUBT_MS)
    this.#doubts.set(stationId, [...young, doubt])
  }

  #dropLate(flight: Flight, at: number): void {
    if (at - (flight.standing.doneAt ?? 0) > LATE_PROOF_MS) this.#forget(flight)
  }

  #forget(flight: Flight): void {
    this.#flights.delete(flight.id)
    this.#watches.remove(flight)
  }
}
