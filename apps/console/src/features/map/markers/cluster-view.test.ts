import fc from 'fast-check'
import { expect, test } from 'vitest'
import { binsOfCells, ClusterView } from './cluster-view.ts'
import { Clusterer, drawnCells, type Points } from './cluster.ts'
import { BADGE, BODIES } from './marker-state.ts'

const VIEW = { west: 0.39, north: 0.39, east: 0.61, south: 0.61, zoom: 3 }

const state = fc
  .tuple(fc.integer({ min: 0, max: BODIES.length - 1 }), fc.constantFrom(0, BADGE.pending, BADGE.unconfirmed))
  .map(([body, ring]) => body | ring)
const device = fc.record({
  x: fc.double({ min: 0.4, max: 0.6, noNaN: true }),
  y: fc.double({ min: 0.4, max: 0.6, noNaN: true }),
  state,
})

test('after any reports the cached cells equal newly computed ones', () => {
  const change = fc.record({ at: fc.nat(), state })
  fc.assert(
    fc.property(
      fc.array(device, { minLength: 1, maxLength: 300 }),
      fc.array(fc.array(change, { maxLength: 30 }), { maxLength: 4 }),
      (list, batches) => {
        const points: Points = {
          count: list.length,
          x: Float64Array.from(list, ({ x }) => x),
          y: Float64Array.from(list, ({ y }) => y),
          state: Uint8Array.from(list, (one) => one.state),
        }
        const kept = new ClusterView()
        kept.cells(points, null, VIEW, 'a')
        for (const batch of batches) {
          for (const { at, state: next } of batch) points.state[at % list.length] = next
          const fresh = drawnCells(new Clusterer(), points, null, VIEW)
          const faces = (cells: readonly (typeof fresh)[number][]) =>
            cells.map(({ x, y, count, online, offline, fault, marks }) => {
              return { x, y, count, online, offline, fault, ring: marks & (BADGE.pending | BADGE.unconfirmed) }
            })
          expect(faces(kept.cells(points, null, VIEW, 'a'))).toEqual(faces(fresh))
        }
      },
    ),
    { numRuns: 60 },
  )
})

test('another view, other devices and other places are computed anew', () => {
  const points: Points = { count: 1, x: Float64Array.of(0.5), y: Float64Array.of(0.5), state: Uint8Array.of(0) }
  const kept = new ClusterView()
  expect(kept.cells(points, null, VIEW, 'a')).toHaveLength(1)
  expect(kept.cells(points, Uint8Array.of(0), VIEW, 'b')).toHaveLength(0)
  expect(kept.cells(points, null, { ...VIEW, east: 0.45 }, 'a')).toHaveLength(0)
})

test('the bins of every cell are counted, of shown devices only', () => {
  const points: Points = {
    count: 5,
    x: Float64Array.of(0.45, 0.45, 0.45, 0.55, -8),
    y: Float64Array.of(0.45, 0.45, 0.45, 0.55, -8),
    state: new Uint8Array(5),
  }
  const mask = Uint8Array.of(1, 1, 0, 1, 1)
  const cells = new ClusterView().cells(points, mask, VIEW, 'a')
  const counts = binsOfCells(cells, points, mask, Uint8Array.of(2, 0, 3, 5, 1))
  const of = (count: number) => {
    const nth = cells.findIndex((cell) => cell.count === count)
    return [...counts.subarray(nth * 6, nth * 6 + 6)]
  }
  expect([of(2), of(1)]).toEqual([
    [1, 0, 1, 0, 0, 0],
    [0, 0, 0, 0, 0, 1],
  ])
})
