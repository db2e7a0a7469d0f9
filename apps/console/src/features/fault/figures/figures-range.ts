import { FIGURES_MOST_DAYS } from '@sluice/contract'
import { lastDays } from '../../../lib/time/time.ts'

/** 7, 30 or 90 days back from now, or two instants. */
export type FiguresRange = { kind: 'last'; days: number } | { kind: 'own'; startTime: string; endTime: string }

export const FIGURES_DAYS = [7, 30, 90] as const
const USUAL_DAYS = 30
const DAY_MS = 86_400_000

/** The range in an address; an invalid one, or one that is too long, is the last 30 days. */
export function rangeIn(search: URLSearchParams): FiguresRange {
  const [startTime, endTime] = [search.get('startTime') ?? '', search.get('endTime') ?? '']
  const length = Date.parse(endTime) - Date.parse(startTime)
  if (length > 0 && length <= FIGURES_MOST_DAYS * DAY_MS) return { kind: 'own', startTime, endTime }
  return { kind: 'last', days: FIGURES_DAYS.find((days) => String(days) === search.get('days')) ?? USUAL_DAYS }
}

/** The parameters of a range in an address. */
export function rangeWords(range: FiguresRange): Record<'days' | 'startTime' | 'endTime', string | null> {
  if (range.kind === 'own') return { days: null, startTime: range.startTime, endTime: range.endTime }
  return { days: range.days === USUAL_DAYS ? null : String(range.days), startTime: null, endTime: null }
}

export function boundsOf(range: FiguresRange, now: number): { startTime: string; endTime: string } {
  return range.kind === 'own' ? range : lastDays(range.days, now)
}

/** How many days a range is, to tell what it is compared with. */
export function lengthInDays({ startTime, endTime }: { startTime: string; endTime: string }): number {
  return Math.max(1, Math.round((Date.parse(endTime) - Date.parse(startTime)) / DAY_MS))
}
