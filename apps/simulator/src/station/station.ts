import { type Sl651Message, sl651, sl651LinkKeep } from '@sluice/codecs'
import { createRandom, type Random, seedOf } from '../random.ts'
import { HOUR_MS } from '../station-clock.ts'
import { sharedWheel, type TimerWheel, type WheelTimer } from '../timer-wheel.ts'
import { Cabinet } from './cabinet.ts'
import type { Composed } from './composer.ts'
import { Deliveries } from './deliveries.ts'
import { Line } from './line.ts'
import { obey } from './obedience.ts'
import { isCutOff } from './site.ts'
import {
  type Delivery,
  type DeliveryOutcome,
  newCounters,
  noMischief,
  type SentReport,
  type Station,
  type StationOptions,
} from './station.types.ts'

const DEFAULT_BACKOFF_MS = { min: 1_000, max: 60_000 }
/** The states of drives are repeated every this many timed reports, even if nothing changed. */
const STATES_EVERY = 2
const CONFIRM_ENDS: ReadonlySet<string> = new Set(['ACK', 'EOT', 'ESC'])

class VirtualStation implements Station {
  readonly counters = newCounters()
  readonly mischief = noMischief()
  readonly #options: StationOptions
  readonly #cabinet: Cabinet
  readonly #line: Line
  readonly #deliveries: Deliveries
  readonly #wheel: TimerWheel
  readonly #random: Random
  readonly #timers = new Map<string, WheelTimer>()
  readonly #acknowledgedListeners = new Set<(report: SentReport) => void>()
  readonly #downlinkListeners = new Set<(message: Sl651Message) => void>()
  #running = false
  #reachable = true
  #timedReports = 0
  #reportedStates = ''
  #reportedStatus = ''
  #hour: number

