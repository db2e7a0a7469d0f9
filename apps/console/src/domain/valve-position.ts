import type { DeviceState, Reading } from '@sluice/contract'

/** The position that the valve itself reported. */
export interface ReportedPosition {
  /** Percent; taken from the limit switches where the device reports no number. */
  opening: number | null
  motion: 'OPENING' | 'CLOSING' | null
  /** Observation time. */
  ts: string | null
}

/** Limit switches win over the percentage (domain 4.4 rule 7). */
const LIMITS: ReadonlyMap<string, number> = new Map([
  ['CLOSED', 0],
  ['OPEN', 100],
])

const numberOf = (reading: Reading | undefined): number | null =>
  typeof reading?.v === 'number' && reading.q !== 'BAD' ? reading.v : null

export function positionOf(state: DeviceState | undefined): ReportedPosition {
  const reading = state?.values['opening']
  const word = state?.values['valveState']
  const said = typeof word?.v === 'string' && word.q !== 'BAD' ? word.v : ''
  const opening = LIMITS.get(said) ?? numberOf(reading)
  const motion = said === 'OPENING' || said === 'CLOSING' ? said : null
  const ts = [reading?.ts, word?.ts]
    .filter((one) => one !== undefined)
    .sort()
    .at(-1)
  return { opening, motion, ts: ts ?? null }
}

export function numeric(state: DeviceState | undefined, key: string): number | null {
  return numberOf(state?.values[key])
}
