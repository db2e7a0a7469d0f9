import type { FaultObservation } from '@sluice/contract'

/** Frames of one device within an hour. */
export interface FramesOfHour {
  /** With a wrong checksum. */
  bad: number
  /** That arrived whole. */
  good: number
}

/** More of them are a fault (domain 6.5 C04). */
const MOST_PCT = 5
/** Fewer wrong ones are an accident, whatever their share: many devices send one frame in an hour. */
const LEAST_BAD = 3

/** Whether too many frames arrive damaged; undefined where they are too few to tell, or none came. */
export function areManyBad({ bad, good }: FramesOfHour): boolean | undefined {
  if (bad + good === 0) return undefined
  if ((100 * bad) / (bad + good) <= MOST_PCT) return false
  return bad >= LEAST_BAD ? true : undefined
}

/** What is told of them. */
export const framesSeen = ({ bad, good }: FramesOfHour): FaultObservation => ({
  observed: 'FRAMES',
  bad,
  all: bad + good,
  mostPct: MOST_PCT,
})
