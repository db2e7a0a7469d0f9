import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ReadingLimits, StrangerReading } from './stranger-reading.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const FRAME = 256
const LIMITS: ReadingLimits = { addressRate: 1000, addressBurst: 2000, allRate: 3000, allBurst: 10_000 }

function reading(limits: Partial<ReadingLimits> = {}) {
  const made = new StrangerReading({ ...LIMITS, ...limits })
  const enter = (owner: string) => {
    const onTurn = vi.fn<() => void>()
    return { turn: made.enter(owner, onTurn), onTurn }
  }
  return { reading: made, enter }
}

test('no connection waits below the limits; above them every connection of the address does, and no other', () => {
  const { enter } = reading()
  const [one, other, elsewhere] = [enter('a'), enter('a'), enter('b')]
  one.turn.onRead(2000, 0)
  expect([one, other, elsewhere].map(({ turn }) => turn.mayRead)).toEqual([true, true, true])
  one.turn.onRead(1, 0)
  expect([one, other, elsewhere].map(({ turn }) => turn.mayRead)).toEqual([false, false, true])
  expect([one, other, elsewhere].map(({ onTurn }) => onTurn.mock.calls.length)).toEqual([1, 1, 0])
  // A connection that arrives during a debt waits from the first byte on.
  expect(enter('a').turn.mayRead).toBe(false)
  expect(enter('c').turn.mayRead).toBe(true)
})

test('a frame costs more than its bytes', () => {
  const { enter } = reading()
  const { turn } = enter('a')
  turn.onRead(2000 - 2 * FRAME, 2)
  expect(turn.mayRead).toBe(true)
  turn.onRead(0, 1)
  expect(turn.mayRead).toBe(false)
})

test('all together have a limit too, and then all wait', () => {
  const { enter } = reading({ addressBurst: 9000 })
  const [one, other] = [enter('a'), enter('b')]
  one.turn.onRead(8000, 0)
  expect(other.turn.mayRead).toBe(true)
  other.turn.onRead(2001, 0)
  expect([one.turn.mayRead, other.turn.mayRead, enter('c').turn.mayRead]).toEqual([false, false, false])
})

test('when the debt is even one connection of each address is read again, and those first that were read least', () => {
  const { enter } = reading()
  const [much, some, fresh] = [enter('a'), enter('a'), enter('a')]
  some.turn.onRead(100, 0)
  much.turn.onRead(2400, 0)
  vi.advanceTimersByTime(480)
  expect([much, some, fresh].map(({ turn }) => turn.mayRead)).toEqual([false, false, false])
  vi.advanceTimersByTime(20)
  expect([much, some, fresh].map(({ turn }) => turn.mayRead)).toEqual([false, false, true])
  vi.advanceTimersByTime(20)
  expect([much, some, fresh].map(({ turn }) => turn.mayRead)).toEqual([false, true, true])
  vi.advanceTimersByTime(20)
  expect([much, some, fresh].map(({ turn }) => turn.mayRead)).toEqual([true, true, true])
  expect(much.onTurn).toHaveBeenCalledTimes(2)
  expect(vi.getTimerCount()).toBe(0)
})

test('each address gets its turn, however many connections another one has', () => {
  const { enter } = reading({ allBurst: 100 })
  const many = Array.from({ length: 50 }, () => enter('a'))
  const one = enter('b')
  many[0]!.turn.onRead(101, 0)
  expect(one.turn.mayRead).toBe(false)
  vi.advanceTimersByTime(40)
  expect(one.turn.mayRead).toBe(true)
  expect(many.filter(({ turn }) => turn.mayRead).length).toBeLessThan(3)
})

test("what was read of somebody who turned out to be known is nobody's debt", () => {
  const { enter } = reading()
  const [known, stranger] = [enter('a'), enter('a')]
  known.turn.onRead(1900, 0)
  known.turn.identified()
  stranger.turn.onRead(2000, 0)
  expect(stranger.turn.mayRead).toBe(true)
  // It is no longer counted, nor released twice.
  known.turn.onRead(5000, 0)
  known.turn.identified()
  expect(stranger.turn.mayRead).toBe(true)
  stranger.turn.onRead(1, 0)
  expect(stranger.turn.mayRead).toBe(false)
  stranger.turn.leave()
  vi.advanceTimersByTime(20)
  expect(vi.getTimerCount()).toBe(0)
})

test('a waiting connection that is identified waits no longer', () => {
  const { enter } = reading()
  const [known, stranger] = [enter('a'), enter('a')]
  stranger.turn.onRead(2001, 0)
  known.turn.identified()
  expect([known.turn.mayRead, stranger.turn.mayRead]).toEqual([true, false])
})

test('an address is remembered as long as it has a connection or a debt', () => {
  const { reading: made, enter } = reading()
  const { turn } = enter('a')
  enter('b').turn.leave()
  turn.onRead(1000, 0)
  made.forget()
  expect(made.owners).toBe(1)
  turn.leave()
  made.forget()
  expect(made.owners).toBe(1)
  vi.advanceTimersByTime(1000)
  made.forget()
  expect(made.owners).toBe(0)
})

test('a connection that closes while it waits is not called any more', () => {
  const { enter } = reading()
  const [gone, stays] = [enter('a'), enter('a')]
  stays.turn.onRead(2001, 0)
  gone.onTurn.mockClear()
  gone.turn.leave()
  vi.advanceTimersByTime(1000)
  expect(gone.onTurn).not.toHaveBeenCalled()
  expect(stays.turn.mayRead).toBe(true)
})
