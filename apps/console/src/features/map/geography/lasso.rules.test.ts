import { expect, test } from 'vitest'
import { drawnFurther, insideOf, isArea } from './lasso.rules.ts'
import type { ScreenPoint } from '../canvas/map-port.ts'
import { worldX, worldY } from '../canvas/mercator.ts'

const spot = (x: number, y: number): ScreenPoint => ({ x, y })

test('a box spans the first and the last point, a free outline leaves out the jitter of the hand', () => {
  const box = [spot(0, 0), spot(30, 10), spot(60, 40)].reduce(
    (corners: readonly ScreenPoint[], at) => drawnFurther(corners, at, 'box'),
    [],
  )
  expect(box).toEqual([spot(0, 0), spot(60, 0), spot(60, 40), spot(0, 40)])
  const free = [spot(0, 0), spot(1, 1), spot(20, 0), spot(20, 20)].reduce(
    (corners: readonly ScreenPoint[], at) => drawnFurther(corners, at, 'free'),
    [],
  )
  expect(free).toEqual([spot(0, 0), spot(20, 0), spot(20, 20)])
  expect([isArea(box), isArea(free), isArea([spot(0, 0), spot(2, 0), spot(2, 2)])]).toEqual([true, true, false])
})

test('devices in a bay of an outline are outside, and filtered devices are never selected', () => {
  const places = [
    [116.1, 37.1],
    [116.5, 37.5],
    [116.9, 37.1],
    [116.5, 37.05],
  ] as const
  const points = {
    count: places.length,
    x: Float64Array.from(places, ([lng]) => worldX(lng)),
    y: Float64Array.from(places, ([, lat]) => worldY(lat)),
    state: new Uint8Array(places.length),
  }
  const bay = [
    [116, 37],
    [117, 37],
    [117, 38],
    [116.5, 37.2],
    [116, 38],
  ] as const
  expect(insideOf(points, Uint8Array.of(1, 1, 1, 1), bay)).toEqual([0, 2, 3])
  expect(insideOf(points, Uint8Array.of(0, 1, 1, 1), bay)).toEqual([2, 3])
})
