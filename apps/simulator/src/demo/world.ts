import { createHash } from 'node:crypto'
import { type CountySite, drawCounty } from '../county/county.ts'
import type { PlannedStation } from '../fleet/plan.ts'
import { valveSeed } from '../model/valve-unit.ts'
import type { PlannedFirmware } from '../mqtt/firmware-taker.ts'
import type { PlannedMqttStation } from '../mqtt/mqtt.types.ts'
import { createRandom, type Random, seedOf } from '../random.ts'
import type { StationKind } from '../station/station.types.ts'
import { calibrationOf } from './calibrations.ts'
import { DEMO_PRODUCTS, fieldStations } from './field-world.ts'
import { DEPARTMENTS, departmentOf, USERS } from './departments.ts'
import { addressOf, Counter, nameOf, valveName } from './names.ts'
import { type Build, COUNTY_STATIONS, type Placed, placeStations } from './placement.ts'
import type {
  DemoCarrier,
  DemoDevice,
  DemoFirmware,
  DemoSource,
  DemoStation,
  DemoWorld,
  WorldOptions,
} from './world.types.ts'

export type { DemoWorld } from './world.types.ts'

export const DEVICE_PREFIX = 'QH-'
/** Administrative code of a county that does not exist (SL651 6.6.2.2: three bytes of it, two bytes of number). */
const COUNTY_CODE = '990126'
const HYDROLOGICAL_FIRST = 31_026_001
const STRANGERS_FROM = 0xf001
/** The land is the same for every seed of the demo. */
const LAND_SEED = 20_260

/** A county in its fifth year: of 550 devices a handful is always out of order or out of reach. */
const MISHAP_RATE = 6
/** From shut to open: a station answers with the state it reached, a valve of its own lets one watch. */
const SHORT_STROKE_S = [8, 24] as const
const LONG_STROKE_S = [25, 60] as const

const PRODUCTS = {
  SL651: {
    VALVE_STATION: 'SL651-VALVE-STATION',
    VALVE: 'SL651-VALVE',
    LEVEL: 'SL651-LEVEL',
    SOIL: 'SL651-SOIL',
    PUMP: 'SL651-PUMP',
    slave: 'SL651-VALVE-CHANNEL',
  },
  TB_MQTT: {
    GATEWAY: 'MQTT-GATEWAY',
    VALVE: 'MQTT-VALVE',
    METER: 'MQTT-SENSOR',
    PRESSURE: 'MQTT-SENSOR',
    LEVEL: 'MQTT-SENSOR',
    WEATHER: 'MQTT-SENSOR',
    slave: 'MQTT-VALVE-SLAVE',
  },
} as const

/** What valves of their own connection were delivered with, what they are being brought to, and what is being built. */
const FIRMWARE_TITLE = 'QH-MV200'
const DELIVERED = '1.4.2'
const FIRMWARE: readonly DemoFirmware[] = [
  {
    productNo: PRODUCTS.TB_MQTT.VALVE,
    title: FIRMWARE_TITLE,
    version: '1.5.0',
    note: '缩短开阀后的首次上报，修正低温时的电量估算',
    rollout: '清河县电动阀 1.5.0',
  },
  {
    productNo: PRODUCTS.TB_MQTT.VALVE,
    title: FIRMWARE_TITLE,
    version: '1.6.0',
    note: '增加夜间小流量检测，待试验',
  },
]
/** Of the valves in their order these do not come through it, each in its own way. */
const FAILING: Readonly<Record<number, PlannedFirmware['fails']>> = { 5: 'FLASH', 12: 'KEEPS_OLD' }

/** Soil, water and weather change slowly; a gateway reports for many. */
const SLOW: ReadonlySet<string> = new Set(['GATEWAY', 'LEVEL', 'SOIL', 'WEATHER'])

