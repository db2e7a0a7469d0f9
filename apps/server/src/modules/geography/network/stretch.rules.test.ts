import { expect, test } from 'vitest'
import type { NetworkEdge } from '../isolation/isolation.rules.ts'
import { stretchesOf, type ValveSides } from './stretch.rules.ts'

const edge = (more: Partial<NetworkEdge> = {}): NetworkEdge => ({
  id: 'a',
  lengthM: 1_000,
  flow: 'FORWARD',
  joints: [],
  valves: [],
  ...more,
})
const valve = (deviceId: string, atM: number) => ({ deviceId, atM })
const told = (readings: Record<string, ValveSides>, ...edges: NetworkEdge[]) =>
  stretchesOf(edges, new Map(Object.entries(readings))).map(({ edgeId, fromM, toM, value }) => [
    edgeId,
    fromM,
    toM,
    value,
  ])

test('a valve divides: before it stands its upstream value, behind it its downstream one', () => {
  const sides = { v: { before: 0.4, behind: 0.2 } }
  expect(told(sides, edge({ valves: [valve('v', 300)] }))).toEqual([
    ['a', 0, 300, 0.4],
    ['a', 300, 1_000, 0.2],
  ])
  expect(told(sides, edge({ valves: [valve('v', 300)], flow: 'BACKWARD' }))).toEqual([
    ['a', 0, 300, 0.2],
    ['a', 300, 1_000, 0.4],
  ])
})

test('where nobody said which way water runs, two values are of no known side; one value is of both', () => {
  for (const flow of [null, 'BOTH'] as const) {
    const line = edge({ valves: [valve('v', 300)], flow })
    expect(told({ v: { before: 0.4, behind: 0.2 } }, line)).toEqual([
      ['a', 0, 300, null],
      ['a', 300, 1_000, null],
    ])
    expect(told({ v: { before: 50, behind: 50 } }, line)).toEqual([
      ['a', 0, 300, 50],
      ['a', 300, 1_000, 50],
    ])
  }
})

test('without a reading nothing is proven, and a valve that tells of one side leaves the other', () => {
  expect(told({}, edge())).toEqual([['a', 0, 1_000, null]])
  expect(told({ v: { before: 0.4, behind: null } }, edge({ valves: [valve('v', 300)] }))).toEqual([
    ['a', 0, 300, 0.4],
    ['a', 300, 1_000, null],
  ])
})

test('between two readings on one stretch each has its nearer half; no value is made up between them', () => {
  const line = edge({ valves: [valve('v', 200), valve('w', 600)] })
  expect(told({ v: { before: 0.5, behind: 0.4 }, w: { before: 0.3, behind: 0.1 } }, line)).toEqual([
    ['a', 0, 200, 0.5],
    ['a', 200, 400, 0.4],
    ['a', 400, 600, 0.3],
    ['a', 600, 1_000, 0.1],
  ])
  // A valve that tells nothing still stops what is told beyond it.
  expect(told({ w: { before: 0.3, behind: 0.1 } }, line)).toEqual([
    ['a', 0, 200, null],
    ['a', 200, 600, 0.3],
    ['a', 600, 1_000, 0.1],
  ])
})

test('a value goes on through joints into what branches off, up to the next valve, the nearest reading first', () => {
  const main = edge({ valves: [valve('v', 100)], joints: [{ node: 'n', atM: 400 }] })
  const branch = edge({
    id: 'b',
    lengthM: 500,
    joints: [{ node: 'n', atM: 0 }],
    valves: [valve('w', 200)],
  })
  expect(told({ v: { before: 0.5, behind: 0.4 } }, main, branch)).toEqual([
    ['a', 0, 100, 0.5],
    ['a', 100, 1_000, 0.4],
    ['b', 0, 200, 0.4],
    ['b', 200, 500, null],
  ])
  // The valve on the branch is 200 m from the joint, the one on the main line 300 m: 50 m of it are nearer to the branch.
  expect(told({ v: { before: 0.5, behind: 0.4 }, w: { before: 0.2, behind: 0.1 } }, main, branch)).toEqual([
    ['a', 0, 100, 0.5],
    ['a', 100, 350, 0.4],
    ['a', 350, 1_000, 0.2],
    ['b', 0, 200, 0.2],
    ['b', 200, 500, 0.1],
  ])
})

test('a loop is walked once, and both ways around it', () => {
  const one = edge({
    id: 'a',
    joints: [
      { node: 'm', atM: 0 },
      { node: 'n', atM: 1_000 },
    ],
  })
  const two = edge({
    id: 'b',
    joints: [
      { node: 'm', atM: 0 },
      { node: 'n', atM: 1_000 },
    ],
    valves: [valve('v', 500)],
  })
  expect(told({ v: { before: 7, behind: 7 } }, one, two)).toEqual([
    ['a', 0, 1_000, 7],
    ['b', 0, 500, 7],
    ['b', 500, 1_000, 7],
  ])
})

test('valves at one place, and at the end of a line, leave no empty stretch', () => {
  const line = edge({ valves: [valve('v', 500), valve('w', 500), valve('x', 1_000)] })
  expect(told({ v: { before: 3, behind: 2 }, w: { before: 2, behind: 1 }, x: { before: 9, behind: 8 } }, line)).toEqual(
    [
      ['a', 0, 500, 3],
      ['a', 500, 750, 1],
      ['a', 750, 1_000, 9],
    ],
  )
})
