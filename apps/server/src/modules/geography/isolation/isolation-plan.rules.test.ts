import { describe, expect, test } from 'vitest'
import type { NetworkEdge } from './isolation.rules.ts'
import { planIsolation } from './isolation-plan.rules.ts'

const edge = (
  id: string,
  lengthM: number,
  joints: [string, number][],
  valves: [string, number][],
  flow: NetworkEdge['flow'] = 'FORWARD',
): NetworkEdge => ({
  id,
  lengthM,
  flow,
  joints: joints.map(([node, atM]) => ({ node, atM })),
  valves: valves.map(([deviceId, atM]) => ({ deviceId, atM })),
})

//   S --10----11----12--x--+--13----14-- E
//                          |
//                         s1
//                          |----s2--- K
const NETWORK = [
  edge(
    'main',
    1000,
    [
      ['S', 0],
      ['J', 600],
      ['E', 1000],
    ],
    [
      ['10', 100],
      ['11', 300],
      ['12', 500],
      ['13', 700],
      ['14', 900],
    ],
  ),
  edge(
    'south',
    400,
    [
      ['J', 0],
      ['K', 400],
    ],
    [
      ['s1', 50],
      ['s2', 250],
    ],
    null,
  ),
]
const AT_X = 550

const plan = (...unable: string[]) => planIsolation(NETWORK, 'main', AT_X, new Set(unable))!
const valves = (...unable: string[]) => plan(...unable).valves.map(({ deviceId }) => deviceId)
const standsFor = (...unable: string[]) =>
  Object.fromEntries(
    plan(...unable).valves.flatMap(({ deviceId, insteadOf }) => (insteadOf[0] ? [[deviceId, insteadOf]] : [])),
  )

describe('the valves to close around a burst', () => {
  test('are the nearest ones on every way while all can be closed', () => {
    expect(valves().toSorted()).toEqual(['12', '13', 's1'])
    expect(plan().byHand).toEqual([])
    expect(standsFor()).toEqual({})
    expect(plan().openNodes).toEqual([])
  })

  test('one that cannot be closed is replaced by the next on its way, and by no other', () => {
    expect(valves('12').toSorted()).toEqual(['11', '13', 's1'])
    expect(standsFor('12')).toEqual({ '11': ['12'] })
    expect(valves('s1').toSorted()).toEqual(['12', '13', 's2'])
  })

  test('so is the one behind it', () => {
    expect(valves('12', '11').toSorted()).toEqual(['10', '13', 's1'])
    expect(standsFor('12', '11')['10']?.toSorted()).toEqual(['11', '12'])
  })

  test('a way that has no other valve keeps its place to close, by hand, and the others are closed all the same', () => {
    const { byHand } = plan('s1', 's2')
    expect(byHand).toEqual(['s1'])
    expect(valves('s1', 's2').toSorted()).toEqual(['12', '13'])
    expect(standsFor('s1', 's2')).toEqual({})
  })

  test('when no way can be closed every place is named and no valve is left', () => {
    const all = NETWORK.flatMap((one) => one.valves.map(({ deviceId }) => deviceId))
    expect(valves(...all)).toEqual([])
    expect(plan(...all).byHand.toSorted()).toEqual(['12', '13', 's1'])
  })

  test('a valve far from the burst changes nothing, whatever is wrong with it', () => {
    expect(plan('10', '14')).toEqual(plan())
  })

  test('the dry stretch grows by what lies behind the valve that was passed over', () => {
    const main = (...unable: string[]) => plan(...unable).stretches.filter(({ edgeId }) => edgeId === 'main')
    expect(main()).toEqual([{ edgeId: 'main', fromM: 500, toM: 700 }])
    expect(main('12')).toEqual([{ edgeId: 'main', fromM: 300, toM: 700 }])
  })

  test('water comes in through one and leaves through the other where the direction is known', () => {
    const sides = Object.fromEntries(plan().valves.map(({ deviceId, side }) => [deviceId, side]))
    expect(sides).toEqual({ '12': 'inlet', '13': 'outlet', s1: null })
    const turned = NETWORK.map((one): NetworkEdge => ({ ...one, flow: one.id === 'main' ? 'BACKWARD' : 'BOTH' }))
    const other = planIsolation(turned, 'main', AT_X, new Set())!.valves.map(({ deviceId, side }) => [deviceId, side])
    expect(Object.fromEntries(other)).toEqual({ '12': 'outlet', '13': 'inlet', s1: null })
  })

  test('two ways that meet behind their valves are closed by the one that both lead to', () => {
    const ring = [
      edge(
        'feed',
        300,
        [
          ['S', 0],
          ['A', 300],
        ],
        [['f', 200]],
      ),
      edge(
        'left',
        100,
        [
          ['A', 0],
          ['B', 100],
        ],
        [['l', 50]],
      ),
      edge(
        'right',
        100,
        [
          ['A', 0],
          ['B', 100],
        ],
        [['r', 50]],
      ),
    ]
    const ids = (...unable: string[]) =>
      planIsolation(ring, 'left', 80, new Set(unable))!.valves.map(({ deviceId }) => deviceId)
    expect(ids().toSorted()).toEqual(['l', 'r'])
    expect(ids('l')).toEqual(['f'])
    expect(ids('l', 'r')).toEqual(['f'])
  })

  test('a way that leads back to the burst does not count as one that leads out', () => {
    const joint = (...joints: [string, number][]) => joints
    const ring = [
      edge('feed', 300, joint(['S', 0], ['A', 300]), [['f', 200]]),
      edge('left', 100, joint(['A', 0], ['B', 100]), [['l', 50]]),
      edge('right', 100, joint(['A', 0], ['B', 100]), [['r', 50]]),
      // An outlet of the part around the burst, whose only valve cannot be closed, and a dead end within it.
      edge('out', 100, joint(['B', 0], ['O', 100]), [['o', 50]]),
      edge('stub', 40, joint(['B', 0], ['D', 40]), []),
    ]
    const { valves: found, byHand } = planIsolation(ring, 'left', 80, new Set(['l', 'r', 'o']))!
    expect(found.map(({ deviceId }) => deviceId)).toEqual(['f'])
    expect(byHand).toEqual(['o'])
  })

  test('there is no plan for an edge that is not there', () => {
    expect(planIsolation(NETWORK, 'gone', null, new Set())).toBeUndefined()
  })
})
