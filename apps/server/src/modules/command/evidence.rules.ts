import { type CommandTarget, openingPercent, type Position } from '@sluice/contract'

/** |opening - target| up to this counts as reached (domain 4.4 rule 7). */
const TOLERANCE_PCT = 2
/** How far a position sensor's value of a valve at rest may vary. */
const WANDER_PCT = 5
/** Openings that differ by less are the same place. */
const SAME_PCT = 0.5
/** How long a valve must have stood before it counts as having stopped. */
const STANDS_MS = 5_000
/** How far a station's clock may be behind ours, for an observation still to count as made after the command. */
export const CLOCK_BEHIND_MS = 120_000

const MOVING: ReadonlySet<string | null> = new Set(['OPENING', 'CLOSING'])
const AT_REST: ReadonlySet<string | null> = new Set(['OPEN', 'CLOSED', 'PARTIAL'])

/** Since when (epoch ms, received) a valve has been where it is. */
export interface ObservedPosition {
  position: Position
  since: number
}

export type Evidence = 'proven' | 'moving' | 'stopped-short' | null

const placeOf = ({ opening, valveState }: Position) => openingPercent(valveState, opening)

function isSamePlace(a: Position, b: Position): boolean {
  const [here, there] = [placeOf(a), placeOf(b)]
  return here !== null && there !== null && Math.abs(here - there) <= SAME_PCT
}

/** Whether a reported value is what a command asked for. */
export function provesMetric({ value, tolerance }: NonNullable<CommandTarget['metric']>, reported: unknown): boolean {
  if (typeof value === 'number' && typeof reported === 'number') return Math.abs(reported - value) <= tolerance
  return reported === value
}

/** Follows a valve: a report of the same position keeps the time since when it has been there. */
export function observedAt(last: ObservedPosition | null, position: Position, at: number): ObservedPosition {
  return last && isSamePlace(last.position, position) ? { position, since: last.since } : { position, since: at }
}

/** Where a valve is that was moved, and where it was: farther than it wanders by itself; null: it was not, %. */
export function movedBetween(
  before: Position,
  now: Position,
): { v: number; expected: number; tolerance: number } | null {
  const [from, to] = [placeOf(before), placeOf(now)]
  if (from === null || to === null || Math.abs(to - from) <= WANDER_PCT) return null
  return { v: to, expected: from, tolerance: WANDER_PCT }
}

/**
 * What a report received after the command proves about it. `before` is the valve's position when the command was sent,
 * `stand` the present one and its start.
 */
export function evidenceOf(
  target: { opening: number | null },
  before: Position | null,
  { position, since }: ObservedPosition,
  at: number,
): Evidence {
  const { valveState } = position
  const rests = AT_REST.has(valveState) || (valveState === null && at - since >= STANDS_MS)
  if (target.opening === null) return rests ? 'proven' : null
  if (MOVING.has(valveState)) return 'moving'
  const place = placeOf(position)
  if (place === null || valveState === 'UNKNOWN') return null
  if (Math.abs(place - target.opening) <= TOLERANCE_PCT) return 'proven'
  if (rests && at - since >= STANDS_MS) return 'stopped-short'
  const from = before && placeOf(before)
  return typeof from === 'number' && Math.abs(place - from) > TOLERANCE_PCT ? 'moving' : null
}
