/** Milliseconds since 1970, UTC. */
export interface StationClock {
  now(): number
}

export const systemStationClock: StationClock = { now: () => Date.now() }

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
/** Stations write the time of their county, UTC+8, without saying so. */
const OFFSET_MS = 8 * HOUR_MS

/** `YYYY-MM-DD HH:mm:ss` as a station writes it. */
export function localText(ms: number): string {
  return new Date(ms + OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ')
}

/** The instant of what a centre wrote as `YYYY-MM-DD HH:mm:ss`; NaN where that is no time. */
export function instantOfLocalText(text: string): number {
  return Date.parse(`${text.replace(' ', 'T')}Z`) - OFFSET_MS
}

/** Whole local days since 1970. */
export function localDay(ms: number): number {
  return Math.floor((ms + OFFSET_MS) / DAY_MS)
}

/** The instant a local day begins. */
export function startOfLocalDay(day: number): number {
  return day * DAY_MS - OFFSET_MS
}

/** Hours since local midnight, in [0, 24). */
export function hourOfDay(ms: number): number {
  return (ms - startOfLocalDay(localDay(ms))) / HOUR_MS
}
