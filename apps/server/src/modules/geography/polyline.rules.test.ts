import type { GeoPosition } from '@sluice/contract'
import { describe, expect, it } from 'vitest'
import { distanceM, footOn, footOnLine, measures, METRES_PER_LAT, metresPerLng, partOfLine } from './polyline.rules.ts'

/** A place so many metres east and north of a corner on the equator, where a degree is as long both ways. */
const at = (x: number, y: number): GeoPosition => [x / METRES_PER_LAT, y / METRES_PER_LAT]

describe('distances on the ground', () => {
  it('a degree of longitude is as long as one of latitude on the equator, half of it at 60°, something at the pole', () => {
    expect(metresPerLng(0)).toBeCloseTo(METRES_PER_LAT)
    expect(metresPerLng(60)).toBeCloseTo(METRES_PER_LAT / 2)
    expect(metresPerLng(-60)).toBeCloseTo(METRES_PER_LAT / 2)
    expect(metresPerLng(90)).toBeCloseTo(METRES_PER_LAT / 100)
  })

  it('are measured at the latitude between two places, the same there and back', () => {
    expect(distanceM([116, 37], [116, 38])).toBeCloseTo(METRES_PER_LAT)
    expect(distanceM([116, 59], [117, 61])).toBeCloseTo(Math.hypot(METRES_PER_LAT / 2, 2 * METRES_PER_LAT))
    expect(distanceM([117, 61], [116, 59])).toBeCloseTo(distanceM([116, 59], [117, 61]))
    expect(distanceM(at(3, 0), at(0, 4))).toBeCloseTo(5)
  })

  it('along a line add up from its start', () => {
    const marks = measures([at(0, 0), at(3, 4), at(3, 10), at(1, 10)])
    expect(marks.map((mark) => Math.round(mark * 1000) / 1000)).toEqual([0, 5, 11, 13])
    expect(measures([])).toEqual([])
  })
})

describe('the foot of a place', () => {
  const foot = (point: GeoPosition) => footOn(at(10, 20), at(110, 20), point)

  it('lies beside the segment, or at the end that is nearer', () => {
    expect(foot(at(40, 27)).alongM).toBeCloseTo(30)
    expect(foot(at(40, 27)).distanceM).toBeCloseTo(7)
    expect(foot(at(40, 13)).distanceM).toBeCloseTo(7)
    expect(foot(at(7, 24))).toEqual({ distanceM: expect.closeTo(5), alongM: 0 })
    expect(foot(at(113, 16)).distanceM).toBeCloseTo(5)
    expect(foot(at(113, 16)).alongM).toBeCloseTo(100)
  })

  it('on a slope, and on a segment without length', () => {
    const slope = footOn(at(0, 0), at(30, 40), at(0, 50))
    expect([slope.alongM, slope.distanceM]).toEqual([expect.closeTo(40), expect.closeTo(30)])
    expect(footOn(at(1, 1), at(1, 1), at(4, 5))).toEqual({ distanceM: expect.closeTo(5), alongM: 0 })
  })

  it('on a line is that of its nearest segment, counted from the start of the line', () => {
    const line = [at(0, 0), at(100, 0), at(100, 100), at(0, 100)]
    const marks = measures(line)
    const on = (x: number, y: number) => footOnLine(line, marks, at(x, y))
    expect(on(20, 3)).toEqual({ distanceM: expect.closeTo(3), atM: expect.closeTo(20) })
    expect(on(96, 60)).toEqual({ distanceM: expect.closeTo(4), atM: expect.closeTo(160) })
    expect(on(30, 105)).toEqual({ distanceM: expect.closeTo(5), atM: expect.closeTo(270) })
    expect(on(-30, 140)).toEqual({ distanceM: expect.closeTo(50), atM: expect.closeTo(300) })
    expect(footOnLine([at(0, 0)], [0], at(1, 1))).toEqual({ distanceM: Number.POSITIVE_INFINITY, atM: 0 })
  })

  it('never lies beyond the mark that the line has there', () => {
    const line = [at(0, 0), at(100, 0)]
    expect(footOnLine(line, [0, 99.5], at(100, 1)).atM).toBe(99.5)
  })
})

it('a part of a line keeps the corners between its ends, and ends where it is cut', () => {
  const line: GeoPosition[] = [
    [0, 0],
    [0, 0.01],
    [0, 0.03],
  ]
  const degree = METRES_PER_LAT
  const part = (from: number, to: number) =>
    partOfLine(line, from * degree, to * degree).map(([, lat]) => Math.round(lat * 1e6) / 1e6)
  expect(part(0.005, 0.02)).toEqual([0.005, 0.01, 0.02])
  expect(part(0.015, 0.02)).toEqual([0.015, 0.02])
  expect(part(0, 0.03)).toEqual([0, 0.01, 0.03])
  expect(part(0.02, 99)).toEqual([0.02, 0.03])
})