/** Not a secret: the standard sends it in the open. The same at every start, so that a restart is let in. */
function stationPassword(address: string): string {
  const password = createHash('sha256').update(`sluice demo ${address}`).digest('hex').slice(0, 4).toUpperCase()
  return password === '0000' || password === 'FFFF' ? '1234' : password
}

function stationAddress(kind: StationKind, n: number): string {
  if (kind === 'LEVEL') return `00${String(HYDROLOGICAL_FIRST + n).padStart(8, '0')}`
  return COUNTY_CODE + (n + 1).toString(16).toUpperCase().padStart(4, '0')
}

function productOf(build: Build): string {
  return build.protocol === 'SL651' ? PRODUCTS.SL651[build.kind] : PRODUCTS.TB_MQTT[build.kind]
}

function placedDevice(site: CountySite, more: Pick<DemoDevice, 'name' | 'deviceNo' | 'productNo'>): DemoDevice {
  const { district, lng, lat } = site
  return { ...more, lng, lat, department: departmentOf(district), address: addressOf(site) }
}

/** The settings that all stations share, whatever their protocol. */
function behaviour(seed: number, reportIntervalS: number, random: Random, strokeS: readonly [number, number]) {
  return {
    seed,
    reportIntervalS,
    strokeMs: Math.round(random.between(...strokeS) * 1000),
    commandFailureRate: random.between(0.01, 0.03),
    waters: true,
    mishapRate: MISHAP_RATE,
    keepReports: 120,
  }
}

function sl651Station(
  kind: StationKind,
  n: number,
  { slaves, site }: Placed,
  options: WorldOptions,
  reportIntervalS: number,
): DemoCarrier {
  const address = stationAddress(kind, n)
  const seed = seedOf(options.seed, address)
  const password = stationPassword(address)
  const planned: PlannedStation = {
    ...behaviour(seed, reportIntervalS, createRandom(seed), SHORT_STROKE_S),
    kind,
    address,
    password,
    heartbeatS: 40,
    channels: kind === 'VALVE_STATION' ? slaves.length : kind === 'VALVE' || kind === 'PUMP' ? 1 : 0,
    // Soil stations sleep between their reports and need not be reached.
    hangsUp: kind === 'SOIL',
  }
  if (kind === 'LEVEL') planned.stationType = site.ground === 'SHORE' ? '4B' : '48'
  return { protocol: 'SL651', stationAddress: address, password, planned }
}

function mqttStation(
  build: Extract<Build, { protocol: 'TB_MQTT' }>,
  name: string,
  slaves: readonly DemoDevice[],
  options: WorldOptions,
  reportIntervalS: number,
): DemoCarrier {
  const seed = seedOf(options.seed, name)
  const planned: PlannedMqttStation = {
    ...behaviour(seed, reportIntervalS, createRandom(seed), LONG_STROKE_S),
    kind: build.kind,
    name,
    slaves: slaves.map(({ deviceNo }, nr) => ({ name: deviceNo, seed: valveSeed(seed, nr) })),
  }
  return { protocol: 'TB_MQTT', planned }
}

class Builder {
  readonly #placed: readonly Placed[]
  readonly #names: readonly string[]
  readonly #options: WorldOptions

  constructor(placed: readonly Placed[], options: WorldOptions) {
    const counter = new Counter()
    this.#placed = placed
    this.#names = placed.map((one) => nameOf(one, counter))
    this.#options = options
  }

