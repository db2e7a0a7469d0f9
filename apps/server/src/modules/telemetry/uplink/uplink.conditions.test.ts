import { describe, expect, test } from 'vitest'
import { NOW, POISON, said, uplinkWorld } from './uplink.fixture.ts'
import { NO_STATES, type StoredState } from './uplink.runtime.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const HOUR = 60 * MINUTE

type World = ReturnType<typeof uplinkWorld>
const told = ({ batches }: World) =>
  batches.flatMap(({ conditions = [] }) => conditions.map(({ code, holds, at }) => [code, holds, at - NOW]))
const observed = ({ stored }: World) => stored.map(({ conditions }) => conditions)

function known(more: Partial<StoredState>): StoredState {
  return {
    readings: new Map(),
    status: 'ONLINE',
    offlineCause: null,
    firstSeen: null,
    lastSeen: NOW - HOUR,
    silentAfter: NOW,
    conditionsAt: null,
    limitStates: NO_STATES,
    ...more,
  }
}

describe('conditions in a report', () => {
  test('are stored with it where they hold, and where they held or are a fault', async () => {
    const world = uplinkWorld({ faults: new Set(['1 S01']) })
    await world.accept(said(1, { conditions: { P01: true, P03: false, S01: false } }))
    await world.accept(said(2, { conditions: { P01: true, P03: false } }))
    await world.accept(said(3, { conditions: { P01: false, P03: false } }))
    await world.accept(said(4, { conditions: { P01: false } }))
    expect(told(world)).toEqual([
      ['P01', true, 0],
      ['S01', false, 0],
      ['P01', true, 0],
      ['P01', false, 0],
    ])
    expect(world.batches.flatMap(({ conditions = [] }) => conditions.map(({ deviceId }) => deviceId))).toEqual(
      Array.from({ length: 4 }, () => '1'),
    )
    expect(world.stored.map(({ conditionsAt }) => conditionsAt)).toEqual(Array.from({ length: 4 }, () => NOW))
    expect(observed(world)).toEqual([
      { P01: true, P03: false, S01: false },
      { P01: true, P03: false },
      { P01: false, P03: false },
      { P01: false },
    ])
  })

  test('that begin and end on the way to the store are both recorded', async () => {
    const world = uplinkWorld()
    await world.accept(said(1, { conditions: { P01: true } }), said(2, { conditions: { P01: false } }))
    expect(told(world)).toEqual([
      ['P01', true, 0],
      ['P01', false, 0],
    ])
  })

  test('of a refused report are not recorded until it comes again', async () => {
    const world = uplinkWorld()
    const alarm = said(POISON, { identity: 1, conditions: { P01: true } })
    await world.accept(alarm)
    expect([told(world), observed(world)]).toEqual([[], []])
    world.state.refuses = () => false
    await world.accept(alarm)
    expect(told(world)).toEqual([['P01', true, 0]])
  })

  test('of a heartbeat are nothing: whatever it holds, it is a sign of life', async () => {
    const world = uplinkWorld()
    await world.accept({ ...said(1, { conditions: { P01: true } }), heartbeat: true })
    expect([told(world), observed(world), world.openings()]).toEqual([[], [{}], []])
    expect(world.stored[0]?.touched.map(({ deviceId }) => deviceId)).toEqual(['1'])
  })

  test('of a duplicate are not recorded again', async () => {
    const world = uplinkWorld()
    const alarm = said(1, { identity: 1, conditions: { P01: true } })
    await world.accept(alarm, alarm)
    await world.accept(alarm)
    expect(told(world)).toEqual([['P01', true, 0]])
  })

  test.each([
    ['of the minute before count: times are cut to the minute', MINUTE, 1],
    ['of longer ago are history', MINUTE + 1, 0],
  ])('%s', async (_name, age, count) => {
    const world = uplinkWorld()
    await world.accept(said(1, { conditions: { P03: false } }))
    await world.accept(said(2, { at: NOW - age, conditions: { P01: true } }))
    expect(told(world)).toHaveLength(count)
    expect(observed(world)[1]).toEqual(count === 1 ? { P01: true } : {})
  })

  test('an older report does not make a newer one late, nor one without conditions', async () => {
    const world = uplinkWorld()
    await world.accept(said(1, { conditions: { P03: false } }))
    await world.accept(said(2, { at: NOW - MINUTE, conditions: { P03: false } }))
    expect(world.directory.device('1')?.conditionsAt).toBe(NOW)
    await world.accept(said(3, { at: NOW + 5 * MINUTE, receivedAt: NOW + 5 * MINUTE }))
    await world.accept(said(4, { at: NOW + MINUTE, receivedAt: NOW + 5 * MINUTE, conditions: { P01: true } }))
    expect(told(world)).toEqual([['P01', true, MINUTE]])
  })

  test('are late compared with those recorded before the restart', async () => {
    const world = uplinkWorld({ states: new Map([['1', known({ conditionsAt: NOW - HOUR })]]) })
    await world.accept(said(1, { at: NOW - 2 * HOUR, conditions: { P01: true } }))
    expect(told(world)).toEqual([])
    await world.accept(said(2, { at: NOW - HOUR, conditions: { P01: true } }))
    expect(told(world)).toEqual([['P01', true, -HOUR]])
  })

  test('count from when they were received where the clock runs ahead, and not at all where they are too old', async () => {
    const world = uplinkWorld()
    await world.accept(said(1, { at: NOW - 30 * DAY - 1, conditions: { P01: true } }))
    expect(told(world)).toEqual([])
    await world.accept(said(2, { at: NOW - 30 * DAY, conditions: { P01: true } }))
    await world.accept(said(3, { at: NOW + DAY, conditions: { P03: true } }))
    await world.accept(said(4, { at: Number.NaN, conditions: { S01: true } }))
    expect(told(world)).toEqual([
      ['P01', true, -30 * DAY],
      ['P03', true, 0],
      ['S01', true, 0],
    ])
  })
})

