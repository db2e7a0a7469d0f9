import type { TbValues } from '@sluice/codecs'
import { happensAt, MISHAPS, type MishapName } from '../model/mishap.ts'
import { pipeMeterAt } from '../model/pipe-meter.ts'
import { cellVoltageAt, supplyVoltageAt } from '../model/power.ts'
import { type ValveLook, ValveUnit, valveSeed } from '../model/valve-unit.ts'
import { levelAt } from '../model/water-level.ts'
import type { Weather } from '../model/weather.ts'
import { createRandom, noiseAt, seedOf } from '../random.ts'
import { FIELD_KINDS, type FieldKind, FieldUnit } from './field-unit.ts'
import type { MqttKind, MqttSlave } from './mqtt.types.ts'

export interface MqttPointsOptions {
  kind: MqttKind
  seed: number
  slaves: readonly MqttSlave[]
  weather: Weather
  strokeMs: number
  waters: boolean
  mishapRate: number
}

/** The sensors and drives of an MQTT station. A device of it is null (the station itself) or the name of a slave. */
export interface MqttPoints {
  /** All devices, the station first. */
  readonly devices: readonly (string | null)[]
  /** Values of one device under the keys of our metrics; undefined for a name it does not know. */
  values(device: string | null, ms: number): TbValues | undefined
  valve(device: string | null): ValveUnit | undefined
  unit(device: string | null): FieldUnit | undefined
  /** Whether the radio between the gateway and this slave is down. */
  isOut(device: string | null, ms: number): boolean
}

const round = (value: number, decimals: number) => Math.round(value * 10 ** decimals) / 10 ** decimals

function stateOf({ opening, moves }: ValveLook): string {
  if (moves !== 0) return moves > 0 ? 'OPENING' : 'CLOSING'
  if (opening <= 0.005) return 'CLOSED'
  return opening >= 0.995 ? 'OPEN' : 'PARTIAL'
}

function valveValues(unit: ValveUnit, ms: number): TbValues {
  const look = unit.look(ms)
  return {
    valveState: stateOf(look),
    opening: round(look.opening * 100, 0),
    inletPressure: round(look.inletMpa, 3),
    outletPressure: round(look.outletMpa, 3),
    flow: round(look.flowM3h, 2),
    totalVolume: round(unit.totalM3(ms), 3),
    batteryV: round(cellVoltageAt(unit.seed, ms), 2),
  }
}

/** Signal of a modem, 0..31, and of a radio behind a gateway, dBm: fixed by the place, a little by the hour. */
const csqAt = (seed: number, ms: number) =>
  Math.round(createRandom(seedOf(seed, 'csq')).between(15, 28) + 2 * noiseAt(seed, ms / 300_000))
const rssiAt = (seed: number, ms: number) =>
  Math.round(createRandom(seedOf(seed, 'rssi')).between(-108, -62) + 3 * noiseAt(seed, ms / 300_000))

function sensorValues({ kind, seed, weather }: MqttPointsOptions, ms: number): TbValues {
  const meter = pipeMeterAt(seed, ms)
  switch (kind) {
    case 'METER':
      return {
        flow: round(meter.flowM3h, 2),
        totalVolume: round(meter.totalM3, 3),
        outletPressure: round(meter.pressureMpa, 3),
      }
    case 'PRESSURE':
      return { outletPressure: round(meter.pressureMpa, 3) }
    case 'LEVEL': {
      const random = createRandom(seedOf(seed, 'canal'))
      const gauge = { seed, baseM: random.between(1.2, 2.4), tideM: 0.07, liftMPerMm: 0.005, crestH: 5 }
      const waterTemp = Math.max(1.5, 0.8 * weather.airTempAt(ms - 21_600_000) + 3)
      return { level: round(levelAt(gauge, weather, ms), 3), waterTemp: round(waterTemp, 1) }
    }
    default:
      return { airTemp: round(weather.airTempAt(ms), 1), airHum: round(weather.humidityAt(ms), 1) }
  }
}

function isFieldKind(kind: MqttKind): kind is FieldKind {
  return (FIELD_KINDS as readonly string[]).includes(kind)
}

/** Lamps and wells hang on the mains, the others on a cell. */
function powered({ kind, seed }: FieldUnit, ms: number): TbValues {
  return kind === 'LAMP' || kind === 'WELL' ? {} : { batteryV: round(cellVoltageAt(seed, ms), 2) }
}

/** The same options give the same station; asking twice for the same instant gives the same values. */
export function createMqttPoints(options: MqttPointsOptions): MqttPoints {
  const { kind, seed, slaves, weather, strokeMs, waters, mishapRate } = options
  const drive = { strokeMs, waters, throttles: true }
  const valves = new Map<string | null, ValveUnit>(
    slaves.flatMap(({ name, seed: own, kind: small }) => (small ? [] : [[name, new ValveUnit(own, drive)] as const])),
  )
  const units = new Map<string | null, FieldUnit>(
    slaves.flatMap(({ name, seed: own, kind: small }) =>
      small ? [[name, new FieldUnit(small, own, weather)] as const] : [],
    ),
  )
  if (isFieldKind(kind)) units.set(null, new FieldUnit(kind, seed, weather))
  if (kind === 'VALVE') valves.set(null, new ValveUnit(valveSeed(seed, 0), drive))
  const happens = (name: MishapName, ms: number) => happensAt(seed, MISHAPS[name], ms, mishapRate)

  function ownValues(ms: number): TbValues {
    const csq = csqAt(seed, ms)
    const unit = valves.get(null)
    if (unit) return { ...valveValues(unit, ms), csq }
    const own = units.get(null)
    if (own) return { ...own.values(ms), ...powered(own, ms), csq }
    if (kind === 'FIELD_GATEWAY') {
      const out = slaves.filter(({ seed: one }) => happensAt(one, MISHAPS.offline, ms, mishapRate)).length
      return { slaveTotal: slaves.length, slaveOnline: slaves.length - out, mainsLost: happens('mainsLost', ms), csq }
    }
    if (kind !== 'GATEWAY') return { ...sensorValues(options, ms), batteryV: round(cellVoltageAt(seed, ms), 2), csq }
    const batteryV = round(supplyVoltageAt('SOLAR', seed, weather.cloudAt(ms), ms), 2)
    return { batteryV, csq, mainsLost: happens('mainsLost', ms), doorOpen: happens('doorOpen', ms) }
  }

  return {
    devices: [null, ...slaves.map(({ name }) => name)],
    valve: (device) => valves.get(device),
    unit: (device) => units.get(device),
    values(device, ms) {
      if (device === null) return ownValues(ms)
      const small = units.get(device)
      if (small) return { ...small.values(ms), ...powered(small, ms), rssi: rssiAt(small.seed, ms) }
      const unit = valves.get(device)
      return unit && { ...valveValues(unit, ms), rssi: rssiAt(unit.seed, ms) }
    },
    isOut(device, ms) {
      const unit = device === null ? undefined : (valves.get(device) ?? units.get(device))
      return unit !== undefined && happensAt(unit.seed, MISHAPS.offline, ms, mishapRate)
    },
  }
}
