import type { GeoFeature } from '@sluice/contract'
import { expect, test } from 'vitest'
import { countInside, labelPlace } from './label-place.rules.ts'
import { square } from '../square.fixture.ts'

test('the name of an area stands in the middle of its largest polygon, and never outside', () => {
  expect(labelPlace({ type: 'Polygon', coordinates: [square(116, 37, 2)] })).toEqual({ lng: 117, lat: 38 })
  const parts = [[square(100, 10, 1)], [square(116, 37, 2)]]
  expect(labelPlace({ type: 'MultiPolygon', coordinates: parts })).toEqual({ lng: 117, lat: 38 })
  // A horseshoe that is open to the north: its centroid lies between its arms, the wider one is in the west.
  const shoe: [number, number][] = [
    [0, 0],
    [10, 0],
    [10, 10],
    [9, 10],
    [9, 1],
    [3, 1],
    [3, 10],
    [0, 10],
    [0, 0],
  ]
  const place = labelPlace({ type: 'Polygon', coordinates: [shoe] })
  expect(place?.lng).toBeCloseTo(1.5)
  expect(
    labelPlace({
      type: 'LineString',
      coordinates: [
        [0, 0],
        [1, 1],
      ],
    }),
  ).toBeNull()
})

test('a district counts the devices that stand in it, not those in its hole or without a place', () => {
  const area = (id: string, coordinates: [number, number][][]) =>
    ({ id, geometry: { type: 'Polygon', coordinates } }) as unknown as GeoFeature
  const areas = [area('1', [square(0, 0, 10), square(4, 4, 2)]), area('2', [square(20, 0, 5)])]
  const counts = countInside(areas, { lngs: [1, 9, 5, 30, null], lats: [1, 9, 5, 1, null] })
  expect([...counts]).toEqual([['1', 2]])
})
