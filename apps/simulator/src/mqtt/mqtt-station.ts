import type { TbMqttMessage, TbReport, TbValues } from '@sluice/codecs'
import { createWeather } from '../model/weather.ts'
import { createRandom, type Random, seedOf } from '../random.ts'
import { isCutOff } from '../station/site.ts'
import { newCounters, noLineMischief } from '../station/station.types.ts'
import { type StationClock, systemStationClock } from '../station-clock.ts'
import { sharedWheel, type TimerWheel, type WheelTimer } from '../timer-wheel.ts'
import { FirmwareTaker } from './firmware-taker.ts'
import type { MqttStation, MqttStationOptions } from './mqtt.types.ts'
import { MqttLine } from './mqtt-line.ts'
import { Outbox } from './outbox.ts'
import { createMqttPoints, type MqttPoints } from './points.ts'

const DEFAULT_BACKOFF_MS = { min: 1_500, max: 60_000 }
/** What a device that takes firmware listens to beside its commands. */
const FIRMWARE_FILTERS = ['v1/devices/me/attributes', 'v2/fw/response/+/chunk/+', 'v2/fw/error'] as const
/** A moving valve reports its position at this interval. */
const MOVING_EVERY_MS = 3_000

/** So long after it began a movement shows. */
const MOVE_SEEN_MS = 500

/** The timer of the station's own reports, apart from those of its valves. */
const REPORT = Symbol('report')

type Device = string | null
type Rpc = Extract<TbMqttMessage, { kind: 'rpcRequest' }>

class VirtualMqttStation implements MqttStation {
  readonly counters = newCounters()
  readonly mischief = noLineMischief()
  readonly #options: MqttStationOptions
  readonly #points: MqttPoints
  readonly #line: MqttLine
  readonly #outbox: Outbox
  readonly #firmware: FirmwareTaker | undefined
  readonly #wheel: TimerWheel
  readonly #clock: StationClock
  readonly #random: Random
  readonly #seed: number
  readonly #timers = new Map<Device | typeof REPORT, WheelTimer>()
  readonly #listeners = new Set<(message: TbMqttMessage) => void>()
  #clockAheadMs = 0
  #running = false
  #reachable = true

