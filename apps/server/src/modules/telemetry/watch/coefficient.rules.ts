import type { FaultObservation } from '@sluice/contract'

/** What a pump moved and took in one day. */
export interface PumpedDay {
  waterM3: number
  energyKwh: number
  /** Head of the pump of its well, m; null where nobody entered it. */
  headM: number | null
}

/** Less than both in a day is a trial run, of which no ratio says anything. */
const LEAST_KWH = 5
const LEAST_M3 = 10

/** m³ per kWh (domain 14.3). */
const LEAST_TC = 0.3
const MOST_TC = 10
/** What one kWh lifts by one metre without any loss, m³. */
const LOSSLESS = 367

/** Water per energy of a day, m³/kWh; undefined where it ran too little. Infinite where no energy was counted. */
export function coefficientOf({ waterM3, energyKwh }: PumpedDay): number | undefined {
  if (waterM3 < LEAST_M3 && energyKwh < LEAST_KWH) return undefined
  return energyKwh > 0 ? waterM3 / energyKwh : Infinity
}

/** Whether that is no pump's (domain 6.5 W10): below or above what pumps do, or more than the head allows. */
export function isImplausible(tc: number, headM: number | null): boolean {
  return tc < LEAST_TC || tc > mostOf(headM)
}

const mostOf = (headM: number | null) => (headM !== null && headM > 0 ? Math.min(MOST_TC, LOSSLESS / headM) : MOST_TC)

/** What is told of the day. */
export const coefficientSeen = (tc: number, { waterM3, headM }: PumpedDay): FaultObservation => ({
  observed: 'COEFFICIENT',
  v: Number.isFinite(tc) ? tc : null,
  waterM3,
  least: LEAST_TC,
  most: mostOf(headM),
})
