import type { GeoPosition } from '@sluice/contract'
import { describe, expect, it } from 'vitest'
import { METRES_PER_LAT } from '../polyline.rules.ts'
import { buildTopology, reachBox, SNAP_M, VALVE_REACH_M } from './topology.rules.ts'

/** Metres east and north of a corner on the equator, where a degree is as long both ways. */
const at = (x: number, y: number): GeoPosition => [x / METRES_PER_LAT, y / METRES_PER_LAT]
const line = (id: string, ...places: [number, number][]) => ({ id, line: places.map(([x, y]) => at(x, y)) })

describe('nodes and joints', () => {
  const nodesBetween = (gapM: number) =>
    buildTopology([line('a', [0, 0], [100, 0]), line('b', [100 + gapM, 0], [300, 0])], []).nodes.length

  it('two ends are one node up to the tolerance, and two beyond it', () => {
    expect(nodesBetween(SNAP_M - 0.01)).toBe(3)
    expect(nodesBetween(SNAP_M + 0.01)).toBe(4)
  })

  it('a joint near an end is at the end, one farther inside where it is', () => {
    const jointOn = (x: number) => {
      const { joints } = buildTopology([line('main', [0, 0], [1000, 0]), line('branch', [x, 1], [x, 500])], [])
      const node = joints.find(({ edgeId, atM }) => edgeId === 'branch' && atM === 0)!.node
      return joints.find((joint) => joint.edgeId === 'main' && joint.node === node)!.atM
    }
    expect(jointOn(11)).toBe(0)
    expect(jointOn(13)).toBeCloseTo(13)
    expect(jointOn(987)).toBeCloseTo(987)
    expect(jointOn(989)).toBeCloseTo(1000)
  })

  it('an edge that only passes by is not joined', () => {
    const { joints } = buildTopology([line('main', [0, 0], [1000, 0]), line('branch', [500, 13], [500, 500])], [])
    expect(joints.filter(({ edgeId }) => edgeId === 'main')).toHaveLength(2)
  })

  it('lengths are those of the lines, corners included', () => {
    const { lengthsM } = buildTopology([line('a', [0, 0], [30, 40], [30, 100]), line('b', [0, 500], [7, 500])], [])
    expect([lengthsM.get('a'), lengthsM.get('b')]).toEqual([expect.closeTo(110), expect.closeTo(7)])
  })
})

describe('valves', () => {
  const on = (place: GeoPosition | null, edgeId?: string) =>
    buildTopology(
      [line('main', [0, 0], [5000, 3000]), line('side', [2000, -900], [2000, -100])],
      [{ deviceId: 'v', place, edgeId }],
    ).valves

  it.each([
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
    [1, 1],
    [-1, -1],
    [1, -1],
    [-1, 1],
  ])('finds a pipe that lies wholly beyond the border of the search cells, towards %i, %i', (dx, dy) => {
    // The corner of four cells is 0.004 degrees east and north; nothing here is as long as a cell.
    const corner = 0.004 * METRES_PER_LAT
    const [x, y] = [corner + dx * 4, corner + dy * 4]
    const pipe = line('pipe', [x, y], [x + dx * 9 + dy, y + dy * 9 + dx])
    const place = at(corner - dx * 3 - dy, corner - dy * 3 - dx)
    const { valves } = buildTopology([pipe], [{ deviceId: 'v', place, edgeId: undefined }])
    expect(valves).toMatchObject([{ edgeId: 'pipe', atM: 0 }])
  })

  it('one within reach sits on the edge, one beyond it on none; a place is needed', () => {
    // The main runs 5 east for 3 north: this far to the side of its middle.
    const beside = (distanceM: number) => {
      const unit = Math.hypot(5, 3)
      return at(2500 - (3 / unit) * distanceM, 1500 + (5 / unit) * distanceM)
    }
    const [near] = on(beside(VALVE_REACH_M - 0.1))
    expect(near).toMatchObject({ edgeId: 'main', attached: false })
    expect(near!.atM).toBeCloseTo(Math.hypot(2500, 1500), 0)
    expect(on(beside(VALVE_REACH_M + 0.1))).toEqual([])
    expect(on(null)).toEqual([])
  })

  it('one that a person attached stays on its edge: at the foot of its place, else in the middle', () => {
    expect(on(at(9000, -300), 'side')).toEqual([
      { deviceId: 'v', edgeId: 'side', atM: expect.closeTo(600), attached: true },
    ])
    expect(on(null, 'side')).toEqual([{ deviceId: 'v', edgeId: 'side', atM: expect.closeTo(400), attached: true }])
  })

  it('of edges that are about as near the one that ends there has it; of others the nearest', () => {
    const lines = [
      line('main', [0, 0], [1000, 0]),
      line('branch', [500, 0], [500, 800]),
      line('far', [0, 10], [400, 10]),
    ]
    const edgeAt = (x: number, y: number) =>
      buildTopology(lines, [{ deviceId: 'v', place: at(x, y) }]).valves[0]?.edgeId
    expect(edgeAt(500, 1.9)).toBe('branch')
    expect(edgeAt(502.9, 1)).toBe('branch')
    expect(edgeAt(503.1, 1)).toBe('main')
    expect(edgeAt(200, 7)).toBe('far')
    expect(edgeAt(200, 3)).toBe('main')
  })

  it('the nearest of the segments of a bent edge is where it sits', () => {
    const { valves } = buildTopology(
      [line('bent', [0, 0], [100, 0], [100, 100], [0, 100])],
      [{ deviceId: 'v', place: at(95, 50) }],
    )
    expect(valves[0]!.atM).toBeCloseTo(150)
  })
})

describe('the box in which valves are looked for', () => {
  it('holds every place from which a valve reaches a line, also far in the north', () => {
    for (const lat of [0, 37, 60, 85]) {
      const lines = [
        {
          id: 'one',
          line: [
            [100, lat],
            [100.01, lat - 0.01],
          ] as GeoPosition[],
        },
      ]
      const [west, south, east, north] = reachBox(lines)!
      const sits = (place: GeoPosition) => buildTopology(lines, [{ deviceId: 'v', place }]).valves.length > 0
      for (let n = -40; n <= 40; n++) {
        const along = lat - 0.005 + n / 4000
        expect([sits([west, along]), sits([east, along])]).toEqual([false, false])
        expect([sits([100.005 + n / 4000, south]), sits([100.005 + n / 4000, north])]).toEqual([false, false])
      }
      expect([west < 100, east > 100.01, south < lat - 0.01, north > lat]).toEqual([true, true, true, true])
    }
  })

  it('is none without lines', () => {
    expect(reachBox([])).toBeUndefined()
  })
})
