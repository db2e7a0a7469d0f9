import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  cellsPerWorld,
  Clusterer,
  drawnCells,
  membersOf,
  NOWHERE,
  overlap,
  type Points,
  SINGLES_LIMIT,
} from './cluster.ts'
import { BADGE, BODIES, CLASS_OF_BODY, ringOf } from './marker-state.ts'
import { WORLD_PX } from '../canvas/mercator.ts'

const clusterer = new Clusterer()

const place = fc.record({
  x: fc.double({ min: 0, max: 0.999999, noNaN: true }),
  y: fc.double({ min: 0, max: 0.999999, noNaN: true }),
  state: fc.integer({ min: 0, max: BODIES.length - 1 }),
  shown: fc.boolean(),
})
const places = fc.array(place, { minLength: 1, maxLength: 300 })

function pointsOf(list: readonly { x: number; y: number; state: number }[]): Points {
  return {
    count: list.length,
    x: Float64Array.from(list, ({ x }) => x),
    y: Float64Array.from(list, ({ y }) => y),
    state: Uint8Array.from(list, ({ state }) => state),
  }
}
const maskOf = (list: readonly { shown: boolean }[]) => Uint8Array.from(list, ({ shown }) => Number(shown))
const WORLD = { west: 0, north: 0, east: 1, south: 1, zoom: 2 }

test('every shown device is counted once, in its class', () => {
  fc.assert(
    fc.property(places, fc.integer({ min: 0, max: 3 }), (list, zoom) => {
      const cells = clusterer.bin(pointsOf(list), maskOf(list), WORLD, cellsPerWorld(zoom, 64))
      const shown = list.filter((one) => one.shown)
      const sum = (key: 'count' | 'online' | 'offline' | 'fault') => cells.reduce((all, cell) => all + cell[key], 0)
      expect(sum('count')).toBe(shown.length)
      expect([sum('online'), sum('offline'), sum('fault')]).toEqual(
        [0, 1, 2].map((wanted) => shown.filter(({ state }) => CLASS_OF_BODY[state] === wanted).length),
      )
    }),
  )
})

test('a cell is the same in every view that contains it whole', () => {
  const shift = fc.double({ min: 0, max: 0.5, noNaN: true })
  fc.assert(
    fc.property(places, shift, shift, (list, dx, dy) => {
      const points = pointsOf(list)
      const cells = cellsPerWorld(2, 64)
      const whole = new Map(clusterer.bin(points, null, WORLD, cells).map((cell) => [cell.key, cell]))
      const panned = { west: dx, north: dy, east: dx + 0.5, south: dy + 0.5, zoom: 2 }
      for (const cell of clusterer.bin(points, null, panned, cells)) expect(cell).toEqual(whole.get(cell.key))
    }),
  )
})

test('devices without a place and filtered devices are in no cell', () => {
  const points = pointsOf([
    { x: NOWHERE, y: NOWHERE, state: 0 },
    { x: 0.5, y: 0.5, state: 0 },
    { x: 0.5, y: 0.5, state: 5 },
  ])
  expect(clusterer.bin(points, null, WORLD, 16).map(({ count, fault }) => [count, fault])).toEqual([[2, 1]])
  expect(clusterer.bin(points, Uint8Array.of(1, 0, 1), WORLD, 16).map(({ first }) => first)).toEqual([2])
})

test('few devices are drawn one by one unless they share one place; many are clustered', () => {
  const row = (count: number) =>
    pointsOf(Array.from({ length: count }, (_none, at) => ({ x: 0.1 + (at * 0.7) / count, y: 0.5, state: 0 })))
  expect(drawnCells(clusterer, row(40), null, WORLD)).toHaveLength(40)
  const many = drawnCells(clusterer, row(SINGLES_LIMIT + 1), null, WORLD)
  expect(many.length).toBeLessThan(40)
  const stack = pointsOf([0, 1, 2].map(() => ({ x: 0.5001, y: 0.5001, state: 2 })))
  const [cell] = drawnCells(clusterer, stack, null, WORLD)
  expect(cell).toMatchObject({ count: 3, offline: 3 })
  expect(membersOf(stack, null, cell!)).toEqual([0, 1, 2])
})

test('drawn elements never overlap, and each device belongs to exactly one', () => {
  const crowd = fc.array(
    fc.record({
      x: fc.double({ min: 0.4, max: 0.6, noNaN: true }),
      y: fc.double({ min: 0.4, max: 0.6, noNaN: true }),
      state: fc.integer({ min: 0, max: BODIES.length - 1 }),
    }),
    { minLength: 1, maxLength: 400 },
  )
  fc.assert(
    fc.property(crowd, fc.integer({ min: 1, max: 4 }), (list, zoom) => {
      const points = pointsOf(list)
      const drawn = drawnCells(clusterer, points, null, { west: 0.39, north: 0.39, east: 0.61, south: 0.61, zoom })
      const worldPx = WORLD_PX * 2 ** zoom
      for (const [at, one] of drawn.entries())
        for (const other of drawn.slice(at + 1)) expect(overlap(one, other, worldPx)).toBeGreaterThanOrEqual(1)
      const behind = drawn.flatMap((cell) => membersOf(points, null, cell))
      expect(behind.toSorted((a, b) => a - b)).toEqual(list.map((_one, at) => at))
    }),
    { numRuns: 40 },
  )
})

test('the badge of a cluster shows an unproven command inside', () => {
  const stack = pointsOf([0, 1 | BADGE.pending, 0].map((state) => ({ x: 0.5001, y: 0.5001, state })))
  expect(drawnCells(clusterer, stack, null, WORLD).map(({ marks }) => ringOf(marks))).toEqual(['pending'])
  expect(ringOf(BADGE.unconfirmed)).toBe('unconfirmed')
})
