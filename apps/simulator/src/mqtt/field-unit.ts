import type { TbValues } from '@sluice/codecs'
import { createRandom, noiseAt, seedOf } from '../random.ts'
import type { Weather } from '../model/weather.ts'
import { pipeMeterAt } from '../model/pipe-meter.ts'

/** The kinds of small devices that measure and obey without a valve. */
export const FIELD_KINDS = ['LAMP', 'PROBE', 'HYDRANT', 'COVER', 'WELL', 'SOIL_NODE'] as const
export type FieldKind = (typeof FIELD_KINDS)[number]

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** Street lamps of the county burn from 19:00 to 06:00, as its clocks say. */
const ZONE_MS = 8 * HOUR_MS
const DUSK_H = 19
const DAWN_H = 6
/** From then on the road is empty and lamps burn at half their light. */
const LATE_H = 23
const RATED_W = 120

/** Two stores and a greenhouse hang on one master of temperature. */
const PROBE_PLACES = ['COOL_STORE', 'FREEZER', 'GREENHOUSE'] as const
export type ProbePlace = (typeof PROBE_PLACES)[number]
/** What a place keeps: °C, its swing, and %RH. */
const CLIMATE: Readonly<Record<ProbePlace, readonly [base: number, swing: number, humidity: number]>> = {
  COOL_STORE: [2.4, 0.7, 78],
  FREEZER: [-20.5, 0.8, 62],
  GREENHOUSE: [22, 3.5, 68],
}

/** Where the probe of a seed hangs. */
export function placeOfProbe(seed: number): ProbePlace {
  return PROBE_PLACES[Math.floor(createRandom(seedOf(seed, 'place')).between(0, PROBE_PLACES.length))]!
}

const round = (value: number, decimals: number) => Math.round(value * 10 ** decimals) / 10 ** decimals
const hourAt = (ms: number) => ((ms + ZONE_MS) % DAY_MS) / HOUR_MS

/** The light of a lamp that nobody commands, %. */
function scheduledLight(ms: number): number {
  const hour = hourAt(ms)
  if (hour < DAWN_H || hour >= LATE_H) return 50
  return hour >= DUSK_H ? 100 : 0
}

/** Hours of full light up to an instant, by the schedule: what an energy counter went up with. */
function scheduledHours(ms: number): number {
  const local = ms + ZONE_MS
  const [days, hour] = [Math.floor(local / DAY_MS), hourAt(ms)]
  const early = Math.min(hour, DAWN_H) / 2
  const evening = Math.max(0, Math.min(hour, LATE_H) - DUSK_H)
  const late = Math.max(0, hour - LATE_H) / 2
  return (days - 20_000) * (DAWN_H / 2 + (LATE_H - DUSK_H) + (24 - LATE_H) / 2) + early + evening + late
}

/** The answer of firmware: taken, or why not. */
export type Answer = { success: true } | { error: string }
const TAKEN: Answer = { success: true }

interface Asked {
  [name: string]: unknown
}

/** One small device: what it measures at an instant, and what it was told to do. */
export class FieldUnit {
  readonly kind: FieldKind
  readonly seed: number
  readonly #weather: Weather
  /** The light that was asked for, until the schedule changes it; null: as scheduled. */
  #light: { level: number; scheduled: number } | null = null
  #last: number | null = null
  #running: boolean | null = null
  #armed = true
  #armsAt: number | null = null
  #opening: number | null = null

  constructor(kind: FieldKind, seed: number, weather: Weather) {
    this.kind = kind
    this.seed = seed
    this.#weather = weather
  }

  values(ms: number): TbValues {
    switch (this.kind) {
      case 'LAMP':
        return this.#lamp(ms)
      case 'PROBE':
        return this.#probe(ms)
      case 'HYDRANT':
        return this.#hydrant(ms)
      case 'COVER':
        return this.#cover(ms)
      case 'WELL':
        return this.#well(ms)
      case 'SOIL_NODE':
        return this.#soil(ms)
    }
  }

  /** Does what it is asked. */
  obey(method: string, params: unknown, ms: number): Answer {
    const given = typeof params === 'object' && params !== null ? (params as Asked) : {}
    const action = `${this.kind}.${method}`
    if (action === 'LAMP.setLamp') return this.#setLamp(given, ms)
    if (action === 'HYDRANT.setValve') return this.#setValve(given)
    if (action === 'WELL.setPump' && typeof given['run'] === 'boolean') {
      this.#running = given['run']
      return TAKEN
    }
    if (action === 'COVER.setArmed' && typeof given['armed'] === 'boolean') {
      this.#armed = given['armed']
      const { minutes } = given
      this.#armsAt = !this.#armed && typeof minutes === 'number' ? ms + minutes * 60_000 : null
      return TAKEN
    }
    return TOLD.has(action) ? TAKEN : { error: `unknown method ${method}` }
  }

