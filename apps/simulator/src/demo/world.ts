import { createHash } from 'node:crypto'
import type { PlannedStation } from '../fleet/plan.ts'
import { createRandom, type Random, seedOf } from '../random.ts'
import type { StationKind } from '../station/station.types.ts'
import { type Canal, CANALS, type Place, placeAlong, RESERVOIR, RIVER } from './canals.ts'

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
}

export interface DemoDevice extends Place {
  name: string
  deviceNo: string
  productNo: string
  department: string
  address: string
}

/** A station, the device it is on the platform, and the slaves on its channels (channel 1 first). */
export interface DemoStation {
  device: DemoDevice & { stationAddress: string; password: string; reportIntervalS: number }
  slaves: readonly DemoDevice[]
  planned: PlannedStation
}

export interface DemoWorld {
  departments: readonly DemoDepartment[]
  users: readonly DemoUser[]
  stations: readonly DemoStation[]
  /** Stations that call without being registered. */
  strangers: readonly PlannedStation[]
}

export interface WorldOptions {
  stations: number
  seed: number
  reportIntervalS: number
}

export const DEVICE_PREFIX = 'QH-'
const HEAD_OFFICE = '清河县灌区管理处'
const WATERWORKS = '清河县城乡供水中心'

const DEPARTMENTS: readonly DemoDepartment[] = [
  { name: HEAD_OFFICE, kind: 'CUSTOMER', parent: null },
  { name: '东灌区管理站', kind: 'INTERNAL', parent: HEAD_OFFICE },
  { name: '南洼管理站', kind: 'INTERNAL', parent: HEAD_OFFICE },
  { name: '城北管理站', kind: 'INTERNAL', parent: HEAD_OFFICE },
  { name: '北山水库管理所', kind: 'INTERNAL', parent: HEAD_OFFICE },
  { name: WATERWORKS, kind: 'CUSTOMER', parent: null },
]

const USERS: readonly DemoUser[] = [
  { username: 'qh.zhaohailin', nickName: '赵海林', department: HEAD_OFFICE, roleCode: 'ROLE_OPERATOR' },
  { username: 'qh.sunmeihua', nickName: '孙美华', department: HEAD_OFFICE, roleCode: 'ROLE_OPERATOR' },
  { username: 'qh.liuqiang', nickName: '刘强', department: '东灌区管理站', roleCode: 'ROLE_OPERATOR' },
  { username: 'qh.mashuzhen', nickName: '马淑珍', department: '南洼管理站', roleCode: 'ROLE_OPERATOR' },
  { username: 'qh.guoxiaofeng', nickName: '郭晓峰', department: '城北管理站', roleCode: 'ROLE_OPERATOR' },
  { username: 'qh.dingyalan', nickName: '丁雅兰', department: '北山水库管理所', roleCode: 'ROLE_VIEWER' },
  { username: 'qh.heweidong', nickName: '何卫东', department: WATERWORKS, roleCode: 'ROLE_OPERATOR' },
]

/** One round of what is built; every kind is among the first six. 20 stations have about 50 devices. */
const ROUND: readonly StationKind[] = (
  'VALVE_STATION LEVEL VALVE VALVE_STATION SOIL PUMP VALVE_STATION VALVE LEVEL VALVE_STATION ' +
  'VALVE VALVE_STATION LEVEL SOIL VALVE VALVE_STATION PUMP VALVE_STATION VALVE LEVEL'
).split(' ') as StationKind[]

const PRODUCTS: Readonly<Record<StationKind, string>> = {
  VALVE_STATION: 'SL651-VALVE-STATION',
  VALVE: 'SL651-VALVE',
  LEVEL: 'SL651-LEVEL',
  SOIL: 'SL651-SOIL',
  PUMP: 'SL651-PUMP',
}

