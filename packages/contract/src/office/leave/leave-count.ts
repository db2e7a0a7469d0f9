import { daysBetween } from '@sluice/kit'
import type { WorkDay } from '../calendar/work-day.operations.ts'
import type { CountIn } from './leave-type.resource.ts'

/** Half days, in their order. */
export const HALVES = ['AM', 'PM'] as const
export type Half = (typeof HALVES)[number]

/** Monday to Friday, as a field of the kind `weekMask` holds it. */
export const USUAL_WEEK = 0b001_1111

export interface LeaveToCount {
  /** `YYYY-MM-DD`. */
  from: string
  fromHalf: Half
  to: string
  toHalf: Half
  countIn: CountIn
  /** The days that depart from the ordinary week, of every year that has a calendar. */
  calendar: readonly WorkDay[]
  /** The days that this person works in an ordinary week. */
  week: number
}

/**
 * Why a date counts or not: an ordinary day of the person's week or outside of it, a day that the calendar makes free or worked, or
 * a day of a leave in natural days.
 */
export type DayWhy = 'WORK' | 'REST' | 'HOLIDAY' | 'RESTDAY' | 'ADJUST_WORK' | 'WORKDAY' | 'NATURAL'

export interface CountedDate {
  date: string
  /** 0, 1 for half a day, 2 for a whole one. */
  halves: 0 | 1 | 2
  why: DayWhy
  /** What the calendar calls the day. */
  name: string | null
}

/** Half days are counted: their sum is a whole number, where a sum of 0.5 would not have to be one. */
export type LeaveCount =
  | { halves: number; dates: CountedDate[] }
  | { refused: 'order' | 'too-long' | 'nothing' }
  | { refused: 'no-calendar'; year: number }

/** The longest leave at once, in dates. */
const LEAVE_DATES_MOST = 400
const DAY_MS = 86_400_000

export const yearOf = (date: string) => Number(date.slice(0, 4))
const bitOf = (date: string) => 1 << ((new Date(date).getUTCDay() + 6) % 7)
const isWorkedIn = (week: number, date: string) => (week & bitOf(date)) !== 0

/** How many half days a leave costs, and why each of its dates counts or not (domain 9.4). */
export function countLeave(leave: LeaveToCount): LeaveCount {
  const { from, fromHalf, to, toHalf, countIn, calendar, week } = leave
  if (to < from || (to === from && toHalf < fromHalf)) return { refused: 'order' }
  if ((Date.parse(to) - Date.parse(from)) / DAY_MS >= LEAVE_DATES_MOST) return { refused: 'too-long' }
  const known = new Map(calendar.map((day) => [day.date, day]))
  const years = new Set(calendar.map(({ date }) => yearOf(date)))
  const dates: CountedDate[] = []
  for (const date of daysBetween(from, to)) {
    // What the notice of a year says is never guessed. A leave in natural days asks for no notice.
    if (countIn === 'WORKING' && !years.has(yearOf(date))) return { refused: 'no-calendar', year: yearOf(date) }
    const why = countIn === 'NATURAL' ? 'NATURAL' : whyOf(date, known.get(date), week)
    const isPart = (date === from && fromHalf === 'PM') || (date === to && toHalf === 'AM')
    const halves = COUNTS[why] ? (isPart ? 1 : 2) : 0
    dates.push({ date, halves, why, name: known.get(date)?.name ?? null })
  }
  const halves = dates.reduce((sum, one) => sum + one.halves, 0)
  return halves === 0 ? { refused: 'nothing' } : { halves, dates }
}

const COUNTS: Readonly<Record<DayWhy, boolean>> = {
  WORK: true,
  REST: false,
  HOLIDAY: false,
  RESTDAY: false,
  ADJUST_WORK: true,
  WORKDAY: true,
  NATURAL: true,
}

/**
 * The calendar overrides the week. A row that only repeats the ordinary week (a Tuesday is worked, a Sunday is free), as sheets of
 * whole years have, leaves it to the week of the person.
 */
function whyOf(date: string, day: WorkDay | undefined, week: number): DayWhy {
  const isUsual = isWorkedIn(USUAL_WEEK, date)
  const repeats = (day?.kind === 'WORKDAY' && isUsual) || (day?.kind === 'RESTDAY' && !isUsual)
  if (day && !repeats) return day.kind
  return isWorkedIn(week, date) ? 'WORK' : 'REST'
}
