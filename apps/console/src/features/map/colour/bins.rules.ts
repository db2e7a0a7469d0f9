import { LOW_BATTERY_PCT, MAP_QUANTITIES, type MapQuantity } from '@sluice/contract'

/** What the map is coloured by. */
export const COLOUR_BY = ['state', 'opening', 'pressure', 'flow', 'age', 'battery'] as const
export type ColourBy = (typeof COLOUR_BY)[number]

export function isQuantity(by: ColourBy): by is MapQuantity {
  return (MAP_QUANTITIES as readonly string[]).includes(by)
}

/** Nothing proves a value: it is missing, or older than its device's reports allow. */
export const UNPROVEN = 0
/** Bins count from 1, the highest value (of an age: the youngest), to this. */
export const BINS = 5
/** The rows of a legend: the bins, and what is not proven. */
export const BIN_ROWS: readonly number[] = [1, 2, 3, 4, 5, UNPROVEN]

/** The least value of every bin but the last. */
type Limits = readonly [number, number, number, number]

/** Fully open and shut are what is looked for: a report within 2 % of them counts (docs/spec/look.md#6.4). */
const OPENING: Limits = [98, 60, 30, 2]
const PRESSURE: Limits = [0.45, 0.35, 0.25, 0.15]
/** Less than the last is standing water, whichever way the meter creeps. */
const FLOW: Limits = [250, 50, 10, 0.1]
/** The last two are low and critical (docs/spec/domain.md, 3.3). */
const CHARGE: Limits = [60, 30, LOW_BATTERY_PCT, 10]
/** The same two, in percent of the nominal voltage. */
const VOLTS: Limits = [100, 96, 92, 86]

const LIMITS: Readonly<Record<string, Limits>> = {
  opening: OPENING,
  inletPressure: PRESSURE,
  outletPressure: PRESSURE,
  flow: FLOW,
  batteryPct: CHARGE,
  batteryV: VOLTS,
}

export function limitsOf(metric: string): Limits {
  return LIMITS[metric]!
}

/** Lithium cell, two of them, and the batteries beside a solar panel. */
const NOMINAL_V = [3.6, 7.2, 12, 24] as const
/** Farther from its nominal voltage than this no battery works: it is another kind. */
const FARTHEST = [0.8, 1.25] as const

/** Percent of the nominal voltage; no number for a supply that none of them is. */
function nominalPercent(volts: number): number {
  const nominal = NOMINAL_V.find((one) => volts >= one * FARTHEST[0] && volts <= one * FARTHEST[1])
  return (volts / (nominal ?? Number.NaN)) * 100
}

/** The bin of a reading; UNPROVEN for one that says nothing. */
export function binOf(metric: string, value: number): number {
  const amount = metric === 'batteryV' ? nominalPercent(value) : metric === 'flow' ? Math.abs(value) : value
  if (Number.isNaN(amount)) return UNPROVEN
  const found = limitsOf(metric).findIndex((least) => amount >= least)
  return found < 0 ? BINS : found + 1
}

/** Ages of the bins but the last end here, s: quarter of an hour, hour, six hours, day. */
const AGE_ENDS_S = [900, 3_600, 21_600, 86_400] as const

/** The bin of the last report's age; a device that never reported has none. */
export function ageBin(seenS: number | null, nowS: number): number {
  if (seenS === null) return UNPROVEN
  const found = AGE_ENDS_S.findIndex((end) => nowS - seenS < end)
  return found < 0 ? BINS : found + 1
}

/** How the map is coloured, and which rows of its legend are pressed. */
export interface Colouring {
  by: ColourBy
  only: ReadonlySet<number>
}

export const BY_STATE: Colouring = { by: 'state', only: new Set() }

/** As it stands in the address: `pressure`, or `pressure,5,0` with rows pressed; the state is not written. */
export function addressOf({ by, only }: Colouring): string | null {
  return by === 'state' ? null : [by, ...BIN_ROWS.filter((row) => only.has(row))].join(',')
}

export function colouringIn(address: string | null): Colouring {
  const [name, ...rows] = (address ?? '').split(',')
  const by = COLOUR_BY.find((one) => one === name)
  if (by === undefined || by === 'state') return BY_STATE
  return { by, only: new Set(BIN_ROWS.filter((row) => rows.includes(String(row)))) }
}

/** A ring is drawn in steps, so that one picture serves many clusters. */
export const RING_STEPS = 24

/** How many steps of a ring each row takes, in the order of BIN_ROWS; a row that is there takes one at least. */
export function ringShares(counts: ArrayLike<number>): number[] {
  const wanted = BIN_ROWS.map((row) => counts[row]!)
  const total = wanted.reduce((sum, count) => sum + count, 0)
  if (total === 0) return wanted
  const shares = wanted.map((count) => (count === 0 ? 0 : Math.max(1, Math.round((RING_STEPS * count) / total))))
  const over = shares.reduce((sum, share) => sum + share, 0) - RING_STEPS
  shares[shares.indexOf(Math.max(...shares))]! -= over
  return shares
}
