import { daysBetween } from './calendar.ts'

interface NoticeDay {
  /** `YYYY-MM-DD`. */
  date: string
  kind: 'HOLIDAY' | 'ADJUST_WORK'
  name: string
}

/**
 * Days off and adjusted workdays of the State Council's notices: 国办发明电〔2024〕12号 of 2024-11-12 for 2025, and the notice of
 * 2025-11-04 for 2026. No installation has them by itself: the demo brings them, and cases are counted by them.
 */
const NOTICES: Readonly<Record<number, readonly { name: string; off: [from: string, to: string]; work?: string[] }[]>> =
  {
    2025: [
      { name: '元旦', off: ['01-01', '01-01'] },
      { name: '春节', off: ['01-28', '02-04'], work: ['01-26', '02-08'] },
      { name: '清明节', off: ['04-04', '04-06'] },
      { name: '劳动节', off: ['05-01', '05-05'], work: ['04-27'] },
      { name: '端午节', off: ['05-31', '06-02'] },
      { name: '国庆节、中秋节', off: ['10-01', '10-08'], work: ['09-28', '10-11'] },
    ],
    2026: [
      { name: '元旦', off: ['01-01', '01-03'], work: ['01-04'] },
      { name: '春节', off: ['02-15', '02-23'], work: ['02-14', '02-28'] },
      { name: '清明节', off: ['04-04', '04-06'] },
      { name: '劳动节', off: ['05-01', '05-05'], work: ['05-09'] },
      { name: '端午节', off: ['06-19', '06-21'] },
      { name: '中秋节', off: ['09-25', '09-27'] },
      { name: '国庆节', off: ['10-01', '10-07'], work: ['09-20', '10-10'] },
    ],
  }

/** The years whose notices are here. */
export const NOTICE_YEARS: readonly number[] = Object.keys(NOTICES).map(Number)

/** The calendar of a year as its notice says, in order of days. */
export function publicNotice(year: number): NoticeDay[] {
  const days = (NOTICES[year] ?? []).flatMap(({ name, off: [from, to], work = [] }): NoticeDay[] => [
    ...daysBetween(`${year}-${from}`, `${year}-${to}`).map((date) => ({ date, kind: 'HOLIDAY' as const, name })),
    ...work.map((date) => ({ date: `${year}-${date}`, kind: 'ADJUST_WORK' as const, name: `${name}调休` })),
  ])
  return days.toSorted((a, b) => (a.date < b.date ? -1 : 1))
}
