import { NOTICE_YEARS, publicNotice } from '@sluice/kit'
import { expect, it } from 'vitest'
import type { WorkDay } from '../calendar/work-day.operations.ts'
import { countLeave, type Half, type LeaveToCount, USUAL_WEEK } from './leave-count.ts'
import type { CountIn } from './leave-type.resource.ts'

const CALENDAR = NOTICE_YEARS.flatMap(publicNotice)
const MON_TO_WED = 0b000_0111
const THU_FRI = 0b001_1000
const THU_TO_SAT = 0b011_1000
const MON_TO_SAT = 0b011_1111

interface Given {
  week?: number
  countIn?: CountIn
  calendar?: readonly WorkDay[]
}

/** `2025-09-26 PM`; without a half the whole day. */
function leave(from: string, to: string, { week = USUAL_WEEK, countIn = 'WORKING', calendar = CALENDAR }: Given = {}) {
  const [fromDay = '', fromHalf = 'AM'] = from.split(' ')
  const [toDay = '', toHalf = 'PM'] = to.split(' ')
  return { from: fromDay, to: toDay, fromHalf: fromHalf as Half, toHalf: toHalf as Half, countIn, calendar, week }
}

function daysOf(given: LeaveToCount): number | string {
  const counted = countLeave(given)
  if (!('refused' in counted)) return counted.halves / 2
  return 'year' in counted ? `${counted.refused} ${counted.year}` : counted.refused
}

const NATURAL: Given = { countIn: 'NATURAL' }

/** Worked out by hand from the notices for 2025 and 2026: each with the rule that decides it. */
it.each<[rule: string, from: string, to: string, days: number | string, given?: Given]>([
  ['ordinary workdays count', '2025-01-02', '2025-01-03', 2],
  ['a whole ordinary week: five of seven', '2025-03-03', '2025-03-09', 5],
  ['a weekend alone is no leave', '2025-03-08', '2025-03-09', 'nothing'],
  ['a statutory holiday alone is no leave', '2025-01-01', '2025-01-01', 'nothing'],
  ['Spring Festival alone is no leave', '2025-01-28', '2025-02-04', 'nothing'],
  ['Spring Festival 2025 with its Sunday that is worked (01-26)', '2025-01-24', '2025-02-05', 4],
  ['a Sunday that is worked is a day', '2025-01-26', '2025-01-26', 1],
  ['from noon of a Sunday that is worked', '2025-01-26 PM', '2025-01-27', 1.5],
  ['a week with a Saturday that is worked (02-08)', '2025-02-05', '2025-02-09', 4],
  ['the morning of a Saturday that is worked', '2025-02-08', '2025-02-08 AM', 0.5],
  ['Qingming 2025: the Friday is free', '2025-04-03', '2025-04-07', 2],
  ['a weekend before Labour Day: its Sunday is worked (04-27)', '2025-04-25', '2025-04-28', 3],
  ['Labour Day 2025 from noon until noon', '2025-04-30 PM', '2025-05-06 AM', 1],
  ['Dragon Boat 2025: the Monday is free', '2025-05-30', '2025-06-03', 2],
  ['National Day and Mid-Autumn 2025, from noon', '2025-09-26 PM', '2025-10-10', 5.5],
  ['and the Saturday that is worked after it (10-11)', '2025-09-26 PM', '2025-10-11', 6.5],
  ['shorter, to stay within three days', '2025-09-26 PM', '2025-09-29', 2.5],
  ['a Saturday that is worked and a Sunday that is not', '2025-10-11', '2025-10-12', 1],
  ['one afternoon', '2025-10-09 PM', '2025-10-09', 0.5],
  ['one morning', '2025-10-09', '2025-10-09 AM', 0.5],
  ['noon until noon of the next day', '2025-10-09 PM', '2025-10-10 AM', 1],
  ['a half of a free day is nothing', '2025-10-08 PM', '2025-10-09', 1],
  ['the afternoon is not before the morning', '2025-10-09 PM', '2025-10-09 AM', 'order'],
  ['the end is not before the beginning', '2025-10-10', '2025-10-09', 'order'],
  ['the end of a year', '2025-12-29', '2025-12-31', 3],
  ["over the year's turn: New Year 2026 and its Sunday that is worked (01-04)", '2025-12-31', '2026-01-05', 3],
  ["over the year's turn, from noon until noon", '2025-12-31 PM', '2026-01-04 AM', 1],
  ['into a year without a calendar: refused', '2026-12-31', '2027-01-02', 'no-calendar 2027'],
  ['out of a year without a calendar: refused', '2024-12-31', '2025-01-02', 'no-calendar 2024'],
  ['New Year 2026 alone costs its Sunday that is worked', '2026-01-01', '2026-01-04', 1],
  ['Spring Festival 2026 with its Saturday that is worked (02-14)', '2026-02-13', '2026-02-24', 3],
  ['a week of six days (02-28)', '2026-02-24', '2026-02-28', 5],
  ['a Saturday that is worked and a Sunday', '2026-02-28', '2026-03-01', 1],
  ['Qingming 2026: the Monday is free', '2026-04-03', '2026-04-07', 2],
  ['Labour Day 2026 alone', '2026-05-01', '2026-05-05', 'nothing'],
  ['the week after Labour Day 2026 (05-09)', '2026-05-06', '2026-05-09', 4],
  ['Dragon Boat 2026: the Friday is free', '2026-06-18', '2026-06-22', 2],
  ['a weekend before National Day 2026 (09-20)', '2026-09-19', '2026-09-21', 2],
  ['Mid-Autumn until after National Day 2026 (10-10)', '2026-09-24', '2026-10-10', 7],
  ['who works Monday to Wednesday: a week', '2025-03-03', '2025-03-09', 3, { week: MON_TO_WED }],
  ['who works Monday to Wednesday: Thursday is free', '2025-03-06', '2025-03-06', 'nothing', { week: MON_TO_WED }],
  ['the calendar overrides the week: Sunday 09-28 is worked', '2025-09-28', '2025-09-30', 3, { week: MON_TO_WED }],
  ['the calendar overrides the week: a free Thursday', '2025-05-01', '2025-05-10', 3, { week: THU_TO_SAT }],
  ['outside of the own week', '2025-03-03', '2025-03-05', 'nothing', { week: THU_FRI }],
  ['who works on Saturdays too', '2026-03-02', '2026-03-08', 6, { week: MON_TO_SAT }],
  ['maternity leave: 98 natural days', '2026-01-01', '2026-04-08', 98, NATURAL],
  ["paternity leave: 15 natural days over the year's turn", '2025-12-25', '2026-01-08', 15, NATURAL],
  ['natural days ask for no calendar', '2027-03-01', '2027-03-15', 15, NATURAL],
  ['natural days have halves too', '2025-06-01 PM', '2025-06-02', 1.5, NATURAL],
  ['longer than any leave', '2025-01-01', '2026-02-05', 'too-long', NATURAL],
  ['the longest one', '2025-01-01', '2026-02-04', 400, NATURAL],
])('%s: %s to %s is %s', (_rule, from, to, days, given) => {
  expect(daysOf(leave(from, to, given))).toBe(days)
})

