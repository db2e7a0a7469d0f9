import type { County } from '../county/county.ts'
import type { PlannedStation } from '../fleet/plan.ts'
import type { PlannedMqttStation } from '../mqtt/mqtt.types.ts'

interface Place {
  lng: number
  lat: number
}

export interface DemoDepartment {
  name: string
  kind: 'CUSTOMER' | 'INTERNAL'
  /** Null hangs it below the platform itself. */
  parent: string | null
}

export interface DemoUser {
  username: string
  nickName: string
  department: string
  roleCode: string
  /** Since when somebody works, anywhere: annual leave follows from it. */
  seniorityFrom: string
  /** The head of their department. */
  leads?: true
}

export interface DemoDevice extends Place {
  name: string
  deviceNo: string
  productNo: string
  department: string
  address: string
  /** Of a lamp: where it hangs. */
  pole?: { poleNo: string; loopNo: string; ratedW: number }
  /** Of a temperature probe: where it hangs, and what that place is to keep. */
  probe?: { probePosition: string; scene: DemoScene }
  /** Of a gauge: how it was calibrated. */
  calibration?: DemoCalibration
}

export interface DemoCalibration {
  metric: string
  way: 'TWO_POINT' | 'SHIFT'
  firstRaw: number
  firstRef: number
  secondRaw?: number
  secondRef?: number
  certificateNo: string
  laboratory: string
  daysAgo: number
  validDays: number
}

/** A scene of temperature; °C. */
export interface DemoScene {
  name: string
  lower: number
  upper: number
}

/** A firmware of the county. */
export interface DemoFirmware {
  productNo: string
  title: string
  version: string
  note: string
  /** The name of its roll-out; a draft without. */
  rollout?: string
}

/** A product that begins with a ready model. */
export interface DemoProduct {
  productNo: string
  template: string
  name: string
  englishName: string
}

/** How a station of the world calls: what the fleet is given. An MQTT station gets its token from the platform. */
export type DemoCarrier =
  | { protocol: 'SL651'; stationAddress: string; password: string; planned: PlannedStation }
  | { protocol: 'TB_MQTT'; planned: PlannedMqttStation }

/** A station, the device it is on the platform, and the slaves behind it (channel 1 first). */
export interface DemoStation {
  device: DemoDevice & { reportIntervalS: number }
  slaves: readonly DemoDevice[]
  carrier: DemoCarrier
}

/** The kind of a device's measurements, independent of its carrier; a valve has the same model as a slave and alone. */
type SourceKind = 'GATEWAY' | 'VALVE' | 'LEVEL' | 'SOIL' | 'PUMP' | 'METER' | 'PRESSURE' | 'WEATHER'

/**
 * The model that drives a device: everything it reports is a function of (kind, seed, time) in `model/`, so that its
 * past can be generated like its present. `stationSeed` is that of the station that carries it: supply and mishaps.
 */
export interface DemoSource {
  deviceNo: string
  productNo: string
  kind: SourceKind
  seed: number
  stationSeed: number
  /** Of a slave, from 1. */
  channel?: number
  /** Of a level gauge: 48 on a river, 4B on a reservoir. */
  stationType?: '48' | '4B'
  reportIntervalS: number
}

export interface DemoWorld {
  county: County
  departments: readonly DemoDepartment[]
  users: readonly DemoUser[]
  stations: readonly DemoStation[]
  /** Lamps, hydrants and the like, which only a whole county has, and the products they need. */
  field: readonly DemoStation[]
  products: readonly DemoProduct[]
  firmware: readonly DemoFirmware[]
  /** One for every device of `stations`, masters before their slaves. */
  devices: readonly DemoSource[]
  /** Stations that call without being registered. */
  strangers: readonly PlannedStation[]
}

export interface WorldOptions {
  stations: number
  seed: number
  reportIntervalS: number
}