const BRIDGES = ['柳林桥', '石佛渡', '三里闸', '清平桥', '下河湾', '杨树坝', '老龙口', '望河亭', '新桥', '北大闸']
const VILLAGES = [
  '南洼村',
  '大杨庄',
  '小李屯',
  '前石村',
  '后石村',
  '柳林村',
  '王家堰',
  '双井村',
  '枣园村',
  '高台村',
  '苇子沟',
  '青苗庄',
]
const GOLDEN = 0.618034
/** Administrative code of a county that does not exist (SL651 6.6.2.2: three bytes of it, two bytes of number). */
const COUNTY_CODE = '990126'
const HYDROLOGICAL_FIRST = 31_026_001
const STRANGERS_FROM = 0xf001

/** Evenly spread whatever the count: a larger world begins with the smaller one. */
function spread(n: number): number {
  return (0.17 + n * GOLDEN) % 1
}

function ordinal(names: readonly string[], n: number, suffix: string): string {
  const round = Math.floor(n / names.length)
  return `${names[n % names.length] as string}${round === 0 ? '' : `${round + 1}号`}${suffix}`
}

/** Not a secret: the standard sends it in the open. The same at every start, so that a restart is let in. */
export function stationPassword(address: string): string {
  const password = createHash('sha256').update(`sluice demo ${address}`).digest('hex').slice(0, 4).toUpperCase()
  return password === '0000' || password === 'FFFF' ? '1234' : password
}

function addressOf(kind: StationKind, n: number): string {
  if (kind === 'LEVEL') return `00${String(HYDROLOGICAL_FIRST + n).padStart(8, '0')}`
  return COUNTY_CODE + (n + 1).toString(16).toUpperCase().padStart(4, '0')
}

/** Counts what has been built, so that names run on. */
class Builder {
  readonly #valves = new Map<string, number>()
  readonly #built = new Map<StationKind, number>()

  next(kind: StationKind): number {
    const n = this.#built.get(kind) ?? 0
    this.#built.set(kind, n + 1)
    return n
  }

