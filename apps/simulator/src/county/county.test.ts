import { expect, test } from 'vitest'
import { type CountyFeature, drawCounty } from './county.ts'
import { CANALS, PIPES } from './channel.table.ts'
import { nearestOn, type Spot } from './smooth.ts'

/** Numbers from 0 to 1 that repeat. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

test('the county is the same for the same numbers and lies where it should', () => {
  const county = drawCounty(numbers(7))
  expect(drawCounty(numbers(7))).toEqual(county)
  for (const { lng, lat } of county.sites) {
    expect(lng).toBeGreaterThan(116)
    expect(lng).toBeLessThan(117)
    expect(Math.abs(lat - 37.06)).toBeLessThan(0.3)
  }
  expect(county.sites.length).toBeGreaterThan(250)
})

test('every channel but the heads begins on another one, to the metre', () => {
  const county = drawCounty(numbers(7))
  const lines = county.features.filter(({ properties }) => ['CANAL', 'PIPE'].includes(properties.kind))
  const placesOf = (feature: CountyFeature) => feature.geometry.coordinates as Spot[]
  const loose = lines.filter((feature) => {
    const head = placesOf(feature)[0]!
    return !lines.some((other) => other !== feature && nearestOn(placesOf(other), head).distance < 1e-5)
  })
  expect(loose.map(({ properties }) => properties.name)).toEqual(['总干渠', '西干渠'])
  expect(lines).toHaveLength(CANALS.length + PIPES.length)
})
