import { describe, expect, it } from 'vitest'
import { laneOf, outdatedBy, type Queued, subjectOfTarget, turnOf } from './lane.rules.ts'
import { repeatable } from './switches.rules.ts'

let made = 0
const queued = (more: Partial<Queued> = {}): Queued & { absolute: boolean } => ({
  id: String(++made),
  deviceId: 'a',
  priority: 3,
  status: 'QUEUED',
  target: { opening: 100 },
  going: false,
  waitsForStation: false,
  absolute: true,
  ...more,
})

const lamp = (value: boolean | number, key = 'lampOn', subject = 'light') => {
  return { opening: null, metric: { key, value, tolerance: 0, subject } }
}

it('is of what a command is about on its device, of a station whose frames repeat all, and there is none for an answer', () => {
  const place = { repeatsOthers: false, stationId: '7', deviceId: '8' }
  const lane = (target: Queued['target']) => laneOf(subjectOfTarget(target), place)
  expect(lane(lamp(true))).toBe(lane(lamp(40, 'dim')))
  expect(lane(lamp(true))).not.toBe(lane({ opening: 40 }))
  expect(lane(lamp(true))).not.toBe(lane(lamp(50, 'frequency', 'frequency')))
  expect(lane(null)).toBeNull()
  expect(laneOf('opening', { ...place, repeatsOthers: true })).toBe(
    laneOf('opening', { ...place, repeatsOthers: true, deviceId: '9' }),
  )
})

describe('a lane', () => {
  it('lets a command for another value of a metric overtake, and one for the same wait', () => {
    const on = queued({ status: 'ACKNOWLEDGED', target: lamp(true) })
    const off = queued({ target: lamp(false) })
    expect(turnOf([on, off])).toEqual({ next: off, overtakes: [on] })
    expect(turnOf([on, queued({ target: lamp(true) })])).toBeNull()
  })

  it('lets the oldest of the most urgent go', () => {
    const [first, second, urgent] = [queued(), queued({ deviceId: 'b' }), queued({ deviceId: 'c', priority: 1 })]
    expect(turnOf([second, first])?.next).toBe(first)
    expect(turnOf([first, second])?.next).toBe(first)
    expect(turnOf([first, second, urgent])?.next).toBe(urgent)
    expect(turnOf([])).toBeNull()
  })

  it('does not let go what waits for its station, or is going', () => {
    const [away, going, next] = [queued({ waitsForStation: true }), queued({ going: true }), queued()]
    expect(turnOf([away])).toBeNull()
    expect(turnOf([going])).toBeNull()
    expect(turnOf([away, next])?.next).toBe(next)
  })

  it('has one command under way: another device waits', () => {
    for (const status of ['SENT', 'ACKNOWLEDGED', 'EXECUTING'] as const) {
      expect(turnOf([queued({ status }), queued({ deviceId: 'b' })])).toBeNull()
    }
    expect(turnOf([queued({ going: true }), queued({ deviceId: 'b' })])).toBeNull()
  })

  it('a command that wants something else of the same device overtakes, the same one waits, a less urgent one waits', () => {
    const opening = queued({ status: 'EXECUTING' })
    const shut = queued({ target: { opening: 0 } })
    expect(turnOf([opening, shut])).toEqual({ next: shut, overtakes: [opening] })
    expect(turnOf([opening, queued()])).toBeNull()
    expect(turnOf([queued({ status: 'SENT', priority: 1 }), shut])).toBeNull()
  })

  it('passes over commands whose station has not reported since the restart', () => {
    const other = queued({ deviceId: 'b' })
    expect(turnOf([queued({ waitsForStation: true }), other])?.next).toBe(other)
  })
})

it('a newer absolute command replaces those of its device that wait, unless they are more urgent', () => {
  const waiting = queued()
  const lane = [
    waiting,
    queued({ deviceId: 'b' }),
    queued({ status: 'SENT' }),
    queued({ absolute: false } as Partial<Queued>),
    queued({ priority: 1 }),
  ]
  expect(outdatedBy(queued({ target: { opening: 0 } }), lane)).toEqual([waiting])
  expect(outdatedBy(queued({ target: null }), lane)).toEqual([])
  expect(outdatedBy(waiting, [waiting])).toEqual([])
})

describe('the switches a frame may repeat', () => {
  const states = [true, false]
  const given = { deviceId: 'a', now: 1_000_000, maxAgeMs: 900_000 }

  it('are those reported last, while they are young', () => {
    expect(repeatable({ states, at: 100_000 }, [], given)).toBe(states)
    expect(repeatable({ states, at: 99_999 }, [], given)).toBeNull()
    expect(repeatable(null, [], given)).toBeNull()
  })

  it('are not known after a command of another valve was left unproven, until the station reports again', () => {
    const change = { deviceId: 'b', at: 500_000 }
    expect(repeatable({ states, at: 500_000 }, [change], given)).toBeNull()
    expect(repeatable({ states, at: 500_001 }, [change], given)).toBe(states)
    expect(repeatable({ states, at: 400_000 }, [{ ...change, deviceId: 'a' }], given)).toBe(states)
  })
})
