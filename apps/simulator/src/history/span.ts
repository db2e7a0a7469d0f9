import { DAY_MS, HOUR_MS, localDay, startOfLocalDay } from '../station-clock.ts'

/** The generated past, epoch ms: from a local midnight to the last whole hour, both included. */
export interface Span {
  fromMs: number
  toMs: number
}

/** The `days` local days that end with the last whole hour before `nowMs`; the last day is today. */
export function spanBefore(nowMs: number, days: number): Span {
  return {
    fromMs: startOfLocalDay(localDay(nowMs) - days + 1),
    toMs: Math.floor(nowMs / HOUR_MS) * HOUR_MS,
  }
}

/** Local days of the span since 1970, newest first. */
export function daysOf({ fromMs, toMs }: Span): number[] {
  const last = localDay(toMs)
  return Array.from({ length: last - localDay(fromMs) + 1 }, (_, n) => last - n)
}

/** Whole hours of the span that lie in a local day, in order. */
export function hoursOf(span: Span, day: number): number[] {
  const start = startOfLocalDay(day)
  const first = Math.max(span.fromMs, start)
  const last = Math.min(span.toMs, start + DAY_MS - HOUR_MS)
  const hours: number[] = []
  for (let ms = first; ms <= last; ms += HOUR_MS) hours.push(ms)
  return hours
}

/** Which hour of the span an instant is, from 0. */
export function hourIndex({ fromMs }: Span, ms: number): number {
  return Math.round((ms - fromMs) / HOUR_MS)
}
