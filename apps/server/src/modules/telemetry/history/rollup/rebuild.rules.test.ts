import { expect, test } from 'vitest'
import { differences } from './rebuild.rules.ts'
import type { BucketStats } from './rollup.rules.ts'

const level = { count: 2, first: 1, last: 3, min: 1, max: 3, avg: 2 }
const asMap = (buckets: Record<string, BucketStats>) => new Map(Object.entries(buckets))
const asMade = (buckets: Record<string, BucketStats>) =>
  new Map(Object.entries(buckets).map(([place, stats]) => [place, { place, stats }]))

test('what is stored as it was made differs in nothing, whatever the order of its keys', () => {
  const { avg, max, ...rest } = level
  const stored = asMap({ a: { doorOpen: { count: 1, first: true, last: true }, level: { avg, max, ...rest } } })
  const made = asMade({ a: { level, doorOpen: { count: 1, first: true, last: true } } })
  expect(differences(made, stored)).toEqual({ changed: [], gone: [] })
})

test('what is missing, other, or nothing was made for is found', () => {
  const stored = asMap({
    same: { level },
    other: { level: { ...level, last: 4 } },
    more: { level, flow: level },
    gone: {},
  })
  const made = asMade({ same: { level }, other: { level }, more: { level }, missing: { level } })
  const { changed, gone } = differences(made, stored)
  expect(changed.map(({ place }) => place)).toEqual(['other', 'more', 'missing'])
  expect(gone).toEqual(['gone'])
})
