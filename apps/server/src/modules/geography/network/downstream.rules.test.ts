import { describe, expect, it } from 'vitest'
import { downstreamOf } from './downstream.rules.ts'
import type { NetworkEdge } from '../isolation/isolation.rules.ts'

type Flow = NetworkEdge['flow']
const edge = (id: string, flow: Flow, joints: [string, number][], valves: [string, number][]): NetworkEdge => ({
  id,
  lengthM: 100,
  flow: flow ?? null,
  joints: joints.map(([node, atM]) => ({ node, atM })),
  valves: valves.map(([deviceId, atM]) => ({ deviceId, atM })),
})

describe('what gets its water past a valve', () => {
  it('is what lies ahead of it on its edge, as the water runs', () => {
    const on = (flow: Flow) => [
      edge(
        'e',
        flow,
        [],
        [
          ['a', 10],
          ['b', 50],
          ['c', 90],
        ],
      ),
    ]
    expect(downstreamOf(on('FORWARD'), 'b')).toEqual(['c'])
    expect(downstreamOf(on('BACKWARD'), 'b')).toEqual(['a'])
    for (const flow of ['BOTH', null] as const) expect(downstreamOf(on(flow), 'b')).toEqual([])
  })

  it('goes on over joints, onto edges that lead away, and not back', () => {
    const network = [
      edge(
        'main',
        'FORWARD',
        [
          ['n', 60],
          ['m', 100],
        ],
        [
          ['up', 10],
          ['burst', 40],
          ['down', 80],
        ],
      ),
      edge('branch', 'FORWARD', [['n', 0]], [['side', 30]]),
      edge('feeder', 'FORWARD', [['n', 100]], [['source', 50]]),
      edge('unknown', null, [['m', 0]], [['nobody', 20]]),
      edge('drawn-back', 'BACKWARD', [['m', 100]], [['far', 20]]),
    ]
    expect(downstreamOf(network, 'burst').toSorted()).toEqual(['down', 'far', 'side'])
    expect(downstreamOf(network, 'side')).toEqual([])
  })

  it('ends in a ring, and knows nothing of a device that is on no edge', () => {
    const ring = [
      edge(
        'e1',
        'FORWARD',
        [
          ['n', 0],
          ['m', 100],
        ],
        [['a', 50]],
      ),
      edge(
        'e2',
        'FORWARD',
        [
          ['m', 0],
          ['n', 100],
        ],
        [['b', 50]],
      ),
    ]
    expect(downstreamOf(ring, 'a')).toEqual(['b'])
    expect(downstreamOf(ring, 'nowhere')).toEqual([])
  })
})
