import type { CountySite, SiteGround } from '../county/county.ts'
import type { WaterKind } from '../mqtt/mqtt.types.ts'
import type { StationKind } from '../station/station.types.ts'

/** One sort of station: what it is, and how it speaks. */
export type Build = { protocol: 'SL651'; kind: StationKind } | { protocol: 'TB_MQTT'; kind: WaterKind }

/** A station with its place, and the places of its slaves (channel 1 first). */
export interface Placed {
  build: Build
  site: CountySite
  slaves: readonly CountySite[]
  /** Of stations of its sort, from 0. */
  nth: number
}

/** The devices of the county: 30 gateways with 400 slaves, and 120 directly connected devices (domain 15.4). */
const GATEWAYS = { VALVE_STATION: 20, GATEWAY: 10 } as const
const DIRECT: readonly { build: Build; count: number; on: readonly SiteGround[] }[] = [
  { build: { protocol: 'SL651', kind: 'LEVEL' }, count: 14, on: ['SHORE', 'RIVER'] },
  { build: { protocol: 'SL651', kind: 'SOIL' }, count: 16, on: ['FIELD'] },
  { build: { protocol: 'SL651', kind: 'PUMP' }, count: 12, on: ['FIELD'] },
  { build: { protocol: 'TB_MQTT', kind: 'WEATHER' }, count: 4, on: ['TOWN'] },
  { build: { protocol: 'TB_MQTT', kind: 'PRESSURE' }, count: 8, on: ['PIPE'] },
  { build: { protocol: 'TB_MQTT', kind: 'METER' }, count: 10, on: ['PIPE', 'CANAL'] },
  { build: { protocol: 'TB_MQTT', kind: 'LEVEL' }, count: 4, on: ['CANAL'] },
  { build: { protocol: 'SL651', kind: 'VALVE' }, count: 34, on: ['CANAL', 'CANAL', 'CANAL', 'PIPE'] },
  { build: { protocol: 'TB_MQTT', kind: 'VALVE' }, count: 18, on: ['CANAL', 'CANAL', 'CANAL', 'PIPE'] },
]
/** Stations of one whole county; a larger world has a second one of everything at the same places. */
export const COUNTY_STATIONS =
  GATEWAYS.VALVE_STATION + GATEWAYS.GATEWAY + DIRECT.reduce((sum, { count }) => sum + count, 0)

/** An SL 651 station has at most eight valves (guides 28..2F); an MQTT gateway reaches as far as its radio. */
const SLAVES = { VALVE_STATION: [8, 7, 6, 7], GATEWAY: [30, 22, 28, 24, 26] } as const
/** Where gateways stand: stations along the mains, gateways over the laterals. */
const DISTRICTS = {
  VALVE_STATION:
    '东灌区 南洼灌区 城北片 北山水库 西灌区 石庄片 杨桥片 城关供水 东灌区 南洼灌区 ' +
    '三河片 城北片 东灌区 石庄片 南洼灌区 西灌区 杨桥片 城北片 东灌区 南洼灌区',
  GATEWAY: '东灌区 南洼灌区 城北片 石庄片 西灌区 杨桥片 三河片 南洼灌区 东灌区 南洼灌区',
} as const

const GOLDEN = 0.618034

/** Evenly scattered order: any first few of it lie far apart. */
function scattered<T>(items: readonly T[]): T[] {
  return items
    .map((item, n) => ({ item, key: (n * GOLDEN) % 1 }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item)
}

function placeGateways(pools: Map<string, CountySite[]>, kind: keyof typeof GATEWAYS): Placed[] {
  const build: Build = kind === 'GATEWAY' ? { protocol: 'TB_MQTT', kind } : { protocol: 'SL651', kind }
  const sizes = SLAVES[kind]
  return DISTRICTS[kind].split(' ').map((district, nth) => {
    const pool = pools.get(district) ?? []
    const size = (sizes[nth % sizes.length] as number) + 1
    const run = kind === 'GATEWAY' ? pool.splice(-size) : pool.splice(0, size)
    if (run.length < size) throw new Error(`the county has too few places in ${district}`)
    // It stands amid its valves.
    const [site] = run.splice(Math.floor(run.length / 2), 1) as [CountySite]
    return { build, site, slaves: run, nth }
  })
}

/** First one of each sort, then all sorts mixed as they are in the whole: a small world has everything. */
function mixed(sorts: readonly (readonly Placed[])[]): Placed[] {
  const rest = sorts.flatMap((sort) =>
    sort.slice(1).map((placed, n) => ({ placed, key: (n + 0.5) / (sort.length - 1) })),
  )
  return [
    ...sorts.map(([first]) => first as Placed),
    ...rest.toSorted((a, b) => a.key - b.key).map(({ placed }) => placed),
  ]
}

/** Every station of the county in the order they are built, each place used once. */
export function placeStations(sites: readonly CountySite[]): Placed[] {
  const pools = new Map<string, CountySite[]>()
  for (const site of sites) {
    if (site.ground !== 'CANAL' && site.ground !== 'PIPE') continue
    pools.set(site.district, [...(pools.get(site.district) ?? []), site])
  }
  const sorts = [placeGateways(pools, 'VALVE_STATION'), placeGateways(pools, 'GATEWAY')]
  const free = new Map<SiteGround, CountySite[]>()
  const left = [...[...pools.values()].flat(), ...sites.filter(({ ground }) => ground !== 'CANAL' && ground !== 'PIPE')]
  for (const site of left) free.set(site.ground, [...(free.get(site.ground) ?? []), site])
  for (const [ground, places] of free) free.set(ground, scattered(places))
  for (const { build, count, on } of DIRECT) {
    sorts.push(Array.from({ length: count }, (_, nth) => ({ build, site: nextPlace(free, on, nth), slaves: [], nth })))
  }
  return mixed(sorts)
}

/** The shore of the reservoir is taken first; other grounds in turn, as often as they are named. */
function nextPlace(free: Map<SiteGround, CountySite[]>, on: readonly SiteGround[], nth: number): CountySite {
  const grounds = on.filter((ground) => free.get(ground)?.length)
  const ground = grounds.includes('SHORE') ? 'SHORE' : (grounds[nth % grounds.length] as SiteGround)
  const site = free.get(ground)?.shift()
  if (!site) throw new Error(`the county has no place left on ${on.join(' or ')}`)
  return site
}
