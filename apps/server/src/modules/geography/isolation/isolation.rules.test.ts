import type { GeoPosition } from '@sluice/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isolate, type NetworkEdge } from './isolation.rules.ts'
import { buildTopology } from '../network/topology.rules.ts'

const edge = (
  id: string,
  lengthM: number,
  joints: [string, number][],
  valves: [string, number][] = [],
): NetworkEdge => ({
  id,
  lengthM,
  joints: joints.map(([node, atM]) => ({ node, atM })),
  valves: valves.map(([deviceId, atM]) => ({ deviceId, atM })),
})

const ids = (found: ReturnType<typeof isolate>) => found?.valves.map(({ deviceId }) => deviceId).sort()

describe('which valves isolate an edge', () => {
  //        v1          v2        v3
  //  S --main--J1------------J2-----E
  //             |v4           |
  //           branch        spur - w
  const network = [
    edge(
      'main',
      1000,
      [
        ['S', 0],
        ['J1', 400],
        ['J2', 800],
        ['E', 1000],
      ],
      [
        ['v1', 200],
        ['v2', 600],
        ['v3', 900],
      ],
    ),
    edge(
      'branch',
      500,
      [
        ['J1', 0],
        ['B', 500],
      ],
      [['v4', 0]],
    ),
    edge('spur', 300, [
      ['J2', 0],
      ['K', 300],
    ]),
    edge(
      'next',
      200,
      [
        ['K', 0],
        ['N', 200],
      ],
      [['w', 100]],
    ),
  ]

  test('its own head valve is enough for a branch, and the end of the branch is open', () => {
    const found = isolate(network, 'branch', null)
    expect(ids(found)).toEqual(['v4'])
    expect(found?.openNodes).toEqual(['B'])
  })

  test('water goes on through joints until valves stop it', () => {
    const found = isolate(network, 'spur', null)
    expect(ids(found)).toEqual(['v2', 'v3', 'w'])
    expect(found?.edgeIds.sort()).toEqual(['main', 'next', 'spur'])
    expect(found?.openNodes).toEqual([])
  })

  test('a place on the edge narrows the search to its piece', () => {
    expect(ids(isolate(network, 'main', 450))).toEqual(['v1', 'v2', 'v4'])
    expect(ids(isolate(network, 'main', 950))).toEqual(['v3'])
  })

  test('the whole edge: a valve with water on both sides does not count', () => {
    expect(ids(isolate(network, 'main', null))).toEqual(['v4', 'w'])
  })

  test('a short piece between the end of an edge and its valve is left out of the whole edge, a long one is not', () => {
    const ends: [string, number][] = [
      ['A', 0],
      ['B', 1000],
    ]
    const beyond = (valveAtM: number) => {
      const edges = [edge('e', 1000, ends, [['v', valveAtM]]), edge('f', 100, [['B', 0]], [['w', 50]])]
      return ids(isolate(edges, 'e', null))
    }
    // 5 % of 1000 m.
    expect(beyond(950)).toEqual(['v'])
    expect(beyond(949)).toEqual(['w'])
    const short = [
      edge(
        'e',
        100,
        [
          ['A', 0],
          ['B', 100],
        ],
        [['v', 70]],
      ),
      edge('f', 100, [['B', 0]], [['w', 50]]),
    ]
    expect(ids(isolate(short, 'e', null))).toEqual(['v'])
  })

  test('an edge whose pieces are all short answers for the longest of them', () => {
    const edges = [
      edge(
        'e',
        50,
        [
          ['A', 0],
          ['B', 50],
        ],
        [
          ['v', 20],
          ['w', 45],
        ],
      ),
      edge('f', 9, [['B', 0]], [['x', 5]]),
    ]
    expect(ids(isolate(edges, 'e', null))).toEqual(['v', 'w'])
  })

  test('a place on a valve belongs to one side of it', () => {
    const edges = [
      edge(
        'e',
        1000,
        [
          ['A', 0],
          ['B', 1000],
        ],
        [
          ['v', 400],
          ['w', 700],
        ],
      ),
    ]
    expect(ids(isolate(edges, 'e', 400))).toEqual(['v'])
    expect(ids(isolate(edges, 'e', 700))).toEqual(['v', 'w'])
    expect(isolate(edges, 'e', 400)?.valves).toEqual([{ deviceId: 'v', edgeId: 'e', atM: 400 }])
  })

  test('a valve on a joint closes its own edge on the inner side, at either end', () => {
    const edges = [
      edge('main', 1000, [
        ['A', 0],
        ['M', 500],
        ['B', 1000],
      ]),
      edge(
        'tail',
        100,
        [
          ['M', 100],
          ['T', 0],
        ],
        [['t', 100]],
      ),
      edge(
        'head',
        100,
        [
          ['M', 0],
          ['H', 100],
        ],
        [['h', 0]],
      ),
    ]
    expect(ids(isolate(edges, 'tail', null))).toEqual(['t'])
    expect(ids(isolate(edges, 'head', null))).toEqual(['h'])
    expect(ids(isolate(edges, 'main', null))).toEqual(['h', 't'])
    expect(isolate(edges, 'tail', null)?.edgeIds).toEqual(['tail'])
  })

  test('an edge without a valve anywhere answers none, an unknown edge nothing', () => {
    expect(isolate([edge('lone', 10, [])], 'lone', null)?.valves).toEqual([])
    expect(isolate(network, 'other', null)).toBeUndefined()
  })

  test('closing what is answered leaves no way out but to what runs dry', () => {
    const arbitrary = fc.array(
      fc.record({
        joints: fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), fc.integer({ min: 0, max: 100 })), {
          maxLength: 4,
        }),
        valves: fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 3 }),
      }),
      { minLength: 1, maxLength: 6 },
    )
    fc.assert(
      fc.property(arbitrary, (drawn) => {
        const edges = drawn.map(({ joints, valves }, at) =>
          edge(
            `e${at}`,
            100,
            joints,
            valves.map((atM, nr) => [`v${at}.${nr}`, atM]),
          ),
        )
        const found = isolate(edges, 'e0', null)!
        // Without the answered valves the same search from the same edge must never get smaller.
        const closed = new Set(ids(found))
        const opened = edges.map((one) => ({
          ...one,
          valves: one.valves.filter(({ deviceId }) => !closed.has(deviceId)),
        }))
        const wider = isolate(opened, 'e0', null)!
        expect(wider.edgeIds.length).toBeGreaterThanOrEqual(found.edgeIds.length)
        expect(new Set(ids(found)).size).toBe(found.valves.length)
      }),
    )
  })
})

