import { expect, test } from 'vitest'
import { DeviceSeats, type Seat, seatLimits, type SeatLimits, SocketCount, socketCells } from './device-seats.ts'

function seats(limits: Partial<SeatLimits>, cells = socketCells(2), cell = 0) {
  const clock = { now: 0 }
  const count = new SocketCount(cells, cell)
  const free = { all: 100, strangers: 100, strangersPerAddress: 100 }
  const made = new DeviceSeats({ ...free, ...limits }, count, () => clock.now)
  const evicted: string[] = []
  /** As a connection does it: one that is evicted leaves. */
  const enter = (name: string, owner: string, isTrusted = false): Seat | string => {
    const evict = () => {
      evicted.push(name)
      if (typeof seat !== 'string') seat.leave()
    }
    const seat = made.enter(owner, evict, isTrusted)
    return seat
  }
  return { made, clock, count, evicted, enter }
}

test('of what a process may open devices leave a quarter, and 256 files at least', () => {
  const set = { all: undefined, strangersPerAddress: 256 }
  expect(seatLimits(20_000, set)).toEqual({ all: 15_000, strangers: 3750, strangersPerAddress: 256 })
  expect(seatLimits(1024, set)).toEqual({ all: 768, strangers: 192, strangersPerAddress: 192 })
  expect(seatLimits(600, set).all).toBe(344)
  expect(seatLimits(100, set)).toEqual({ all: 1, strangers: 1, strangersPerAddress: 1 })
  expect(seatLimits(Number.MAX_SAFE_INTEGER, set)).toMatchObject({ all: 50_000, strangers: 4096 })
  expect(seatLimits(20_000, { all: 1000, strangersPerAddress: 20 })).toEqual({
    all: 1000,
    strangers: 250,
    strangersPerAddress: 20,
  })
  expect(seatLimits(20_000, { all: 60_000, strangersPerAddress: 1 }).all).toBe(15_000)
})

test('an address has a limit of places; a connection older than five seconds makes room for the next of the same address', () => {
  const { clock, enter, evicted } = seats({ strangersPerAddress: 2 })
  enter('a', 'one')
  clock.now = 1000
  enter('b', 'one')
  expect(enter('c', 'one')).toBe('too many connections of its address')
  expect(enter('d', 'other')).toMatchObject({})
  clock.now = 4999
  expect(enter('e', 'one')).toBe('too many connections of its address')
  clock.now = 5000
  expect(typeof enter('f', 'one')).toBe('object')
  expect(enter('g', 'one')).toBe('too many connections of its address')
  expect(evicted).toEqual(['a'])
})

test('an identified device keeps its place and takes none of an unidentified one', () => {
  const { made, clock, enter, evicted, count } = seats({ strangersPerAddress: 1 })
  const known = enter('known', 'one') as Seat
  known.identified()
  known.identified()
  expect([made.strangers, count.all]).toEqual([0, 1])
  enter('a', 'one')
  clock.now = 1e6
  enter('b', 'one')
  expect(evicted).toEqual(['a'])
  known.leave()
  known.leave()
  expect([made.strangers, count.all]).toEqual([1, 1])
})

test('when unidentified connections hold all their places, the address with most makes room for another at once', () => {
  const { made, clock, enter, evicted } = seats({ strangers: 4 })
  for (const name of ['a', 'b', 'c']) enter(name, 'many')
  enter('d', 'few')
  expect(typeof enter('e', 'new')).toBe('object')
  expect(evicted).toEqual(['a'])
  expect(typeof enter('f', 'third')).toBe('object')
  expect(evicted).toEqual(['a', 'b'])
  // Everybody has one now: only time decides.
  expect(enter('g', 'fourth')).toBe('too many connections')
  expect(enter('h', 'few')).toBe('too many connections')
  clock.now = 5000
  expect(typeof enter('i', 'fourth')).toBe('object')
  expect([evicted.length, made.strangers]).toEqual([3, 4])
})

test('when the process is at its limit, an unidentified connection makes room, and an identified one never does', () => {
  const { enter, evicted, count } = seats({ all: 3 })
  const known = ['k', 'l'].map((name) => enter(name, name) as Seat)
  for (const seat of known) seat.identified()
  enter('a', 'many')
  expect(enter('b', 'new')).toBe('too many connections')
  known[0]!.leave()
  enter('c', 'many')
  expect(typeof enter('d', 'new')).toBe('object')
  expect([evicted, count.all]).toEqual([['a'], 3])
})

test('listeners share what the process may open, and one that starts again has none', () => {
  const cells = socketCells(2)
  const [one, other] = [seats({ all: 3 }, cells, 0), seats({ all: 3 }, cells, 1)]
  const mine = [one.enter('a', 'x'), one.enter('b', 'y')] as Seat[]
  for (const seat of mine) seat.identified()
  ;(other.enter('c', 'z') as Seat).identified()
  expect([one.count.all, other.enter('d', 'w')]).toEqual([3, 'too many connections'])
  expect(new SocketCount(cells, 0).all).toBe(1)
  expect(typeof other.enter('e', 'w')).toBe('object')
})

test('a balancer that has not said whom it forwards may hold more than an address', () => {
  const { enter } = seats({ strangersPerAddress: 1, strangers: 3 })
  expect([enter('a', 'lb', true), enter('b', 'lb', true)].map((seat) => typeof seat)).toEqual(['object', 'object'])
  expect(enter('c', 'lb')).toBe('too many connections of its address')
})
