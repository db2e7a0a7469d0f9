import { DEFAULT_ZONE, zoneOffsetMs } from '@sluice/kit'

/** The rules of time, TM-1 to TM-5. Pure: the present is an argument. */

const DAY_MS = 86_400_000

export interface TimeTexts {
  now: string
  minutes: (n: number) => string
  hours: (n: number) => string
  day: string
  date: (month: number, day: number, hour: number, minute: number) => string
}

type TimeInput = Date | number | string | null | undefined

/** A date with dashes and no offset: `2025-06-12`, `2025-06-12 14:30:00`, `2025-06-12T14:30`. */
const WALL = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?$/

/**
 * TM-1, TM-3: accepts seconds (10 digits), milliseconds, digit strings, ISO; a date string without an offset is local
 * time of `zone`, whatever the zone of the browser.
 */
export function instantOf(input: TimeInput, zone: string = DEFAULT_ZONE): number | null {
  if (input === null || input === undefined || input === '') return null
  if (input instanceof Date) return input.getTime()
  const digits = typeof input === 'string' && /^\d+$/.test(input) ? Number(input) : input
  if (typeof digits === 'number') return String(Math.trunc(digits)).length === 10 ? digits * 1000 : digits
  const wall = WALL.exec(digits.trim())
  if (wall) {
    const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = wall
      .slice(1)
      .map((part) => Number(part ?? 0))
    return instantOfWall({ year, month, day, hour, minute, second }, zone)
  }
  const parsed = Date.parse(digits)
  return Number.isNaN(parsed) ? null : parsed
}

export interface WallClock {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  weekday: number
}

/** The local time of an instant in that zone. */
export function wallClock(instant: number, zone: string = DEFAULT_ZONE): WallClock {
  const shown = new Date(instant + zoneOffsetMs(instant, zone))
  return {
    year: shown.getUTCFullYear(),
    month: shown.getUTCMonth() + 1,
    day: shown.getUTCDate(),
    hour: shown.getUTCHours(),
    minute: shown.getUTCMinutes(),
    second: shown.getUTCSeconds(),
    weekday: shown.getUTCDay(),
  }
}

/** The instant of a local time in that zone. */
export function instantOfWall(wall: Omit<WallClock, 'weekday'>, zone: string = DEFAULT_ZONE): number {
  const asUtc = Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute, wall.second)
  return asUtc - zoneOffsetMs(asUtc - zoneOffsetMs(asUtc, zone), zone)
}

const two = (value: number) => String(value).padStart(2, '0')
const WEEKDAYS = '日一二三四五六'

/** TM-3: `{y}-{m}-{d} {h}:{i}:{s}`, `{a}` is the weekday; empty input returns null (shown as `-`). */
export function formatTime(input: TimeInput, pattern = '{y}-{m}-{d} {h}:{i}:{s}', zone = DEFAULT_ZONE): string | null {
  const instant = instantOf(input, zone)
  if (instant === null) return null
  const wall = wallClock(instant, zone)
  const parts: Record<string, string> = {
    y: String(wall.year),
    m: two(wall.month),
    d: two(wall.day),
    h: two(wall.hour),
    i: two(wall.minute),
    s: two(wall.second),
    a: WEEKDAYS[wall.weekday]!,
  }
  return pattern.replace(/\{([ymdhisa])\}/g, (_whole, key: string) => parts[key]!)
}

/** TM-1, TM-2: minutes and hours are rounded up; a future time is shown as just now. */
export function relativeTime(input: TimeInput, now: number, texts: TimeTexts, zone = DEFAULT_ZONE): string | null {
  const instant = instantOf(input, zone)
  if (instant === null) return null
  const ageS = Math.floor((now - instant) / 1000)
  if (ageS < 30) return texts.now
  if (ageS < 3600) return texts.minutes(Math.ceil(ageS / 60))
  if (ageS < 86_400) return texts.hours(Math.ceil(ageS / 3600))
  if (ageS < 172_800) return texts.day
  const wall = wallClock(instant, zone)
  return texts.date(wall.month, wall.day, wall.hour, wall.minute)
}

/** TM-4: the last N days end now. */
export function lastDays(days: number, now: number): { startTime: string; endTime: string } {
  return { startTime: new Date(now - days * DAY_MS).toISOString(), endTime: new Date(now).toISOString() }
}

/** Spans of whole days to look back on, in local time of `zone`. */
export const DAY_SPANS = ['today', 'yesterday', 'days7', 'month'] as const
export type DaySpan = (typeof DAY_SPANS)[number]

/**
 * From the first instant of a span's first day to the last millisecond of its last one; `days7` is today and the six
 * days before.
 */
export function daySpan(span: DaySpan, now: number, zone: string): { startTime: string; endTime: string } {
  const { year, month, day } = wallClock(now, zone)
  const midnight = (ofDay: number) => instantOfWall({ year, month, day: ofDay, hour: 0, minute: 0, second: 0 }, zone)
  const [first, last] = {
    today: [day, day],
    yesterday: [day - 1, day - 1],
    days7: [day - 6, day],
    month: [1, day],
  }[span] as [number, number]
  return {
    startTime: new Date(midnight(first)).toISOString(),
    endTime: new Date(midnight(last + 1) - 1).toISOString(),
  }
}
