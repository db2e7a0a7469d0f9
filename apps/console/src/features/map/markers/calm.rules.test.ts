import { expect, test } from 'vitest'
import type { Points } from './cluster.ts'
import { DotGrid, markBodies, MOST_DOTS, silenceGroups } from './calm.rules.ts'
import { BADGE, BODIES, type Body } from './marker-state.ts'
import { WORLD_PX } from '../canvas/mercator.ts'

const byte = (body: Body) => BODIES.indexOf(body)
const points = (state: number[], x = state.map((_state, at) => 0.5 + at / 1000), y = state.map(() => 0.5)): Points => ({
  count: state.length,
  x: Float64Array.from(x),
  y: Float64Array.from(y),
  state: Uint8Array.from(state),
})
const everyone = (count: number) => new Uint8Array(count).fill(1)
const WORLD = { west: 0, east: 0.999, north: 0, south: 0.999, zoom: 0 }

test('faults, motion and unproven commands have a body; whoever is well, silent or disabled is a dot', () => {
  const given = points([
    byte('online'),
    byte('moving'),
    byte('offline'),
    byte('level2'),
    byte('level3'),
    byte('level4'),
    byte('disabled'),
    byte('unknown'),
    byte('online') | BADGE.pending,
    byte('offline') | BADGE.unconfirmed,
    byte('online') | BADGE.lowBattery,
  ])
  const bodies = new Uint8Array(given.count)
  expect(markBodies(given, everyone(given.count), new Set(), bodies)).toBe(true)
  expect([...bodies]).toEqual([0, 1, 0, 1, 1, 1, 0, 0, 1, 1, 0])
  expect(markBodies(given, everyone(given.count), new Set(), bodies)).toBe(false)
  expect(markBodies(given, everyone(given.count), new Set([0]), bodies)).toBe(true)
  expect([...bodies].slice(0, 2)).toEqual([1, 1])
  expect(markBodies(given, new Uint8Array(given.count), new Set([0]), bodies)).toBe(true)
  expect(bodies.includes(1)).toBe(false)
})

test('dots stand for all devices without a body, a silent one before the others of its spot', () => {
  const given = points([0, byte('offline'), 0, 0, byte('level4')], [0.3, 0.3001, 0.7, -8, 0.6])
  const dots = new DotGrid().dots(given, everyone(5), Uint8Array.from([0, 0, 0, 0, 1]), WORLD, null)
  expect(dots.map(({ count, online, offline, first, x }) => ({ count, online, offline, first, x }))).toEqual([
    { count: 2, online: 1, offline: 1, first: 1, x: 0.3001 },
    { count: 1, online: 1, offline: 0, first: 2, x: 0.7 },
  ])
})

test('where bins are shown a dot has the place of a device with a proven value', () => {
  const given = points([0, byte('offline'), 0, 0], [0.3, 0.3001, 0.30002, 0.7])
  const found = (bins: number[]) =>
    new DotGrid().dots(given, everyone(4), new Uint8Array(4), WORLD, Uint8Array.from(bins)).map(({ first }) => first)
  expect(found([0, 0, 3, 0])).toEqual([2, 3])
  expect(found([2, 5, 3, 1])).toEqual([0, 3])
  expect(found([0, 5, 3, 1])).toEqual([1, 3])
  expect(found([0, 0, 0, 0])).toEqual([0, 3])
})

test('dots stay where they are while the view moves, and are thinned when there are too many', () => {
  let seed = 1
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647
  const count = 60_000
  const x = Array.from({ length: count }, random)
  const y = Array.from({ length: count }, random)
  const given = points(
    Array.from({ length: count }, () => 0),
    x,
    y,
  )
  const zoom = 2
  const grid = new DotGrid()
  const view = { west: 0.1, east: 0.1 + 1400 / WORLD_PX / 4, north: 0.1, south: 0.1 + 900 / WORLD_PX / 4, zoom }
  const all = grid.dots(given, everyone(count), new Uint8Array(count), view, null)
  expect(all.length).toBeLessThanOrEqual(MOST_DOTS)
  expect(all.length).toBeGreaterThan(MOST_DOTS / 8)
  const shift = 0.01
  const moved = grid.dots(
    given,
    everyone(count),
    new Uint8Array(count),
    {
      ...view,
      west: view.west + shift,
      east: view.east + shift,
    },
    null,
  )
  const before = new Map(all.map((dot) => [dot.key, dot]))
  const kept = moved.filter(({ key }) => before.has(key))
  expect(kept.length).toBeGreaterThan(all.length / 2)
  for (const dot of kept) expect(dot).toEqual(before.get(dot.key))
})

test('more than three slaves that went silent together are one matter of their master', () => {
  const slaves = (master: string, status: number, seen: (number | null)[]) =>
    seen.map((at) => ({ master, status, seen: at }))
  const rows = [
    ...slaves('7', 2, [1000, 1200, 1500, 1600]),
    ...slaves('8', 2, [1000, 1200, 1500]),
    ...slaves('9', 2, [1000, 1200, 1500, 9000]),
    ...slaves('10', 1, [1000, 1000, 1000, 1000]),
  ]
  const groups = silenceGroups({
    ids: rows.map((_row, at) => `s${at}`),
    masterIds: rows.map(({ master }) => master),
    status: rows.map(({ status }) => status),
    seen: rows.map(({ seen }) => seen),
  })
  expect([...groups]).toEqual([['7', 4]])
})
