import { CANALS, type Channel, PIPES } from './channel.table.ts'
import { plotsIn } from './fields.ts'
import { BOUNDARY, DISTRICTS } from './land.table.ts'
import { ROADS, TOWNS } from './settlement.table.ts'
import { along, lengthOf, nearestOn, roughen, smooth, type Spot } from './smooth.ts'
import { DAM, RESERVOIR, RESERVOIR_TAIL, RIVERS } from './water.table.ts'

type Place = [lng: number, lat: number]

/** A GeoJSON feature as the import of the platform takes it; `district` names the department it belongs to. */
export interface CountyFeature {
  type: 'Feature'
  properties: { kind: string; name?: string; rank?: string; flow?: string; width?: number; district?: string }
  geometry: { type: string; coordinates: unknown }
}

/**
 * The kind of ground of a place: a canal or pipe, a river, the shore of the reservoir (1 the dam, 2 its tail), a field,
 * a town.
 */
export type SiteGround = 'CANAL' | 'PIPE' | 'RIVER' | 'SHORE' | 'FIELD' | 'TOWN'

/** A place where a device could stand. */
export interface CountySite {
  ground: SiteGround
  /** The district it belongs to; '' for what is the whole county's (rivers, towns). */
  district: string
  /** Name of what it is on. */
  on: string
  rank: Channel['rank']
  /** Counted along the channel or river from its head, from 1. */
  no: number
  /** Kilometres from there; 0 where nothing runs. */
  km: number
  lng: number
  lat: number
}

export interface County {
  name: string
  features: CountyFeature[]
  sites: CountySite[]
}

/** Middle of the sheet, in a plain that exists, with nothing on it that does. */
const ORIGIN: Place = [116.45, 37.06]
const SHEET_MIDDLE: Spot = [590, 420]
const M_PER_PX = 41
const M_PER_DEGREE = 111_320

/** From the sheet to WGS-84. */
function placeOf([x, y]: Spot): Place {
  const east = (x - SHEET_MIDDLE[0]) * M_PER_PX
  const south = (y - SHEET_MIDDLE[1]) * M_PER_PX
  const lng = ORIGIN[0] + east / (M_PER_DEGREE * Math.cos((ORIGIN[1] * Math.PI) / 180))
  return [round(lng), round(ORIGIN[1] - south / M_PER_DEGREE)]
}

const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6
const places = (spots: readonly Spot[]) => spots.map(placeOf)

function line(properties: CountyFeature['properties'], spots: readonly Spot[]): CountyFeature {
  return { type: 'Feature', properties, geometry: { type: 'LineString', coordinates: places(smooth(spots)) } }
}

function area(properties: CountyFeature['properties'], ring: readonly Spot[]): CountyFeature {
  return { type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: [places(ring)] } }
}

/** Strokes that begin this near to an earlier channel leave it there: the drawing is rough, the network is not. */
const BRANCH_PX = 12

/** Every channel as it runs, its head exactly on the one it leaves. */
const NETWORK: readonly { channel: Channel; kind: 'CANAL' | 'PIPE'; spots: Spot[] }[] = (() => {
  const laid: { channel: Channel; kind: 'CANAL' | 'PIPE'; spots: Spot[] }[] = []
  for (const channel of [...CANALS, ...PIPES]) {
    const [head, ...rest] = channel.line
    const feet = laid.map(({ spots }) => nearestOn(spots, head!)).filter(({ distance }) => distance < BRANCH_PX)
    const foot = feet.toSorted((a, b) => a.distance - b.distance)[0]
    const spots = smooth([foot?.spot ?? head!, ...rest])
    laid.push({ channel, kind: PIPES.includes(channel) ? 'PIPE' : 'CANAL', spots })
  }
  return laid
})()

function channels(): CountyFeature[] {
  return NETWORK.map(({ channel: { name, rank, widthM: width, district }, kind, spots }) => ({
    type: 'Feature',
    properties: { kind, name, rank, width, district, flow: 'FORWARD' },
    geometry: { type: 'LineString', coordinates: places(spots) },
  }))
}

