/** A valve on its way. Openings are 0..1. `stopsAt` is short of `to` where it jams. */
export interface ValveMotion {
  from: number
  stopsAt: number
  startMs: number
  /** Time from closed to open. */
  strokeMs: number
}

/** How long a motion takes. */
export function travelMs({ from, stopsAt, strokeMs }: ValveMotion): number {
  return Math.abs(stopsAt - from) * strokeMs
}

/** The opening at an instant. */
export function openingAt(motion: ValveMotion, ms: number): number {
  const travel = travelMs(motion)
  const share = travel === 0 ? 1 : Math.min(1, Math.max(0, (ms - motion.startMs) / travel))
  // There it is exactly there: what has come to rest must not differ from where it was going by a rounding.
  if (share === 1) return motion.stopsAt
  return motion.from + (motion.stopsAt - motion.from) * share
}

export function restingAt(opening: number): ValveMotion {
  return { from: opening, stopsAt: opening, startMs: 0, strokeMs: 0 }
}
