import { type FaultBar, type FaultFigures, type FaultPoint } from '@sluice/contract'
import { addDays, dayOf, instantOf } from '@sluice/kit'

const DAY_MS = 86_400_000
/** Longer times are drawn week by week. */
const DAYS_AS_DAYS = 100
const WEEK_DAYS = 7
/** 1970-01-01 was a Thursday. */
const MONDAY = 3

/** A time from its first instant to before its last. */
export interface Span {
  from: Date
  to: Date
}

/** The time of the same length before it. */
export function spanBefore({ from, to }: Span): Span {
  return { from: new Date(2 * from.getTime() - to.getTime()), to: from }
}

export function stepOf({ from, to }: Span): FaultFigures['step'] {
  return to.getTime() - from.getTime() > DAYS_AS_DAYS * DAY_MS ? 'WEEK' : 'DAY'
}

/** The Monday of the week of a day. */
function mondayOf(day: string): string {
  const since = Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS) + MONDAY
  return addDays(day, -(since % WEEK_DAYS))
}

/** What began or cleared on one day or in one week, named by its first day. */
export type DayPoint = Omit<FaultPoint, 'from'> & { day: string }

/** One point for each day or week of the time, also where nothing happened. */
export function fullSeries(points: readonly DayPoint[], span: Span, zone: string): FaultPoint[] {
  const step = stepOf(span)
  const known = new Map(points.map((point) => [point.day, point]))
  const last = dayOf(span.to.getTime() - 1, zone)
  const none = { begun: 0, cleared: 0, ackMedian: null, ackP90: null, mendMedian: null, mendP90: null }
  const series: FaultPoint[] = []
  const first = dayOf(span.from.getTime(), zone)
  for (
    let day = step === 'DAY' ? first : mondayOf(first);
    day <= last;
    day = addDays(day, step === 'DAY' ? 1 : WEEK_DAYS)
  ) {
    const { day: _day, ...point } = known.get(day) ?? { day, ...none }
    series.push({ from: new Date(instantOf(day, zone)).toISOString(), ...point })
  }
  return series
}

/** Bars with their share of all, and what they come to together (Pareto). */
export function withShares(bars: readonly Omit<FaultBar, 'share' | 'cumulative'>[], total: number): FaultBar[] {
  let sum = 0
  return bars.map((bar) => {
    sum += bar.n
    return { ...bar, share: bar.n / total, cumulative: sum / total }
  })
}
