import type { HistoryPoint } from '@sluice/contract'
import { expect, test } from 'vitest'
import { brokenLine, curveOf } from './curve.ts'

const MINUTE = 60_000
const at = (minute: number) => new Date(Date.UTC(2025, 5, 12) + minute * MINUTE).toISOString()
const point = (minute: number, v: HistoryPoint['v'], q = 'GOOD') => ({ t: at(minute), v, q })
const RAW = { bucket: 'RAW', reportIntervalS: null } as const
const valuesOf = (curve: ReturnType<typeof curveOf>) => curve.runs.flat().map(([, value]) => value)

test('a silence breaks the line and is a gap from when the next value was due', () => {
  const curve = curveOf(
    [0, 5, 10, 15, 90, 95].map((minute) => point(minute, 0.4)),
    RAW,
  )
  expect(curve.gaps).toEqual([{ from: Date.parse(at(20)), to: Date.parse(at(90)) }])
  expect(curve.runs.map((run) => run.length)).toEqual([4, 2])
  const broken = brokenLine(curve)
  expect(broken.map(([, value]) => value)).toEqual([0.4, 0.4, 0.4, 0.4, null, 0.4, 0.4])
  expect(broken[4]![0]).toBeLessThan(Date.parse(at(90)))
})

test('BAD values are on no curve, whatever their type', () => {
  const bad = [1e308, -5_000_000, 'n/a', true, null] as const
  const curve = curveOf([point(0, 1), ...bad.map((v, n) => point(n + 1, v, 'BAD')), point(6, 2)], RAW)
  expect(valuesOf(curve)).toEqual([1, 2])
  expect(curve.suspect).toEqual([])
})

test('missing values and texts are not drawn as zero, suspect ones are marked', () => {
  const curve = curveOf([point(0, 1), point(5, null), point(7, 'open'), point(10, 2, 'SUSPECT')], RAW)
  expect(valuesOf(curve)).toEqual([1, 2])
  expect(curve.suspect).toEqual([Date.parse(at(10))])
})

test('a bucket that excludes values or counts across a silence has a note at its time', () => {
  const [quiet, bad, gap] = [point(0, 1), { ...point(60, 2), bad: 3 }, { ...point(120, 3), gapFrom: at(-9_000) }]
  const { noted } = curveOf([quiet, bad, gap], { ...RAW, bucket: 'HOUR' })
  expect([...noted]).toEqual([
    [Date.parse(at(60)), bad],
    [Date.parse(at(120)), gap],
  ])
})

test('hours follow each other without a gap', () => {
  const hours = [0, 60, 120].map((minute) => point(minute, 1))
  expect(curveOf(hours, { bucket: 'HOUR', reportIntervalS: 300 }).gaps).toEqual([])
})

test('a lone point is drawn as a dot, also between two gaps', () => {
  expect(curveOf([point(0, 1)], RAW).alone).toEqual([Date.parse(at(0))])
  expect(curveOf([point(0, 1), point(5, 1)], RAW).alone).toEqual([])
  expect(curveOf([], RAW)).toMatchObject({ alone: [], runs: [] })
  const between = curveOf(
    [0, 5, 60, 120, 125].map((minute) => point(minute, 1)),
    { ...RAW, reportIntervalS: 300 },
  )
  expect(between.alone).toEqual([Date.parse(at(60))])
})

test('hourly and half-minute values form one line; a silence in either is a gap of what misses', () => {
  const [HOUR, NOW] = [60, 12 * 60]
  const hourly = [0, 1, 2, 3, 4, 8, 9, 10, 11, 12].map((hour) => point(hour * HOUR, 1))
  const recent = [1, 2, 3, 4, 5, 6, 16, 17, 18, 19].map((half) => point(NOW + half / 2, 1))
  const curve = curveOf([...hourly, ...recent], RAW)
  expect(curve.gaps.map(({ from, to }) => (to - from) / MINUTE)).toEqual([3 * HOUR, 4.5])
  expect(valuesOf(curve)).toHaveLength(20)
})