  #noise(name: string, ms: number, everyMs = 600_000): number {
    return noiseAt(seedOf(this.seed, name), ms / everyMs)
  }

  #between(name: string, from: number, to: number): number {
    return createRandom(seedOf(this.seed, name)).between(from, to)
  }

  #setLamp({ on, dim }: Asked, ms: number): Answer {
    const level = typeof dim === 'number' ? dim : on === true ? (this.#last ?? 100) : on === false ? 0 : null
    if (level === null || level < 0 || level > 100) return { error: 'on or a dim from 0 to 100 is needed' }
    if (level > 0) this.#last = level
    this.#light = { level, scheduled: scheduledLight(ms) }
    return TAKEN
  }

  #setValve({ opening }: Asked): Answer {
    if (typeof opening !== 'number' || opening < 0 || opening > 100) return { error: 'no such opening' }
    this.#opening = opening
    return TAKEN
  }

  #lamp(ms: number): TbValues {
    const scheduled = scheduledLight(ms)
    // Dusk and dawn take over from what a person asked for.
    if (this.#light && this.#light.scheduled !== scheduled) this.#light = null
    const level = this.#light?.level ?? scheduled
    const voltage = this.#between('mains', 218, 226) + 2.5 * this.#noise('mains', ms)
    const power = level === 0 ? 0.4 : RATED_W * (0.05 + 0.95 * (level / 100)) * (1 + 0.02 * this.#noise('power', ms))
    const pf = level === 0 ? 0.3 : 0.9 + 0.06 * (level / 100)
    return {
      on: level > 0,
      dim: level,
      voltage: round(voltage, 1),
      current: round(power / voltage / pf, 2),
      power: round(power, 1),
      pf: round(pf, 2),
      energy: round((scheduledHours(ms) * RATED_W) / 1000 + this.#between('energy', 0, 400), 2),
      leakCurrent: round(2 + 1.5 * this.#noise('leak', ms) + this.#between('leak', 0, 3), 1),
      lampHours: Math.floor(scheduledHours(ms) * 1.5),
    }
  }

  #probe(ms: number): TbValues {
    const place = placeOfProbe(this.seed)
    const [base, swing, humidity] = CLIMATE[place]
    const outside = place === 'GREENHOUSE' ? 0.2 * (this.#weather.airTempAt(ms) - 15) : 0
    return {
      temperature: round(base + outside + swing * this.#noise('temperature', ms, 1_800_000), 1),
      humidity: round(humidity + 6 * this.#noise('humidity', ms, 1_800_000), 1),
      probeState: 'OK',
    }
  }

  #hydrant(ms: number): TbValues {
    const meter = pipeMeterAt(this.seed, ms)
    const opening = this.#opening ?? 0
    return {
      valveState: opening === 0 ? 'CLOSED' : opening === 100 ? 'OPEN' : 'PARTIAL',
      opening,
      pressure: round(0.18 + 0.03 * this.#noise('pressure', ms) - 0.0005 * opening, 3),
      flow: round((opening / 100) * this.#between('flow', 28, 44), 2),
      totalVolume: round(meter.totalM3, 2),
    }
  }

  #cover(ms: number): TbValues {
    if (this.#armsAt !== null && ms >= this.#armsAt) {
      this.#armed = true
      this.#armsAt = null
    }
    const wet = Math.max(0, this.#weather.humidityAt(ms) - 60) / 100
    return {
      armed: this.#armed,
      tilt: round(this.#between('tilt', 0.4, 2.5) + 0.2 * this.#noise('tilt', ms), 1),
      opened: false,
      waterLevel: round(this.#between('level', 0.1, 0.5) + wet + 0.04 * this.#noise('level', ms), 2),
      gasCh4: round(Math.max(0, 1.5 + 1.4 * this.#noise('gas', ms)), 1),
      h2s: round(Math.max(0, 0.6 + 0.6 * this.#noise('h2s', ms)), 1),
      vibration: round(Math.max(0, 0.3 + 0.2 * this.#noise('vibration', ms)), 2),
    }
  }

  #well(ms: number): TbValues {
    const hour = hourAt(ms)
    const runs = this.#running ?? (hour > this.#between('from', 4, 8) && hour < this.#between('to', 15, 19))
    const kw = this.#between('power', 7, 15)
    const volts = (phase: string) => round(222 + 3 * this.#noise(phase, ms), 1)
    const amps = (phase: string) => (runs ? round(kw * 1.9 + 0.4 * this.#noise(phase, ms), 2) : 0)
    const hours = ms / HOUR_MS - 480_000
    return {
      pumpState: runs ? 'RUN' : 'STOP',
      voltageA: volts('a'),
      voltageB: volts('b'),
      voltageC: volts('c'),
      currentA: amps('a'),
      currentB: amps('b'),
      currentC: amps('c'),
      activePower: runs ? round(kw + 0.2 * this.#noise('power', ms), 2) : 0,
      energyTotal: round(kw * hours * 0.4, 2),
      flow: runs ? round(kw * 3.1 + 0.6 * this.#noise('flow', ms), 1) : 0,
      waterTotal: round(kw * 3.1 * hours * 0.4, 1),
      waterDepth: round(this.#between('depth', 28, 46) + (runs ? 2.2 : 0) + 0.2 * this.#noise('depth', ms), 2),
      doorOpen: false,
      pumpStarts: runs ? 1 : 0,
    }
  }

  #soil(ms: number): TbValues {
    const moist = (depth: number) =>
      round(this.#between('soil', 22, 30) + depth / 10 + 1.2 * this.#noise(`${depth}`, ms, HOUR_MS), 1)
    return {
      soilMoisture10: moist(10),
      soilMoisture20: moist(20),
      soilMoisture40: moist(40),
      soilTemp: round(0.6 * this.#weather.airTempAt(ms - 3 * HOUR_MS) + 6, 1),
      soilEc: round(0.9 + 0.15 * this.#noise('ec', ms, HOUR_MS), 2),
      soilPh: round(this.#between('ph', 6.4, 7.6), 1),
    }
  }
}

/** What is only taken note of: no value tells of it. */
const TOLD: ReadonlySet<string> = new Set([
  'HYDRANT.setVolume',
  'COVER.setTilt',
  'WELL.resetFault',
  'PROBE.setInterval',
  'SOIL_NODE.setInterval',
])
