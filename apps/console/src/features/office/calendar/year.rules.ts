import type { CountedDate } from '@sluice/contract'
import { addDays, daysBetween } from '@sluice/kit'

/** What is chosen on the picture of a year: where the choice began, and the day it goes to. */
export interface Choice {
  anchor: string
  end: string
}

export interface Span {
  from: string
  to: string
}

export const spanOf = ({ anchor, end }: Choice): Span =>
  anchor <= end ? { from: anchor, to: end } : { from: end, to: anchor }

/** 0 is Monday. */
export const weekdayOf = (date: string) => (new Date(date).getUTCDay() + 6) % 7
export const isWeekend = (date: string) => weekdayOf(date) > 4

/** The weeks of a month, Monday first; null stands for the days of its neighbours. */
export function weeksOf(year: number, month: number): (string | null)[][] {
  const first = `${year}-${String(month).padStart(2, '0')}-01`
  const next = month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`
  const days = [...Array.from({ length: weekdayOf(first) }, () => null), ...daysBetween(first, addDays(next, -1))]
  const weeks: (string | null)[][] = []
  for (let at = 0; at < days.length; at += 7) weeks.push(Array.from({ length: 7 }, (_, n) => days[at + n] ?? null))
  return weeks
}

/** How far each key leads. */
const STEPS: Readonly<Record<string, (date: string) => string>> = {
  ArrowLeft: (date) => addDays(date, -1),
  ArrowRight: (date) => addDays(date, 1),
  ArrowUp: (date) => addDays(date, -7),
  ArrowDown: (date) => addDays(date, 7),
  PageUp: (date) => monthsOn(date, -1),
  PageDown: (date) => monthsOn(date, 1),
  Home: (date) => addDays(date, -weekdayOf(date)),
  End: (date) => addDays(date, 6 - weekdayOf(date)),
}

/** The day that a key leads to; undefined for other keys, and where it would leave the year. */
export function stepTo(key: string, date: string): string | undefined {
  const to = STEPS[key]?.(date)
  return to?.slice(0, 4) === date.slice(0, 4) ? to : undefined
}

/** The same day of another month, or its last one. */
function monthsOn(date: string, months: number): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10)
}

/** Dates that follow each other and count for the same reason. */
export interface CountedRun extends Span, Pick<CountedDate, 'why' | 'name'> {
  halves: number
  /** It is one half of a day. */
  isHalf: boolean
}

export function runsOf(dates: readonly CountedDate[]): CountedRun[] {
  const runs: CountedRun[] = []
  for (const { date, halves, why, name } of dates) {
    const last = runs.at(-1)
    if (last && !last.isHalf && halves !== 1 && last.why === why && last.name === name) {
      last.to = date
      last.halves += halves
    } else runs.push({ from: date, to: date, why, name, halves, isHalf: halves === 1 })
  }
  return runs
}
