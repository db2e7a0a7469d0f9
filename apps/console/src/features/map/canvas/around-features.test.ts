import type { GeoAround } from '@sluice/contract'
import { expect, test } from 'vitest'
import { aroundFeatures } from './around-features.ts'
import { square } from './square.fixture.ts'

type Drawn = { geometry: { type: string; coordinates: [number, number] } }

/** Where the name of a shape of this geometry is written; null where it has no place of its own. */
function namePlace(geometry: GeoAround['geometry']): [number, number] | null {
  const drawn = aroundFeatures([{ kind: 'AREA', name: 'x', rank: null, geometry }]) as Drawn[]
  return drawn.find(({ geometry: { type } }) => type === 'Point')?.geometry.coordinates ?? null
}

test('the name of an area stands in the middle of its largest part, whichever way it is drawn', () => {
  const [lng, lat] = namePlace({ type: 'Polygon', coordinates: [square(116, 37, 2).toReversed()] })!
  expect(lng).toBeCloseTo(117, 9)
  expect(lat).toBeCloseTo(38, 9)
  const parts = [[square(0, 0, 1)], [square(116, 37, 2), square(116.5, 37.5, 1)]]
  expect(namePlace({ type: 'MultiPolygon', coordinates: parts })![0]).toBeCloseTo(117, 9)
  // The corner with more points does not draw it to itself.
  const many = {
    type: 'Polygon' as const,
    coordinates: [
      [
        [0, 0],
        [0.1, 0],
        [0.2, 0],
        [2, 0],
        [2, 2],
        [0, 2],
        [0, 0],
      ] as [number, number][],
    ],
  }
  expect(namePlace(many)!.map((one) => Math.round(one * 1e9) / 1e9)).toEqual([1, 1])
})

test('an area without extent has its name among its corners, and a line has none of its own', () => {
  const flat = [
    [
      [1, 1],
      [3, 1],
      [5, 1],
      [3, 1],
    ] as [number, number][],
  ]
  expect(namePlace({ type: 'Polygon', coordinates: flat })).toEqual([3, 1])
  expect(namePlace({ type: 'LineString', coordinates: flat[0]! })).toBeNull()
})

test('a named area is two features, anything else one, and each holds nothing but what is drawn', () => {
  const area = {
    kind: 'AREA' as const,
    name: '清河县',
    rank: null,
    geometry: { type: 'Polygon' as const, coordinates: [square(116, 37, 2)] },
  }
  const line = {
    kind: 'CANAL' as const,
    name: '西渠',
    rank: 'MAIN' as const,
    geometry: { type: 'LineString' as const, coordinates: square(1, 1, 1) },
  }
  const drawn = aroundFeatures([area, { ...area, name: null }, line]) as {
    properties: object
    geometry: { type: string }
  }[]
  expect(drawn.map(({ geometry }) => geometry.type)).toEqual(['Polygon', 'Point', 'Polygon', 'LineString'])
  expect(drawn.map(({ properties }) => properties)).toEqual([
    { kind: 'AREA', rank: null },
    { kind: 'AREA', name: '清河县', rank: null },
    { kind: 'AREA', name: null, rank: null },
    { kind: 'CANAL', name: '西渠', rank: 'MAIN' },
  ])
})
