import { type Sl651Message, sl651SwitchReport } from '@sluice/codecs'
import { DEFAULT_ZONE, localTimeOf } from '@sluice/kit'
import { expect, it } from 'vitest'
import { Sl651Switches } from './sl651.switches.ts'

const link = { center: 1, station: '0012345678', password: '1234' }
const station = { deviceId: '7', zone: DEFAULT_ZONE }
const T = Date.parse('2026-05-01T08:00:00Z')
const S = 1_000
const OPEN = [true, false, false, false, false, false, false, false]
const SHUT = OPEN.map(() => false)

let serial = 0
const report = (states: boolean[], at: number): Sl651Message =>
  sl651SwitchReport(link, { serial: ++serial, sendTime: localTimeOf(at, DEFAULT_ZONE) }, '4D', states)

function hear(...reports: [states: boolean[], sentAt: number, receivedAt: number, verdict?: 'OK' | 'BAD_TIME'][]) {
  const switches = new Sl651Switches()
  for (const [states, sentAt, receivedAt, verdict = 'OK'] of reports) {
    switches.note(station, report(states, sentAt), { verdict, receivedAt })
  }
  return switches.of('7')
}

it('a station without a report is distinguished from one whose state is unknown', () => {
  expect(hear()).toBeUndefined()
  expect(hear([OPEN, T, T, 'BAD_TIME'])).toBeNull()
})

it('the last bitmap counts, as old as it says or as it came', () => {
  expect(hear([OPEN, T, T + S])).toEqual({ states: OPEN, at: T })
  expect(hear([OPEN, T, T], [SHUT, T + S, T + S])).toEqual({ states: SHUT, at: T + S })
  expect(hear([OPEN, T + 300 * S, T])).toEqual({ states: OPEN, at: T })
  expect(hear([OPEN, T - 800 * S, T])).toEqual({ states: OPEN, at: T - 800 * S })
})

it('a report by a clock that is far ahead is ignored, and makes the known state unknown', () => {
  expect(hear([OPEN, T, T], [SHUT, T + 700 * S, T + S])).toBeNull()
})

it('an older one that says the same changes nothing', () => {
  expect(hear([OPEN, T, T], [OPEN, T - 60 * S, T + S])).toEqual({ states: OPEN, at: T })
})

it('an older report with other states makes the state unknown until the next: it may be late, or its clock was set back', () => {
  expect(hear([OPEN, T, T], [SHUT, T - 60 * S, T + S])).toBeNull()
  expect(hear([OPEN, T, T], [SHUT, T - 60 * S, T + S], [SHUT, T - 50 * S, T + 11 * S])).toEqual({
    states: SHUT,
    at: T - 50 * S,
  })
})

it('other functions say nothing of valves', () => {
  const switches = new Sl651Switches()
  const pumps = sl651SwitchReport(link, { serial: 1, sendTime: localTimeOf(T, DEFAULT_ZONE) }, '4C', OPEN)
  switches.note(station, pumps, { verdict: 'OK', receivedAt: T })
  expect(switches.of('7')).toBeUndefined()
})