  constructor(options: MqttStationOptions) {
    const { host, port, token, kind, slaves = [] } = options
    this.#options = options
    this.#seed = options.seed ?? seedOf(options.name)
    this.#wheel = options.wheel ?? sharedWheel()
    this.#clock = options.clock ?? systemStationClock
    this.#random = createRandom(seedOf(this.#seed, 'mqtt station'))
    this.#points = createMqttPoints({
      kind,
      slaves,
      seed: this.#seed,
      weather: options.weather ?? createWeather(this.#seed),
      strokeMs: options.strokeMs ?? 20_000,
      waters: options.waters ?? false,
      mishapRate: options.mishapRate ?? 0,
    })
    this.#line = new MqttLine({
      host,
      port,
      token,
      filters: [
        kind === 'GATEWAY' || kind === 'FIELD_GATEWAY' ? 'v1/gateway/rpc' : 'v1/devices/me/rpc/request/+',
        ...(options.firmware ? FIRMWARE_FILTERS : []),
      ],
      wheel: this.#wheel,
      random: this.#random,
      mischief: this.mischief,
      backoffMs: options.backoffMs ?? DEFAULT_BACKOFF_MS,
      onUp: () => this.#up(),
      onDown: () => {
        this.#outbox.lineDown()
        this.#firmware?.lineDown()
      },
      onMessage: (message) => this.#hear(message),
      onOther: (topic, payload) => this.#firmware?.heard(topic, payload),
    })
    this.#outbox = new Outbox({
      wheel: this.#wheel,
      counters: this.counters,
      ackTimeoutMs: options.ackTimeoutMs ?? 10_000,
      keepReports: options.keepReports ?? 200,
      publish: (message, acknowledged) => this.#line.publish(message, acknowledged),
      acknowledged: (message) => this.#acknowledged(message),
      gaveUp: () => this.mischief.silent || this.#line.cut(),
    })
    this.#firmware =
      options.firmware &&
      new FirmwareTaker({
        ...options.firmware,
        wheel: this.#wheel,
        say: (values) => this.#hand(values),
        ask: (message) => this.#line.publish(message),
        restart: () => this.#line.cut(),
      })
  }

  get name(): string {
    return this.#options.name
  }

  get kind() {
    return this.#options.kind
  }

  get connected(): boolean {
    return this.#line.up
  }

  get waiting(): number {
    return this.#outbox.waiting
  }

  connect(): Promise<boolean> {
    const { reportIntervalS, firstReportMs = 0 } = this.#options
    if (!this.#running && reportIntervalS) this.#repeat(reportIntervalS * 1000, firstReportMs)
    if (!this.#running) for (const device of this.#points.devices) this.#awaitPlan(device)
    this.#running = true
    this.#seek()
    return this.#line.connect()
  }

  opening(device: Device): number | null {
    const look = this.#points.valve(device)?.look(this.#clock.now())
    return look ? Math.round(look.opening * 100) : null
  }

  report(): Promise<boolean> {
    return new Promise((resolve) => this.#tell(this.#points.devices, resolve))
  }

  onAcknowledged(listener: (message: TbMqttMessage) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  cut(): void {
    this.#line.cut()
  }

  setReachable(reachable: boolean): void {
    this.#reachable = reachable
    this.#seek()
  }

  jumpClock(ms: number): void {
    this.#clockAheadMs += ms
  }

  async close(): Promise<void> {
    this.#running = false
    for (const timer of this.#timers.values()) timer.cancel()
    this.#timers.clear()
    this.#outbox.close()
    this.#firmware?.close()
    await this.#line.close()
  }

  /** The line is up unless a command or a mishap took it down. */
  #seek(): void {
    const { mishapRate = 0 } = this.#options
    const isDown = this.#wasHeard && isCutOff(this.#seed, this.#clock.now(), mishapRate)
    this.#line.setReachable(this.#reachable && !isDown)
  }

  /** Nothing is installed while its line is down: mishaps begin once the platform has received everything. */
  get #wasHeard(): boolean {
    return this.counters.acknowledged > 0
  }

  /** Runs again and again. The second time comes early by chance, so that stations that began together drift apart. */
  #repeat(everyMs: number, firstMs: number): void {
    const next = (delayMs: number, thenMs: number) =>
      this.#timers.set(
        REPORT,
        this.#wheel.after(delayMs, () => {
          next(thenMs, everyMs)
          this.#seek()
          this.#tell(this.#points.devices)
        }),
      )
    next(firstMs, everyMs * this.#random.between(0.1, 1))
  }

  #up(): void {
    this.counters.connects++
    this.#outbox.lineUp()
    this.#firmware?.lineUp()
  }

  #acknowledged(message: TbMqttMessage): void {
    this.#line.proven()
    for (const listener of this.#listeners) listener(message)
  }

  /** Queues values of its own, as of now. */
  #hand(values: TbValues): void {
    const entries = [{ ts: this.#clock.now() + this.#clockAheadMs, values }]
    this.#outbox.submit({ kind: 'telemetry', gateway: false, reports: [{ device: null, entries }] })
  }

  /** Measures now and queues the reports: the station's own, and one for all slaves within radio reach. */
  #tell(devices: readonly Device[], settle?: (acknowledged: boolean) => void): void {
    const ms = this.#clock.now()
    const ts = ms + this.#clockAheadMs
    const reports = devices.flatMap((device): TbReport[] => {
      const values = this.#wasHeard && this.#points.isOut(device, ms) ? undefined : this.#points.values(device, ms)
      return values ? [{ device, entries: [{ ts, values }] }] : []
    })
    const messages = [false, true].flatMap((gateway): TbMqttMessage[] => {
      const part = reports.filter(({ device }) => (device !== null) === gateway)
      return part.length > 0 ? [{ kind: 'telemetry', gateway, reports: part }] : []
    })
    for (const [n, message] of messages.entries()) {
      this.#outbox.submit(message, n === messages.length - 1 ? settle : undefined)
    }
    if (messages.length === 0) settle?.(true)
  }

  #hear(message: TbMqttMessage): void {
    if (this.#firmware && message.kind === 'attributes') {
      for (const { entries } of message.reports) for (const { values } of entries) this.#firmware.told(values)
      return
    }
    if (message.kind !== 'rpcRequest') {
      this.counters.ignored++
      return
    }
    this.counters.downlinks++
    const { id, device } = message
    this.#line.publish({ kind: 'rpcResponse', id, device, answer: this.#obey(message) })
    this.counters.answers++
  }

  /** Does what is asked and says what became of it, as firmware does: taken, or why not. */
  #obey({ device, method, params }: Rpc): unknown {
    const ms = this.#clock.now()
    const unit = this.#points.valve(device)
    if (this.#points.isOut(device, ms)) return { error: 'no answer from the device' }
    if (method === 'getTelemetry') return this.#points.values(device, ms) ?? { error: 'no such device' }
    const small = this.#points.unit(device)
    if (small) {
      const answer = small.obey(method, params, ms)
      // Firmware tells at once what changed.
      if ('success' in answer) this.#tell([device])
      return answer
    }
    if (!unit) return { error: device === null ? 'not a valve' : 'no such device' }
    if (method === 'stopValve') {
      unit.stop(ms)
      this.#follow(device)
      return { success: true }
    }
    if (method !== 'setValve') return { error: `unknown method ${method}` }
    const opening = openingIn(params)
    if (opening === null) return { error: 'opening must be a number from 0 to 100' }
    const { commandFailureRate = 0 } = this.#options
    unit.moveTo(opening / 100, ms, () => this.#random.chance(commandFailureRate))
    this.#follow(device)
    return { success: true }
  }

  /** Tells where a valve is until it has come to rest. */
  #follow(device: Device): void {
    this.#timers.get(device)?.cancel()
    this.#tell([device])
    const unit = this.#points.valve(device)
    const restsInMs = unit?.restsInMs(this.#clock.now()) ?? 0
    if (restsInMs <= 0) return this.#awaitPlan(device)
    this.#followIn(device, Math.min(MOVING_EVERY_MS, restsInMs))
  }

  /** A valve that moves by its own plan reports that, too. */
  #awaitPlan(device: Device): void {
    const inMs = this.#points.valve(device)?.movesInMs(this.#clock.now())
    if (inMs !== undefined) this.#followIn(device, inMs + MOVE_SEEN_MS)
  }

  #followIn(device: Device, delayMs: number): void {
    this.#timers.set(
      device,
      this.#wheel.after(delayMs, () => this.#follow(device)),
    )
  }
}

function openingIn(params: unknown): number | null {
  const given = typeof params === 'object' && params !== null ? (params as { opening?: unknown }).opening : undefined
  return typeof given === 'number' && given >= 0 && given <= 100 ? given : null
}

/** A virtual MQTT device or gateway; it does nothing until `connect`. Close it, or its timers keep the process alive. */
export function createMqttStation(options: MqttStationOptions): MqttStation {
  return new VirtualMqttStation(options)
}
