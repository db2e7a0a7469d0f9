import { describe, expect, it } from 'vitest'
import { GapFinder, gapsOf } from './gaps.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const at = (...hours: number[]) => hours.map((hour) => hour * HOUR)
const inHours = (times: readonly number[], leastStepMs = 0) =>
  gapsOf(times, leastStepMs).map(({ from, to }) => [from / HOUR, to / HOUR])

describe('gaps of a series', () => {
  it('are as long as the time that misses: of reports at 8 and at 15 o’clock, hourly, six hours', () => {
    expect(inHours(at(5, 6, 7, 8, 15, 16, 17))).toEqual([[9, 15]])
    expect(inHours(at(8, 15), HOUR)).toEqual([[9, 15]])
  })

  it('are not the hours of an hourly past before reports by the minute, nor after them', () => {
    const minutes = Array.from({ length: 60 }, (_, minute) => 12 * HOUR + minute * MINUTE)
    const past = at(6, 7, 8, 9, 10, 11)
    const later = at(14, 15, 16, 17, 18)
    expect(inHours([...past, ...minutes, ...later])).toEqual([])
    expect(inHours([...past, ...minutes], MINUTE)).toEqual([])
  })

  it('are found in each rhythm of a series by its own step', () => {
    const minutes = [0, 1, 2, 3, 4, 5, 20, 21, 22, 23, 24].map((minute) => 12 * HOUR + minute * MINUTE)
    expect(inHours([...at(0, 1, 2, 3, 4, 8, 9, 10, 11), ...minutes])).toEqual([
      [5, 8],
      [12 + 6 / 60, 12 + 20 / 60],
    ])
  })

  it('are no shorter steps than the device’s own interval allows, also among reports of an event', () => {
    const pairs = at(0, 1, 2, 3, 4, 5, 6).flatMap((time) => [time, time + MINUTE])
    expect(inHours(pairs, HOUR)).toEqual([])
    expect(inHours([...pairs, 12 * HOUR], HOUR)).toEqual([[7 + 1 / 60, 12]])
  })

  it('are not one lost report, but two', () => {
    expect(inHours(at(0, 1, 3, 4), HOUR)).toEqual([])
    expect(inHours(at(0, 1, 4, 5), HOUR)).toEqual([[2, 4]])
  })

  it('cannot be told from two values of an unknown rhythm, nor from one', () => {
    expect([inHours(at(8, 15)), inHours(at(8), HOUR), inHours([], HOUR)]).toEqual([[], [], []])
  })

  it('are found with a few times in memory as with all', () => {
    const finder = new GapFinder(HOUR)
    const early = at(0, 1, 5, 6, 7, 8, 9, 10).flatMap((time) => finder.add(time))
    expect([early, finder.end()]).toEqual([[{ from: 2 * HOUR, to: 5 * HOUR }], []])
  })
})
