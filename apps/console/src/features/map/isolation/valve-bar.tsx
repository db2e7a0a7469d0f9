import { Reading } from '../../../parts/reading/reading.tsx'
import type { DeviceState } from '@sluice/contract'
import { positionOf } from '../../../domain/command/valve-position.ts'
import { formatNumber, MISSING } from '../../../lib/text/reading-format.ts'

/** Every valve's opening is in percent, like that of the drawing. */
const OPENING = { unit: '%' }

/** The reported opening, the largest thing of its row; behind it where it should go. */
export function OpeningNow({
  state,
  given = null,
  to,
}: {
  state: DeviceState | undefined
  /** While no report is known here. */
  given?: number | null
  /** %; null where it already is there. */
  to: number | null
}) {
  const reading = state?.values['opening']
  return (
    <span className="isolation-now num" data-testid="isolation-now">
      <b>
        {reading && positionOf(state).opening === reading.v ? (
          <Reading metric="opening" reading={reading} face={OPENING} />
        ) : (
          <Plain value={positionOf(state).opening ?? given} />
        )}
      </b>
      {to !== null && (
        <span className="t2">
          <span aria-hidden="true">⇢ </span>
          {formatNumber(to, 0)}
        </span>
      )}
    </span>
  )
}

function Plain({ value }: { value: number | null }) {
  if (value === null) return MISSING
  return (
    <>
      {formatNumber(value, 0)}
      <span className="unit">%</span>
    </>
  )
}

/** Solid is reported; the dashed line in it is still to be closed; the tick is where it was. */
export function ValveBar({
  opening,
  before,
  isOpen,
}: {
  opening: number | null
  before: number | null
  isOpen: boolean
}) {
  const width = `${Math.min(100, Math.max(0, opening ?? 0))}%`
  return (
    <span className="isolation-bar" aria-hidden="true" data-unknown={opening === null || undefined}>
      <span className="isolation-fill" style={{ width }} />
      {isOpen && <span className="isolation-asked" style={{ width }} />}
      {before !== null && <span className="isolation-tick" style={{ left: `${Math.min(100, before)}%` }} />}
    </span>
  )
}

/** An opening as a word. */
export const percent = (opening: number | null): string =>
  opening === null ? MISSING : `${formatNumber(opening, 0)} %`

const KM_M = 1000

/** 640 m, 12.5 km. */
export function lengthWords(metres: number): string {
  return metres < KM_M ? `${formatNumber(Math.round(metres), 0)} m` : `${formatNumber(metres / KM_M, 1)} km`
}