  station(n: number): DemoStation {
    const placed = this.#placed[n % this.#placed.length] as Placed
    const { build, site } = placed
    const deviceNo = `${DEVICE_PREFIX}${String(n + 1).padStart(4, '0')}`
    // A world of several counties has its devices in pairs: the second ones say so.
    const round = Math.floor(n / COUNTY_STATIONS)
    const named = (name: string) => (round === 0 ? name : `${name}（${round + 1}期）`)
    const slaves = placed.slaves.map((place, nr) =>
      placedDevice(place, {
        name: named(valveName(place)),
        deviceNo: `${deviceNo}-${nr + 1}`,
        productNo: PRODUCTS[build.protocol].slave,
      }),
    )
    const reportIntervalS = this.#options.reportIntervalS * (SLOW.has(build.kind) ? 2 : 1)
    const name = named(this.#names[n % this.#names.length] as string)
    const calibration = calibrationOf(build.kind, n)
    return {
      device: {
        ...placedDevice(site, { name, deviceNo, productNo: productOf(build) }),
        reportIntervalS,
        ...(calibration ? { calibration } : {}),
      },
      slaves,
      carrier:
        build.protocol === 'SL651'
          ? sl651Station(build.kind, n, placed, this.#options, reportIntervalS)
          : mqttStation(build, deviceNo, slaves, this.#options, reportIntervalS),
    }
  }
}

function sourcesOf({ device, slaves, carrier }: DemoStation): DemoSource[] {
  const { planned } = carrier
  const seed = planned.seed as number
  const { reportIntervalS } = device
  const isGateway = planned.kind === 'VALVE_STATION' || planned.kind === 'GATEWAY'
  const own: DemoSource = {
    deviceNo: device.deviceNo,
    productNo: device.productNo,
    kind: planned.kind === 'VALVE_STATION' ? 'GATEWAY' : (planned.kind as DemoSource['kind']),
    seed: planned.kind === 'VALVE' ? valveSeed(seed, 0) : seed,
    stationSeed: seed,
    reportIntervalS,
  }
  if ('stationType' in planned && planned.stationType) own.stationType = planned.stationType
  if (!isGateway) return [own]
  return [
    own,
    ...slaves.map(({ deviceNo, productNo }, nr): DemoSource => {
      const valve = { kind: 'VALVE', seed: valveSeed(seed, nr), stationSeed: seed } as const
      return { ...valve, deviceNo, productNo, channel: nr + 1, reportIntervalS }
    }),
  ]
}

function buildStranger(n: number, { seed, reportIntervalS }: WorldOptions): PlannedStation {
  const address = COUNTY_CODE + (STRANGERS_FROM + n).toString(16).toUpperCase()
  const own = seedOf(seed, address)
  const kind: StationKind = n % 2 === 0 ? 'VALVE' : 'LEVEL'
  const planned = behaviour(own, reportIntervalS * 2, createRandom(own), SHORT_STROKE_S)
  // Nobody answers them: they need not remember much.
  return { ...planned, kind, mishapRate: 0, keepReports: 5, address, channels: 1, heartbeatS: 40 }
}

/** The county as a plan: the same options give the same world, and a larger one begins with the smaller one. */
/** The same station, as one that takes firmware. */
function flashed(station: DemoStation, nth: number): DemoStation {
  const { carrier } = station
  if (carrier.protocol !== 'TB_MQTT') return station
  const fails = FAILING[nth]
  const firmware = { title: FIRMWARE_TITLE, version: DELIVERED, ...(fails ? { fails } : {}) }
  return { ...station, carrier: { ...carrier, planned: { ...carrier.planned, firmware } } }
}

export function buildWorld(options: WorldOptions): DemoWorld {
  const land = createRandom(LAND_SEED)
  const county = drawCounty(() => land.next())
  const builder = new Builder(placeStations(county.sites), options)
  const takers = new Counter()
  const stations = Array.from({ length: options.stations }, (_, n) => {
    const station = builder.station(n)
    const { productNo } = station.device
    return productNo === PRODUCTS.TB_MQTT.VALVE ? flashed(station, takers.next(productNo)) : station
  })
  const isWhole = options.stations >= COUNTY_STATIONS
  return {
    county,
    field: isWhole ? fieldStations(county, options) : [],
    products: isWhole ? DEMO_PRODUCTS : [],
    firmware: isWhole ? FIRMWARE : [],
    departments: DEPARTMENTS,
    users: USERS,
    stations,
    devices: stations.flatMap(sourcesOf),
    strangers: Array.from({ length: 2 }, (_, n) => buildStranger(n, options)),
  }
}