/** Houses stand denser towards the middle, and none in the road. */
function houses(random: () => number): CountyFeature[] {
  return TOWNS.flatMap(({ at, blocks, reach }) =>
    Array.from({ length: blocks }, () => {
      const [turn, far] = [random() * Math.PI * 2, reach * random() ** 0.7]
      const [x, y] = [at[0] + Math.cos(turn) * far, at[1] + Math.sin(turn) * far * 0.8]
      const [w, h] = [2 + random() * 3.5, 1.8 + random() * 2.4]
      const corners: Spot[] = [
        [x - w, y - h],
        [x + w, y - h],
        [x + w, y + h],
        [x - w, y + h],
        [x - w, y - h],
      ]
      return area({ kind: 'BUILT' }, corners)
    }),
  )
}

/**
 * The whole county: the same for the same numbers. Places of devices lie on canals and pipes, several per lateral.
 * `random` gives numbers from 0 to 1.
 */
export function drawCounty(random: () => number): County {
  const features: CountyFeature[] = [
    area({ kind: 'AREA', name: '清河县', rank: 'MAIN' }, roughen(smooth(BOUNDARY, true), 9, random)),
    ...DISTRICTS.map(({ name, ring }) => area({ kind: 'FIELD', name, district: name }, smooth(ring, true))),
    ...houses(random),
    area(
      { kind: 'WATER', name: '北山水库', rank: 'MAIN', district: '北山水库' },
      roughen(smooth(RESERVOIR, true), 2.4, random),
    ),
    ...RIVERS.map(({ name, widthM: width, line: spots }) =>
      line({ kind: 'WATER', name, width, flow: 'FORWARD' }, spots),
    ),
    ...ROADS.map(({ name, rank, line: spots }) => line({ kind: 'ROAD', name, rank }, spots)),
    ...channels(),
    ...TOWNS.map(({ name, rank, at }): CountyFeature => {
      return {
        type: 'Feature',
        properties: { kind: 'PLACE', name, rank },
        geometry: { type: 'Point', coordinates: placeOf(at) },
      }
    }),
  ]
  return { name: '清河县', features, sites: sites(random) }
}

/** One place for every so many pixels of a line. */
const SPACING_PX = { CANAL: 7, PIPE: 5, RIVER: 46 } as const

function sitesAlong(
  line: readonly Spot[],
  ground: 'CANAL' | 'PIPE' | 'RIVER',
  about: Pick<CountySite, 'district' | 'on' | 'rank'>,
): CountySite[] {
  const length = lengthOf(line)
  const count = Math.max(2, Math.round(length / SPACING_PX[ground]))
  return along(line, count).map((spot, nr) => {
    const km = Math.round((((nr + 0.5) / count) * length * M_PER_PX) / 100) / 10
    return siteAt(spot, { ...about, ground, no: nr + 1, km })
  })
}

function siteAt(spot: Spot, about: Omit<CountySite, 'lng' | 'lat'>): CountySite {
  const [lng, lat] = placeOf(spot)
  return { ...about, lng, lat }
}

function sites(random: () => number): CountySite[] {
  const lines = NETWORK.map(({ spots }) => spots)
  const still = { no: 1, km: 0, rank: 'MAIN' } as const
  return [
    ...[DAM, RESERVOIR_TAIL].map((spot, nr) =>
      siteAt(spot, { ...still, ground: 'SHORE', district: '北山水库', on: '北山水库', no: nr + 1 }),
    ),
    ...NETWORK.flatMap(({ channel: { name, district, rank }, kind, spots }) =>
      sitesAlong(spots, kind, { district, on: name, rank }),
    ),
    ...RIVERS.flatMap(({ name, line: spots }) =>
      sitesAlong(smooth(spots), 'RIVER', { district: '', on: name, rank: 'MAIN' }),
    ),
    ...DISTRICTS.flatMap(({ name, ring }) =>
      plotsIn(smooth(ring, true), lines, random).map((spot, nr) =>
        siteAt(spot, { ...still, ground: 'FIELD', district: name, on: name, rank: 'MINOR', no: nr + 1 }),
      ),
    ),
    // Beside the middle of a town, where its name is written.
    ...TOWNS.map(({ name, rank, at: [x, y], reach }) =>
      siteAt([x + reach * 0.45, y + reach * 0.35], { ...still, ground: 'TOWN', district: '', on: name, rank }),
    ),
  ]
}
