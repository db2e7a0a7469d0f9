import { expect, test } from 'vitest'
import { shiftFeatures, shiftFor } from './coordinate-shift.ts'

const gcj = shiftFor({ name: 'x', crs: 'GCJ02', url: 'https://t/{z}/{x}/{y}', attribution: null })

test('a place in China is shifted some hundred metres on GCJ-02 tiles, and shifts back exactly', () => {
  const [lng, lat] = gcj.toMap(116.404, 39.915)
  expect(lng).toBeCloseTo(116.41024, 4)
  expect(lat).toBeCloseTo(39.9164, 4)
  const [backLng, backLat] = gcj.toWgs(lng, lat)
  expect(Math.abs(backLng - 116.404)).toBeLessThan(1e-5)
  expect(Math.abs(backLat - 39.915)).toBeLessThan(1e-5)
})

test('outside China, without tiles and over WGS-84 tiles nothing is shifted', () => {
  expect(gcj.toMap(2.35, 48.85)).toEqual([2.35, 48.85])
  expect(shiftFor(null).toMap(116.4, 39.9)).toEqual([116.4, 39.9])
  const features = [{ id: '1' }] as never
  expect(shiftFeatures(features, shiftFor(null).toMap)).toBe(features)
})

test('every position of a geometry is shifted alike', () => {
  const square = [
    [
      [116, 37],
      [116.1, 37],
      [116.1, 37.1],
      [116, 37],
    ],
  ] as [number, number][][]
  const [moved] = shiftFeatures([{ geometry: { type: 'Polygon' as const, coordinates: square } }], gcj.toMap)
  expect(moved!.geometry.coordinates).toEqual([square[0]!.map(([lng, lat]) => gcj.toMap(lng, lat))])
})
