import { createRandom, seedOf } from '../random.ts'
import type { StationKind, StationOptions } from '../station/station.types.ts'

/** One station of a plan: who it is, without where it calls and what all stations share. */
export type PlannedStation = Omit<StationOptions, 'host' | 'port' | 'clock' | 'wheel' | 'weather'>

export interface PlanOptions {
  stations: number
  seed: number
  /** The first address is `00` and these 8 digits, the others follow. */
  firstAddress?: number
  password?: string
  reportIntervalS?: number
  heartbeatS?: number
  /** All stations are of this kind; a county's mixture by default. */
  kind?: StationKind
}

/** The mixture of stations in a county, in percent. */
const MIXTURE: readonly [StationKind, number][] = [
  ['VALVE_STATION', 40],
  ['VALVE', 20],
  ['LEVEL', 15],
  ['SOIL', 15],
  ['PUMP', 10],
]
const MAX_VALVES = 6

function mixedKind(share: number): StationKind {
  let left = share * 100
  for (const [kind, weight] of MIXTURE) {
    if (left < weight) return kind
    left -= weight
  }
  return 'VALVE_STATION'
}

/** Address `n` of a plan: `00` and 8 decimal digits, as hydrological stations have them (SL651 6.6.2.2). */
export function stationAddress(firstAddress: number, n: number): string {
  return `00${String(firstAddress + n).padStart(8, '0')}`
}

/**
 * Stations for plain load. The same options give the same plan, and a larger plan begins with the smaller one. Timed
 * reports are spread evenly over the interval.
 */
export function planStations(options: PlanOptions): PlannedStation[] {
  const { stations, seed, firstAddress = 10_000_001, password = '1234', reportIntervalS, heartbeatS, kind } = options
  return Array.from({ length: stations }, (_, n) => {
    const address = stationAddress(firstAddress, n)
    const own = seedOf(seed, address)
    const random = createRandom(own)
    const ownKind = kind ?? mixedKind(random.next())
    const planned: PlannedStation = { address, password, kind: ownKind, seed: own, keepReports: 20 }
    if (ownKind === 'VALVE_STATION') planned.channels = 2 + random.whole(MAX_VALVES - 1)
    if (reportIntervalS) {
      planned.reportIntervalS = reportIntervalS
      planned.firstReportMs = Math.floor(random.next() * reportIntervalS * 1000)
    }
    if (heartbeatS) planned.heartbeatS = heartbeatS
    return planned
  })
}