  constructor(options: StationOptions) {
    this.#options = options
    this.#cabinet = new Cabinet(options)
    this.#wheel = options.wheel ?? sharedWheel()
    this.#random = createRandom(seedOf(this.#cabinet.seed, 'station'))
    this.#hour = Math.floor(this.#cabinet.now() / HOUR_MS)
    this.#line = new Line({
      host: options.host,
      port: options.port,
      wheel: this.#wheel,
      random: this.#random,
      mischief: this.mischief,
      backoffMs: options.backoffMs ?? DEFAULT_BACKOFF_MS,
      onUp: () => this.#up(),
      onDown: () => this.#down(),
      onMessage: (message) => this.#hear(message),
    })
    this.#deliveries = new Deliveries({
      wheel: this.#wheel,
      counters: this.counters,
      ackTimeoutMs: options.ackTimeoutMs ?? 10_000,
      repeats: options.repeats ?? 2,
      retryLaterMs: options.retryLaterMs ?? 60_000,
      keepReports: options.keepReports ?? 200,
      write: (frame) => this.#line.write(frame),
      acknowledged: (report) => this.#acknowledged(report),
      needLine: () => this.#running && this.#line.want(),
      gaveUp: () => this.mischief.silent || this.#line.cut(),
    })
  }

  get name(): string {
    return this.#options.name ?? this.address
  }

  get address(): string {
    return this.#cabinet.link.station
  }

  get kind() {
    return this.#options.kind
  }

  get connected(): boolean {
    return this.#line.up
  }

  get waiting(): number {
    return this.#deliveries.waiting
  }

  get states(): readonly boolean[] | null {
    return this.#cabinet.states()
  }

  connect(): Promise<boolean> {
    if (!this.#running) {
      this.#running = true
      const { reportIntervalS, heartbeatS, firstReportMs = 0 } = this.#options
      if (reportIntervalS) this.#repeat('report', reportIntervalS * 1000, () => this.#work(), firstReportMs)
      if (heartbeatS) this.#repeat('heartbeat', heartbeatS * 1000, () => void this.heartbeat(), heartbeatS * 1000)
    }
    return this.#line.connect()
  }

  report(func = '32'): Promise<Delivery> {
    return this.#deliver(this.#cabinet.compose(func), func)
  }

  sendImage({ jpeg, packetBytes = 400 }: { jpeg?: Uint8Array; packetBytes?: number } = {}): Promise<Delivery> {
    return this.#deliver(this.#cabinet.composeImage(jpeg, packetBytes), '36')
  }

  heartbeat(): boolean {
    const frame = sl651.encode(sl651LinkKeep(this.#cabinet.link, this.#cabinet.lastStamp()))
    if (!frame.ok || !this.#line.write(frame.value)) return false
    this.counters.heartbeats++
    return true
  }

  cut(): void {
    this.#line.cut()
  }

  setReachable(reachable: boolean): void {
    this.#reachable = reachable
    this.#seek()
  }

  /** The line is up unless a command or a mishap took it down. */
  #seek(): void {
    const { seed, mishapRate } = this.#cabinet
    // Nothing is installed while its line is down: mishaps begin once the platform has received a report.
    const isDown = this.counters.acknowledged > 0 && isCutOff(seed, this.#cabinet.now(), mishapRate)
    this.#line.setReachable(this.#reachable && !isDown)
  }

  jumpClock(ms: number): void {
    this.#cabinet.jumpClock(ms)
  }

  usePassword(password: string): void {
    this.#cabinet.link.password = password
  }

  useEncoding(encoding: 'HEX' | 'ASCII'): void {
    this.#cabinet.link.encoding = encoding
  }

  setStatus(bits: Readonly<Record<string, boolean>>): void {
    this.#cabinet.setStatus(bits)
    this.#tellStatus()
  }

  onAcknowledged(listener: (report: SentReport) => void): () => void {
    this.#acknowledgedListeners.add(listener)
    return () => void this.#acknowledgedListeners.delete(listener)
  }

  onDownlink(listener: (message: Sl651Message) => void): () => void {
    this.#downlinkListeners.add(listener)
    return () => void this.#downlinkListeners.delete(listener)
  }

  close(): Promise<void> {
    this.#running = false
    for (const timer of this.#timers.values()) timer.cancel()
    this.#timers.clear()
    this.#deliveries.close()
    return this.#line.close()
  }

  /** Runs again and again. The second time comes early by chance, so that stations that began together drift apart. */
  #repeat(name: string, everyMs: number, run: () => void, firstMs: number): void {
    const next = (delayMs: number, thenMs: number) =>
      this.#timers.set(
        name,
        this.#wheel.after(delayMs, () => {
          next(thenMs, everyMs)
          run()
        }),
      )
    next(firstMs, everyMs * this.#random.between(0.1, 1))
  }

  #up(): void {
    this.counters.connects++
    this.#deliveries.lineUp()
    this.#tellStates()
  }

  #down(): void {
    this.#deliveries.lineDown()
    if (this.#running && this.#deliveries.waiting > 0) this.#line.want()
  }

  #acknowledged(report: SentReport): void {
    this.#line.proven()
    for (const listener of this.#acknowledgedListeners) listener(report)
  }

  /** One round of a station's work. */
  #work(): void {
    this.#seek()
    this.#tellStatus()
    if (this.#timedReports++ % STATES_EVERY === STATES_EVERY - 1) this.#reportedStates = ''
    this.#tellStates()
    this.#submit(this.#cabinet.compose('32'))
    const hour = Math.floor(this.#cabinet.now() / HOUR_MS)
    if (hour !== this.#hour) {
      this.#hour = hour
      this.#submit(this.#cabinet.compose('34'))
    }
  }

  /** A changed status word is an alarm; the first look is not. */
  #tellStatus(): void {
    const status = [...this.#cabinet.statusBits()].sort().join()
    const before = this.#reportedStatus
    this.#reportedStatus = status
    if (before !== status && (before !== '' || !status.includes('doorClosed')))
      this.#submit(this.#cabinet.compose('46'))
  }

  #tellStates(): void {
    const { drives } = this.#cabinet
    const states = String(this.#cabinet.states())
    if (!drives || states === this.#reportedStates) return
    this.#reportedStates = states
    this.#submit(this.#cabinet.compose(drives.func))
  }

  #submit(composed: Composed | null, settle?: (outcome: DeliveryOutcome) => void, losePacketNo = 0): void {
    if (composed) this.#deliveries.submit(composed.report, composed.frames, settle, losePacketNo)
  }

  #deliver(composed: Composed | null, func: string): Promise<Delivery> {
    if (!composed) return Promise.reject(new Error(`a ${this.kind} station cannot make a report ${func}`))
    const losePacketNo = composed.frames.length > 1 ? this.mischief.losePacketNo : 0
    if (losePacketNo > 0) this.mischief.losePacketNo = 0
    return new Promise((resolve) => {
      this.#submit(composed, (outcome) => resolve({ report: composed.report, outcome }), losePacketNo)
    })
  }

  #hear(message: Sl651Message): void {
    if (message.station !== this.address) {
      this.counters.ignored++
      return
    }
    for (const listener of this.#downlinkListeners) listener(message)
    if (message.end === 'NAK') {
      if (!this.#deliveries.resend(message)) this.counters.ignored++
      return
    }
    if (CONFIRM_ENDS.has(message.end)) {
      if (!this.#deliveries.confirm(message)) this.counters.ignored++
      if (message.end === 'EOT' && this.#options.hangsUp && this.#deliveries.waiting === 0) this.#line.hangUp()
      return
    }
    this.counters.downlinks++
    const understood = obey(message, {
      cabinet: this.#cabinet,
      answer: (composed) => this.#answer(composed),
      switchTo: (func, wanted) => this.#switch(func, wanted),
      sendImage: () => void this.sendImage(),
    })
    if (!understood) this.counters.ignored++
  }

  #answer(composed: Composed | null): void {
    if (composed) for (const frame of composed.frames) this.#deliveries.answer(composed.report, frame)
  }

  /** Moves, answers with the state at that time, and reports the new state when it is reached after the answer. */
  #switch(func: '4C' | '4D', wanted: readonly boolean[]): void {
    const { answerLimitMs = 3_000, commandFailureRate = 0 } = this.#options
    const jams = () => commandFailureRate > 0 && this.#random.chance(commandFailureRate)
    const { drives } = this.#cabinet
    if (!drives) return
    const travelMs = drives.switchTo(wanted, this.#cabinet.now(), jams)
    const composed = () => {
      this.#reportedStates = String(this.#cabinet.states())
      return this.#cabinet.compose(func)
    }
    const arriveThen = (tell: (composed: Composed | null) => void) => () => {
      drives.arrive(this.#cabinet.now())
      tell(composed())
    }
    const answer = (state: Composed | null) => this.#answer(state)
    if (travelMs <= answerLimitMs) return this.#later('arrive', travelMs, arriveThen(answer))
    this.#later('answer', answerLimitMs, () => answer(composed()))
    this.#later(
      'arrive',
      travelMs,
      arriveThen((state) => this.#submit(state)),
    )
  }

  #later(name: string, delayMs: number, run: () => void): void {
    this.#timers.get(name)?.cancel()
    if (delayMs <= 0) return run()
    this.#timers.set(name, this.#wheel.after(delayMs, run))
  }
}

/** A virtual station; it does nothing until `connect` or `report`. Close it, or its timers keep the process alive. */
export function createStation(options: StationOptions): Station {
  return new VirtualStation(options)
}