describe('a slave', () => {
  const lost = known({
    status: 'OFFLINE',
    offlineCause: 'SELF',
    readings: new Map([['opening', { v: 3, ts: NOW - HOUR, q: 'GOOD' }]]),
  })
  const world = () => uplinkWorld({ states: new Map([['11', structuredClone(lost)]]) })

  test('is heard with what is new of it', async () => {
    const { accept, directory } = world()
    await accept(said(1, { slave: { opening: 7, at: NOW - 2000 } }))
    expect(directory.device('11')).toMatchObject({ status: 'ONLINE', offlineCause: null, lastSeen: NOW })
    expect(directory.device('11')?.silentAfter).toBe(NOW + 2.5 * 300_000)
  })

  test.each([
    ['its master catches up on what is older than what is known', 10 * MINUTE + 1, 'OFFLINE'],
    ['a clock was set back a little', 10 * MINUTE, 'ONLINE'],
  ])('%s: %s', async (_name, olderBy, status) => {
    const { accept, directory, stored, openings } = world()
    await accept(said(1, { slave: { opening: 7, at: NOW - HOUR - olderBy } }))
    expect(directory.device('11')).toMatchObject({ status })
    expect(directory.device('1')).toMatchObject({ status: 'ONLINE', lastSeen: NOW })
    expect(stored[0]?.touched.map(({ deviceId }) => deviceId).sort()).toEqual(['1', '11'])
    expect(openings()).toEqual([1, 7])
  })
})

test('a report that arrives while the clock was set back does not make a device last seen earlier', async () => {
  const { accept, directory } = uplinkWorld()
  await accept(said(1))
  await accept(said(2, { receivedAt: NOW - HOUR }))
  expect(directory.device('1')).toMatchObject({ firstSeen: NOW, lastSeen: NOW, silentAfter: NOW + 750_000 })
})