  valveName(canal: Canal): string {
    const number = (this.#valves.get(canal.name) ?? 0) + 1
    this.#valves.set(canal.name, number)
    return `${canal.name}-${number}#阀`
  }
}

type Site = Place & { name: string; department: string; address: string }

function siteOf(kind: StationKind, builder: Builder): { site: Site; canal: Canal; share: number } {
  const n = builder.next(kind)
  const canal = CANALS[n % CANALS.length] as Canal
  const share = spread(n)
  const onCanal = { department: canal.department, address: `清河县${canal.name}${(share * 18).toFixed(1)}公里处` }
  switch (kind) {
    case 'VALVE_STATION': {
      const name = `${canal.name}${Math.floor(n / CANALS.length) + 1}号测控站`
      return { canal, share, site: { ...placeAlong(canal, share, 0.0008), name, ...onCanal } }
    }
    case 'VALVE':
      return {
        canal,
        share,
        site: { ...placeAlong(canal, (share + 0.31) % 1, -0.0012), name: builder.valveName(canal), ...onCanal },
      }
    case 'LEVEL':
      return { canal: RIVER, share, site: levelSite(n, share) }
    case 'SOIL': {
      const name = ordinal(VILLAGES, n, '墒情站')
      return {
        canal,
        share,
        site: { ...placeAlong(canal, share, 0.018), name, department: canal.department, address: '清河县农田监测点' },
      }
    }
    case 'PUMP': {
      const name = ordinal(VILLAGES, n + 5, n % 2 === 0 ? '机井' : '加压泵站')
      return {
        canal,
        share,
        site: { ...placeAlong(canal, share, -0.022), name, department: WATERWORKS, address: '清河县农村供水工程' },
      }
    }
  }
}

function levelSite(n: number, share: number): Site {
  if (n === 0) {
    return { ...RESERVOIR, name: '北山水库坝前水位站', department: '北山水库管理所', address: '清河县北山水库大坝' }
  }
  const name = `清河${ordinal(BRIDGES, n - 1, '水位雨量站')}`
  return {
    ...placeAlong(RIVER, share),
    name,
    department: HEAD_OFFICE,
    address: `清河县清河${(share * 62).toFixed(1)}公里处`,
  }
}

function slavesOf(deviceNo: string, canal: Canal, share: number, channels: number, builder: Builder, random: Random) {
  return Array.from({ length: channels }, (_, n): DemoDevice => {
    // Lateral pipes leave the canal to both sides of the station.
    const aside = (n % 2 === 0 ? 1 : -1) * random.between(0.0025, 0.006)
    const at = Math.min(1, Math.max(0, share + (n - channels / 2) * 0.012))
    return {
      ...placeAlong(canal, at, aside),
      name: builder.valveName(canal),
      deviceNo: `${deviceNo}-${n + 1}`,
      productNo: 'SL651-VALVE-CHANNEL',
      department: canal.department,
      address: `清河县${canal.name}${(at * 18).toFixed(1)}公里处`,
    }
  })
}

function behaviour(
  kind: StationKind,
  seed: number,
  reportIntervalS: number,
  random: Random,
): Omit<PlannedStation, 'address'> {
  return {
    kind,
    seed,
    reportIntervalS,
    heartbeatS: 40,
    strokeMs: Math.round(random.between(6_000, 14_000)),
    commandFailureRate: random.between(0.01, 0.03),
    mishapRate: 1,
    keepReports: 120,
    // Soil stations sleep between their reports and need not be reached.
    hangsUp: kind === 'SOIL',
  }
}

function buildStation(n: number, { seed, reportIntervalS }: WorldOptions, builder: Builder): DemoStation {
  const kind = ROUND[n % ROUND.length] as StationKind
  const stationAddress = addressOf(kind, n)
  const own = seedOf(seed, stationAddress)
  const random = createRandom(own)
  const { site, canal, share } = siteOf(kind, builder)
  const deviceNo = `${DEVICE_PREFIX}${String(n + 1).padStart(4, '0')}`
  const channels = kind === 'VALVE_STATION' ? 2 + random.whole(5) : kind === 'VALVE' || kind === 'PUMP' ? 1 : 0
  const slaves = kind === 'VALVE_STATION' ? slavesOf(deviceNo, canal, share, channels, builder, random) : []
  const password = stationPassword(stationAddress)
  const slow = kind === 'SOIL' || kind === 'LEVEL' ? 2 : 1
  const device = {
    ...site,
    deviceNo,
    productNo: PRODUCTS[kind],
    stationAddress,
    password,
    reportIntervalS: reportIntervalS * slow,
  }
  const planned = {
    ...behaviour(kind, own, device.reportIntervalS, random),
    address: stationAddress,
    password,
    channels,
  }
  // The first gauge hangs on the dam, all others on the river.
  if (kind === 'LEVEL') planned.stationType = site.department === HEAD_OFFICE ? '48' : '4B'
  return { device, slaves, planned }
}

function buildStranger(n: number, { seed, reportIntervalS }: WorldOptions): PlannedStation {
  const address = COUNTY_CODE + (STRANGERS_FROM + n).toString(16).toUpperCase()
  const own = seedOf(seed, address)
  const kind: StationKind = n % 2 === 0 ? 'VALVE' : 'LEVEL'
  const planned = behaviour(kind, own, reportIntervalS * 2, createRandom(own))
  // Nobody answers them: they need not remember much.
  return { ...planned, mishapRate: 0, keepReports: 5, address, channels: 1 }
}

/** The county as a plan: the same options give the same world, and a larger one begins with the smaller one. */
export function buildWorld(options: WorldOptions): DemoWorld {
  const builder = new Builder()
  return {
    departments: DEPARTMENTS,
    users: USERS,
    stations: Array.from({ length: options.stations }, (_, n) => buildStation(n, options, builder)),
    strangers: Array.from({ length: 2 }, (_, n) => buildStranger(n, options)),
  }
}
