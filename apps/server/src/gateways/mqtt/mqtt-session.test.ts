import { expect, it } from 'vitest'
import { fakeClock } from '../../platform/clock/clock.ts'
import { MqttSession } from './mqtt-session.ts'

const DAY = 86_400_000
const clock = fakeClock('2026-06-12T06:30:00Z')
const now = () => clock.now().getTime()
const session = (stamp = 0) =>
  new MqttSession(
    1,
    { deviceId: '1', deviceNo: 'M-1' },
    { credential: '', remote: '', now: now(), elapsed: clock.elapsed, stamp, registrations: 0 },
  )

it('reports without a time have one each, which runs ahead of the clock by no more than a burst', () => {
  const one = session()
  const begun = now()
  expect([one.stamp(begun), one.stamp(begun), one.stamp(begun)]).toEqual([begun, begun + 1, begun + 2])
  expect(session(begun + 60_000).stamp(begun)).toBe(begun + 60_001)
})

it.each([60 * DAY, 60_001])('after a clock that was %d ms ahead reports are of now again', (ahead) => {
  const begun = now()
  const one = session(begun + ahead)
  expect([one.stamp(begun), one.stamp(begun)]).toEqual([begun, begun + 1])
})

it.each([60 * DAY, -2 * DAY])('a clock that is set by %d ms changes nothing of how long it was connected', (by) => {
  const one = session()
  clock.advance(5_000)
  clock.leap(by)
  expect([one.ageMs, one.note('DISCONNECT', now()).durationS]).toEqual([5_000, 5])
})

it('work that has to stay in order begins at once where nothing is under way, and else after what began before, also where that failed', async () => {
  const one = session()
  const done: string[] = []
  const first = Promise.withResolvers<void>()
  const slow = one.inOrder(async () => {
    done.push('begun')
    await first.promise
    done.push('first')
    throw new Error('failed')
  })
  expect(done).toEqual(['begun'])
  const next = one.inOrder(async () => void done.push('next'))
  await Promise.resolve()
  expect(done).toEqual(['begun'])
  first.resolve()
  await expect(slow).rejects.toThrow('failed')
  await next
  expect(done).toEqual(['begun', 'first', 'next'])
  await new Promise<void>((resolve) => setImmediate(resolve))
  void one.inOrder(async () => void done.push('at once'))
  expect(done.at(-1)).toBe('at once')
})
