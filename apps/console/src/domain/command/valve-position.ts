import { type DeviceState, openingPercent, type Reading } from '@sluice/contract'

/** The position that the valve itself reported. */
export interface ReportedPosition {
  /** Percent; taken from the limit switches where the device reports no number. */
  opening: number | null
  motion: 'OPENING' | 'CLOSING' | null
  /** Observation time. */
  ts: string | null
}

const numberOf = (reading: Reading | undefined): number | null =>
  typeof reading?.v === 'number' && reading.q !== 'BAD' ? reading.v : null

export function positionOf(state: DeviceState | undefined): ReportedPosition {
  const reading = state?.values['opening']
  const word = state?.values['valveState']
  const said = typeof word?.v === 'string' && word.q !== 'BAD' ? word.v : ''
  const opening = openingPercent(said, numberOf(reading))
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
