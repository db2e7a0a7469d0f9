import { expect, test } from 'vitest'
import { placePicture } from './picture.rules.ts'

const nodes = (ids: string) => ids.split('').map((id) => ({ id }))
const edges = (...pairs: string[]) => pairs.map((pair) => ({ from: pair[0]!, to: pair[1]!, taken: true }))
const placesOf = (ids: string, ...pairs: string[]) => {
  const { places } = placePicture(nodes(ids), edges(...pairs))
  return Object.fromEntries(ids.split('').map((id) => [id, places.get(id)]))
}

test('OF-7 (part: places) steps one after the other stand below each other', () => {
  expect(placesOf('abc', 'ab', 'bc')).toEqual({ a: { x: 0, y: 0 }, b: { x: 0, y: 1 }, c: { x: 0, y: 2 } })
})

test('branches stand beside each other in the order of their edges, and meet in the middle', () => {
  expect(placesOf('fabj', 'fa', 'fb', 'aj', 'bj')).toEqual({
    f: { x: 0.5, y: 0 },
    a: { x: 0, y: 1 },
    b: { x: 1, y: 1 },
    j: { x: 0.5, y: 2 },
  })
})

test('a step stands below all that lead to it, however long their way is', () => {
  const places = placesOf('fabcj', 'fa', 'ab', 'bj', 'fc', 'cj')
  expect(places['j']?.y).toBe(3)
  expect(places['c']?.y).toBe(1)
})

test('an edge past a row has a place of its own there: no line runs through a step', () => {
  const { ways, places } = placePicture(nodes('faj'), edges('fa', 'aj', 'fj'))
  const past = ways.find(({ from, to }) => from === 'f' && to === 'j')!
  expect(past.points).toHaveLength(3)
  expect(past.points[1]).toEqual({ x: 1, y: 1 })
  expect(places.get('a')).toEqual({ x: 0, y: 1 })
})

test('no two steps share a place, and every edge goes down, in trees of any shape', () => {
  const ids = 'fabcdefghij'.replace('f', 'z')
  const { places, ways } = placePicture(
    nodes(ids),
    edges('za', 'zb', 'zc', 'ad', 'ae', 'bf', 'bg', 'ch', 'ci', 'dj', 'ej', 'fj', 'gj', 'hj', 'ij'),
  )
  const spots = [...places].filter(([id]) => id.length === 1).map(([, { x, y }]) => `${x} ${y}`)
  expect(new Set(spots).size).toBe(ids.length)
  expect(ways.every(({ points }) => points.every((point, n) => n === 0 || point.y === points[n - 1]!.y + 1))).toBe(true)
  for (const [, { x }] of places) expect(x).toBeGreaterThanOrEqual(0)
})

test('edges in a circle and to nowhere do not keep the picture from being drawn', () => {
  const { places, ways } = placePicture(nodes('ab'), edges('ab', 'ba', 'ax'))
  expect([...places.keys()].filter((id) => id.length === 1)).toEqual(['a', 'b'])
  expect(ways).toHaveLength(2)
  expect(placePicture([], []).columns).toBe(1)
})
