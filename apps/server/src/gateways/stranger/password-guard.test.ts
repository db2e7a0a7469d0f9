import { expect, test } from 'vitest'
import { GUARD_LIMITS, PasswordGuard } from './password-guard.ts'

const MINUTE = 60_000

function guarded() {
  const state = { now: 0 }
  const guard = new PasswordGuard({ elapsed: () => state.now })
  const wrong = (station = 'S', owner = 'A') => guard.attempt(station, owner, async () => 'BAD_PASSWORD')
  const right = (station = 'S', owner = 'A') => guard.attempt(station, owner, async () => 'KNOWN')
  const wrongs = async (count: number, station = 'S', owner = 'A') => {
    const found: string[] = []
    for (let n = 0; n < count; n++) found.push(await wrong(station, owner))
    return found.filter((one) => one === 'BAD_PASSWORD').length
  }
  return { state, guard, wrong, right, wrongs }
}

test('after five wrong passwords of one address for one station nothing of it is looked at, then longer each time', async () => {
  const { state, wrongs, right } = guarded()
  expect(await wrongs(100)).toBe(5)
  expect(await right()).toBe('HELD_BACK')
  state.now += 2 * MINUTE - 1
  expect(await right()).toBe('HELD_BACK')
  state.now += 1
  expect(await wrongs(100)).toBe(1)
  state.now += 4 * MINUTE - 1
  expect(await wrongs(1)).toBe(0)
  state.now += 1
  expect(await wrongs(100)).toBe(1)
  for (const held of [8, 16, 30, 30]) {
    state.now += held * MINUTE - 1
    expect(await wrongs(1)).toBe(0)
    state.now += 1
    expect(await wrongs(1)).toBe(1)
  }
})

test('a burst is as many attempts as it has frames, however many lines it comes over', async () => {
  const { guard } = guarded()
  let looked = 0
  const look = async () => {
    looked++
    await new Promise((resolve) => setImmediate(resolve))
    return 'BAD_PASSWORD' as const
  }
  const found = await Promise.all(Array.from({ length: 300 }, () => guard.attempt('S', 'A', look)))
  expect([looked, found.filter((one) => one === 'HELD_BACK').length]).toEqual([5, 295])
})

test('a right password makes the address forget its wrong ones; other stations and addresses are not concerned', async () => {
  const { right, wrongs } = guarded()
  expect(await wrongs(4)).toBe(4)
  expect(await right()).toBe('KNOWN')
  expect(await wrongs(100)).toBe(5)
  expect([await right('T', 'A'), await right('S', 'B'), await right('S', 'A')]).toEqual(['KNOWN', 'KNOWN', 'HELD_BACK'])
})

test('one address that is wrong for many stations is held back for all that it never had right', async () => {
  const { right, wrongs } = guarded()
  expect(await right('MINE', 'A')).toBe('KNOWN')
  let looked = 0
  for (let n = 0; n < 100; n++) looked += await wrongs(1, `S${n}`)
  expect(looked).toBe(GUARD_LIMITS.address)
  expect([await right('OTHER', 'A'), await right('MINE', 'A'), await right('OTHER', 'B')]).toEqual([
    'HELD_BACK',
    'KNOWN',
    'KNOWN',
  ])
})

test('many addresses take turns at one station; the address that had it right does not', async () => {
  const { state, right, wrongs } = guarded()
  expect(await right('S', 'HOME')).toBe('KNOWN')
  let looked = 0
  for (let n = 0; n < 1000; n++) looked += await wrongs(1, 'S', `A${n}`)
  expect(looked).toBe(GUARD_LIMITS.station + 1)
  expect(await right('S', 'HOME')).toBe('KNOWN')
  expect(await right('S', 'MOVED')).toBe('HELD_BACK')
  state.now += MINUTE
  expect([await right('S', 'MOVED'), await right('S', 'MOVED')]).toEqual(['KNOWN', 'KNOWN'])
})

test('a station counts as under attack until no password was wrong for an hour', async () => {
  const { state, guard, wrongs } = guarded()
  await wrongs(4)
  expect(guard.tried('S')).toBe(null)
  await wrongs(1)
  expect(guard.tried('S')).toMatchObject({ most: 5 })
  state.now += 60 * MINUTE
  expect(guard.tried('S')).toMatchObject({ most: 5 })
  state.now += 1
  expect(guard.tried('S')).toBe(null)
})

test('a changed password is looked at at once', async () => {
  const { guard, right, wrongs } = guarded()
  await wrongs(100)
  guard.forget('S')
  expect(await right()).toBe('KNOWN')
  expect(guard.tried('S')).toBe(null)
})

test('what is remembered is bounded', async () => {
  const guard = new PasswordGuard({ elapsed: () => 0, limits: { accounts: 3, pair: 2 } })
  for (const owner of ['A', 'B', 'C', 'D']) {
    for (let n = 0; n < 2; n++) await guard.attempt(`S${owner}`, owner, async () => 'BAD_PASSWORD')
  }
  expect(await guard.attempt('SA', 'A', async () => 'KNOWN')).toBe('KNOWN')
  expect(await guard.attempt('SD', 'D', async () => 'KNOWN')).toBe('HELD_BACK')
})