describe('the network that lines are', () => {
  const at = (x: number, y: number): GeoPosition => [116 + x / 88_900, 37 + y / 111_320]

  test('ends within the tolerance are one node, and a branch joins the middle of a main', () => {
    const { nodes, joints } = buildTopology(
      [
        { id: 'main', line: [at(0, 0), at(1000, 0)] },
        { id: 'next', line: [at(1005, 3), at(2000, 0)] },
        { id: 'branch', line: [at(500, 6), at(500, 800)] },
        { id: 'crossing', line: [at(250, -300), at(250, 300)] },
      ],
      [],
    )
    expect(nodes).toHaveLength(7)
    const shared = Object.groupBy(joints, ({ node }) => node)
    const meetings = Object.values(shared).filter((there) => there!.length > 1)
    expect(meetings.map((there) => there!.map(({ edgeId }) => edgeId).sort())).toEqual([
      ['main', 'next'],
      ['branch', 'main'],
    ])
    const middle = joints.find(({ edgeId, atM }) => edgeId === 'main' && atM > 100 && atM < 900)
    expect(middle?.atM).toBeCloseTo(500, 0)
  })

  test('a valve sits on the nearest edge within reach; at a junction on the one that ends there', () => {
    const lines = [
      { id: 'main', line: [at(0, 0), at(1000, 0)] },
      { id: 'branch', line: [at(500, 0), at(500, 800)] },
    ]
    const { valves } = buildTopology(lines, [
      { deviceId: 'near', place: at(200, 15) },
      { deviceId: 'far', place: at(200, 60) },
      { deviceId: 'head', place: at(500, 0.5) },
      { deviceId: 'byHand', place: at(900, 500), edgeId: 'branch' },
      { deviceId: 'gone', place: at(200, 15), edgeId: 'deleted' },
    ])
    expect(valves.map(({ deviceId, edgeId, attached }) => [deviceId, edgeId, attached])).toEqual([
      ['near', 'main', false],
      ['head', 'branch', false],
      ['byHand', 'branch', true],
      ['gone', 'main', false],
    ])
    expect(valves[0]!.atM).toBeCloseTo(200, 0)
  })

  test('thousands of edges are built in a moment, each joined to its neighbours only', () => {
    const lines = Array.from({ length: 3000 }, (_none, at3) => {
      const [column, row] = [at3 % 60, Math.floor(at3 / 60)]
      return { id: String(at3), line: [at(column * 100, row * 100), at(column * 100 + 100, row * 100)] }
    })
    const { joints, nodes } = buildTopology(lines, [])
    expect(nodes).toHaveLength(61 * 50)
    expect(joints).toHaveLength(6000)
  })
})
