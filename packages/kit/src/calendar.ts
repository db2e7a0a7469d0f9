const HOUR_MS = 3_600_000

export const DEFAULT_ZONE = 'Asia/Shanghai'

interface ZoneClock {
  format: Intl.DateTimeFormat
  /** Offsets by hour: they do not change within an hour aligned to UTC, and asking the formatter costs 15 µs. */
  offsets: Map<number, number>
  /** The second whose wall-clock time was asked for last, and that time: confirmations are written by the hundred. */
  second: number
  text: string
}

/** Reports are of today and yesterday; a history of months still fits. */
const KEPT_HOURS = 4096

const clocks = new Map<string, ZoneClock>()

function clockOf(zone: string): ZoneClock {
  let clock = clocks.get(zone)
  if (!clock) {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    clock = { format, offsets: new Map(), second: Number.NaN, text: '' }
    clocks.set(zone, clock)
  }
  return clock
}

/** How far the zone's wall clock is ahead of UTC at that instant, in ms. */
export function zoneOffsetMs(epochMs: number, zone: string): number {
  const clock = clockOf(zone)
  const hour = Math.floor(epochMs / HOUR_MS)
  const known = clock.offsets.get(hour)
  if (known !== undefined) return known
  const parts: Record<string, number> = {}
  for (const { type, value } of clock.format.formatToParts(new Date(hour * HOUR_MS))) parts[type] = Number(value)
  const wall = Date.UTC(
    parts['year']!,
    parts['month']! - 1,
    parts['day'],
    parts['hour'],
    parts['minute'],
    parts['second'],
  )
  const offsetMs = wall - hour * HOUR_MS
  if (clock.offsets.size >= KEPT_HOURS) clock.offsets.clear()
  clock.offsets.set(hour, offsetMs)
  return offsetMs
}

const LOCAL = /^\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d)?)?$/

/** The two digits at `at`; 0 past the end. */
function twoDigits(text: string, at: number): number {
  return at < text.length ? 10 * text.charCodeAt(at) + text.charCodeAt(at + 1) - 11 * 48 : 0
}

/**
 * The instant (epoch ms) of a wall-clock time `YYYY-MM-DD[ HH:mm[:ss]]` in a zone; NaN when it is no real time.
 * Where the clock is set back the earlier instant is meant; a time that is skipped counts from before the jump.
 */
export function instantOf(local: string, zone: string): number {
  // Asked for every value of every report: its parts have fixed places, and nothing is cut out of the text.
  if (!LOCAL.test(local)) return Number.NaN
  const year = 100 * twoDigits(local, 0) + twoDigits(local, 2)
  const month = twoDigits(local, 5)
  const day = twoDigits(local, 8)
  const hour = twoDigits(local, 11)
  const minute = twoDigits(local, 14)
  const second = twoDigits(local, 17)
  const wall = Date.UTC(year, month - 1, day, hour, minute, second)
  const made = new Date(wall)
  if (made.getUTCMonth() !== month - 1 || made.getUTCDate() !== day || hour > 23 || minute > 59 || second > 59) {
    return Number.NaN
  }
  const before = wall - zoneOffsetMs(wall - 24 * HOUR_MS, zone)
  return before + zoneOffsetMs(before, zone) === wall ? before : wall - zoneOffsetMs(before, zone)
}

/** `YYYY-MM-DD` of an instant on the zone's calendar. */
export function dayOf(epochMs: number, zone: string): string {
  return new Date(epochMs + zoneOffsetMs(epochMs, zone)).toISOString().slice(0, 10)
}

/** `YYYY-MM-DD HH:mm:ss` of an instant on the zone's wall clock. */
export function localTimeOf(epochMs: number, zone: string): string {
  const clock = clockOf(zone)
  const second = Math.floor(epochMs / 1000)
  if (second !== clock.second) {
    clock.text = new Date(epochMs + zoneOffsetMs(epochMs, zone)).toISOString().slice(0, 19).replace('T', ' ')
    clock.second = second
  }
  return clock.text
}

/** The calendar day `days` later than `YYYY-MM-DD`. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 24 * HOUR_MS).toISOString().slice(0, 10)
}

/** The days from one to another, both included; none where the second is before the first. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}
