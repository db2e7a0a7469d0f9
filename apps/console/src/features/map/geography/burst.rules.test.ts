import type { GeoFeature, GeoKind, GeoPosition } from '@sluice/contract'
import { expect, test } from 'vitest'
import { edgesOf, pointedEdge } from './burst.rules.ts'
import { NO_SHIFT } from '../markers/device-store.ts'

const line = (id: string, kind: GeoKind, ...coordinates: GeoPosition[]): GeoFeature => ({
  id,
  version: 0,
  deptId: '1',
  kind,
  name: id,
  rank: null,
  flow: null,
  widthM: null,
  geometry: { type: 'LineString', coordinates },
})

const land = [
  line('canal', 'CANAL', [116, 37], [117, 37]),
  line('pipe', 'PIPE', [116.5, 37], [116.5, 37.5]),
  line('road', 'ROAD', [116, 37.001], [117, 37.001]),
]

test('a press selects the nearest canal or pipe and the place on its line; roads carry no water', () => {
  const edges = edgesOf(land)
  expect(edges.map(({ id }) => id)).toEqual(['canal', 'pipe'])
  const onCanal = pointedEdge(edges, { lng: 116.25, lat: 37.0004 }, 14, NO_SHIFT)
  expect(onCanal?.feature.id).toBe('canal')
  expect(onCanal?.at[0]).toBeCloseTo(116.25, 6)
  expect(onCanal?.at[1]).toBeCloseTo(37, 6)
  expect(pointedEdge(edges, { lng: 116.5002, lat: 37.2 }, 14, NO_SHIFT)?.feature.id).toBe('pipe')
})

test('a press beside every line selects nothing; zooming in narrows the reach', () => {
  const at = { lng: 116.25, lat: 37.004 }
  expect(pointedEdge(edgesOf(land), at, 10, NO_SHIFT)?.feature.id).toBe('canal')
  expect(pointedEdge(edgesOf(land), at, 15, NO_SHIFT)).toBeNull()
})