it('each date says why it counts or not', () => {
  const counted = countLeave(leave('2025-09-26 PM', '2025-10-01'))
  expect(counted).toEqual({
    halves: 7,
    dates: [
      { date: '2025-09-26', halves: 1, why: 'WORK', name: null },
      { date: '2025-09-27', halves: 0, why: 'REST', name: null },
      { date: '2025-09-28', halves: 2, why: 'ADJUST_WORK', name: '国庆节、中秋节调休' },
      { date: '2025-09-29', halves: 2, why: 'WORK', name: null },
      { date: '2025-09-30', halves: 2, why: 'WORK', name: null },
      { date: '2025-10-01', halves: 0, why: 'HOLIDAY', name: '国庆节、中秋节' },
    ],
  })
})

it('a row that repeats the ordinary week leaves it to the own week, another one overrides it', () => {
  const row = (date: string, kind: WorkDay['kind']): WorkDay => ({ date, kind, name: null })
  // Monday, Saturday, Tuesday and Sunday.
  const calendar = [
    row('2025-03-03', 'WORKDAY'),
    row('2025-03-08', 'RESTDAY'),
    row('2025-03-04', 'RESTDAY'),
    row('2025-03-09', 'WORKDAY'),
  ]
  const days = (date: string, week: number) => daysOf(leave(date, date, { calendar, week }))
  expect(days('2025-03-03', THU_TO_SAT)).toBe('nothing')
  expect(days('2025-03-08', THU_TO_SAT)).toBe(1)
  expect(days('2025-03-04', USUAL_WEEK)).toBe('nothing')
  expect(days('2025-03-09', MON_TO_WED)).toBe(1)
})

it('the notices have 28 and 33 days off, each date once', () => {
  const off = (year: number) => publicNotice(year).filter(({ kind }) => kind === 'HOLIDAY').length
  expect([off(2025), off(2026)]).toEqual([28, 33])
  expect(new Set(CALENDAR.map(({ date }) => date)).size).toBe(CALENDAR.length)
  expect(publicNotice(2027)).toEqual([])
})
