import { GEO_IMPORT_LIMIT } from '@sluice/contract'
import { expect, test } from 'vitest'
import { callsOf, featuresOf } from './geojson-file.ts'

test('reads a collection or a single feature, and refuses anything else', () => {
  expect(featuresOf('{"type":"FeatureCollection","features":[1,2]}')).toEqual([1, 2])
  expect(featuresOf('{"type":"Feature","geometry":null}')).toHaveLength(1)
  for (const text of ['', '[]', 'null', '{"type":"Topology"}', '{"type":"FeatureCollection"}'])
    expect(featuresOf(text)).toBeNull()
})

test('a large file is sent in several calls, nothing lost and in order', () => {
  const features = Array.from({ length: GEO_IMPORT_LIMIT * 2 + 3 }, (_none, at) => ({
    at,
    pad: at === 700 ? 'x'.repeat(900_000) : '',
  }))
  const calls = callsOf(features)
  expect(calls.flat()).toEqual(features)
  expect(Math.max(...calls.map((one) => one.length))).toBeLessThanOrEqual(GEO_IMPORT_LIMIT)
  expect(calls.find((one) => one.length === 1)).toEqual([features[700]])
})
