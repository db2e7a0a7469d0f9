import { expect, it } from 'vitest'
import { historyGaps, missingSpans } from './history-gaps.ts'

const HOUR = 3_600_000
const at = (hour: number, v: number | null = 1, q = 'GOOD') => ({ t: new Date(hour * HOUR).toISOString(), v, q })
const gap = (from: number, to: number) => ({ from: from * HOUR, to: to * HOUR })

it('a BAD or missing value does not fill a gap', () => {
  const points = [at(0), at(1), at(2, 9e9, 'BAD'), at(3, null), at(4), at(5)]
  expect(historyGaps(points, { bucket: 'RAW', reportIntervalS: null })).toEqual([gap(2, 4)])
})

it('hours and days miss from the end of the one before; a device slower than them has its own step', () => {
  const points = [8, 15].map((hour) => at(hour))
  expect(historyGaps(points, { bucket: 'HOUR', reportIntervalS: 300 })).toEqual([gap(9, 15)])
  expect(historyGaps(points, { bucket: 'HOUR', reportIntervalS: 2 * 3600 })).toEqual([gap(10, 15)])
  expect(historyGaps(points, { bucket: 'HOUR', reportIntervalS: 86_400 })).toEqual([])
  const days = ['2026-05-01', '2026-05-02', '2026-05-09'].map((t) => ({ t, v: 1 }))
  expect(historyGaps(days, { bucket: 'DAY', reportIntervalS: null })).toEqual([
    { from: Date.parse('2026-05-03'), to: Date.parse('2026-05-09') },
  ])
})

it('metrics that miss together stand in one line, in order of time', () => {
  const [early, late, longer] = [
    { from: 1, to: 5 },
    { from: 7, to: 8 },
    { from: 1, to: 6 },
  ]
  const spans = missingSpans([
    ['flow', [late]],
    ['level', [early, late]],
    ['batteryV', [longer]],
  ])
  expect(spans).toEqual([
    { ...early, keys: ['level'] },
    { ...longer, keys: ['batteryV'] },
    { ...late, keys: ['flow', 'level'] },
  ])
})
