import type { Sl651Link, Sl651Stamp, Sl651StatusBit } from '@sluice/codecs'
import { createWeather } from '../model/weather.ts'
import { seedOf } from '../random.ts'
import { HOUR_MS, localText, type StationClock, systemStationClock } from '../station-clock.ts'
import { type Composed, composeAlarm, composeImage, composeReport, composeStates } from './composer.ts'
import { madeUpJpeg } from './picture.ts'
import { createSite, housekeeping } from './site.ts'
import type { Drives, Measured, Site, SiteOptions } from './site.types.ts'
import type { StationOptions } from './station.types.ts'

const DEFAULT_CHANNELS = { VALVE_STATION: 4, VALVE: 1, LEVEL: 0, SOIL: 0, PUMP: 1 } as const
const MAX_SERIAL = 0xffff

export type StatusBits = ReadonlySet<Sl651StatusBit>

/** The parts of the cabinet around the modem: clock, counter of messages, sensors and drives. Makes every message. */
export class Cabinet {
  readonly link: Sl651Link
  readonly #site: Site
  readonly #siteOptions: SiteOptions
  readonly #clock: StationClock
  #clockAheadMs = 0
  #serial = 0
  #setBits: Readonly<Record<string, boolean>> | undefined

  constructor(options: StationOptions) {
    const seed = options.seed ?? seedOf(options.address)
    this.link = {
      center: options.center ?? 1,
      station: options.address.toUpperCase(),
      password: options.password ?? '1234',
      encoding: options.encoding ?? 'HEX',
    }
    this.#clock = options.clock ?? systemStationClock
    this.#siteOptions = {
      kind: options.kind,
      channels: options.channels ?? DEFAULT_CHANNELS[options.kind],
      stationType: options.stationType,
      seed,
      weather: options.weather ?? createWeather(seed),
      strokeMs: options.strokeMs ?? 8_000,
      mishapRate: options.mishapRate ?? 0,
      waters: options.waters ?? false,
    }
    this.#site = createSite(this.#siteOptions)
  }

  get seed(): number {
    return this.#siteOptions.seed
  }

  get mishapRate(): number {
    return this.#siteOptions.mishapRate
  }

  get stationType(): string {
    return this.#site.stationType
  }

  get drives(): Drives | undefined {
    return this.#site.drives
  }

  /** True time; the world does not care what the station's clock shows. */
  now(): number {
    return this.#clock.now()
  }

  jumpClock(ms: number): void {
    this.#clockAheadMs += ms
  }

  setClock(instant: number): void {
    this.#clockAheadMs = instant - this.now()
  }

  setStatus(bits: Readonly<Record<string, boolean>>): void {
    this.#setBits = { ...this.#setBits, ...bits }
  }

  states(): boolean[] | null {
    return this.#site.drives?.states(this.now()) ?? null
  }

  /** The next message: a serial number of its own, the time as this station has it. */
  stamp(): Sl651Stamp {
    this.#serial = (this.#serial % MAX_SERIAL) + 1
    return this.lastStamp()
  }

  /** For link keeping, which repeats the last serial number. */
  lastStamp(): Sl651Stamp {
    return { serial: Math.max(1, this.#serial), sendTime: localText(this.now() + this.#clockAheadMs) }
  }

  measure(): { measured: Measured[]; bits: StatusBits } {
    const ms = this.now()
    const { voltage, bits } = housekeeping(this.#site, this.#siteOptions, ms)
    return { measured: [...this.#site.elements(ms), { id: '38', value: voltage }], bits: this.#judged(bits) }
  }

  statusBits(): StatusBits {
    return this.#judged(housekeeping(this.#site, this.#siteOptions, this.now()).bits)
  }

  #judged(bits: Set<Sl651StatusBit>): StatusBits {
    for (const [name, on] of Object.entries(this.#setBits ?? {})) {
      // The word says of the door that it is closed; people say that it is open.
      const [bit, set] = name === 'doorOpen' ? (['doorClosed', !on] as const) : [name as Sl651StatusBit, on]
      if (set) bits.add(bit)
      else bits.delete(bit)
    }
    return bits
  }

  /** The message of a function; null for one this station cannot make. */
  compose(func: string): Composed | null {
    if (func === '46') return composeAlarm(this.link, this.stamp(), this.statusBits())
    if (func === '4C' || func === '4D') {
      const states = this.drives?.func === func ? this.states() : null
      return states && composeStates(this.link, this.stamp(), func, states)
    }
    const { measured, bits } = this.measure()
    const content = { func, stationType: this.stationType, measured, bits }
    return composeReport(
      this.link,
      this.stamp(),
      func === '34' ? { ...content, measured: this.#withHour(measured) } : content,
    )
  }

  #withHour(measured: Measured[]): Measured[] {
    const hourStart = Math.floor(this.now() / HOUR_MS) * HOUR_MS - HOUR_MS
    return [...(this.#site.hourly?.(hourStart) ?? []), ...measured]
  }

  composeImage(jpeg: Uint8Array | undefined, packetBytes: number): Composed | null {
    const stamp = this.stamp()
    const picture = jpeg ?? madeUpJpeg(seedOf(this.seed, stamp.serial))
    return composeImage(this.link, stamp, { stationType: this.stationType, jpeg: picture, packetBytes })
  }
}
