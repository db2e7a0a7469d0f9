import { expect, it } from 'vitest'
import { createTurns } from './turns.ts'

const tick = () => new Promise((resolve) => setImmediate(resolve))

it('runs so many at a time, the others in the order they came, and refuses when too many wait', async () => {
  const turns = createTurns({ atOnce: 2, mostWaiting: 2 })
  const begun: number[] = []
  const ends: ((failed?: Error) => void)[] = []
  const ask = (n: number) =>
    turns.take(async () => {
      begun.push(n)
      await new Promise<void>((resolve, reject) => {
        ends[n] = (failed) => (failed ? reject(failed) : resolve())
      })
      return n
    })
  const asked = [0, 1, 2, 3].map(ask)
  const failed = asked[1]!.catch((error: Error) => error.message)
  await expect(ask(4)).rejects.toMatchObject({ code: 'too-many-requests', facts: { retryAfterS: 5 } })
  expect(begun).toEqual([0, 1])
  ends[1]!(new Error('broke'))
  expect(await failed).toBe('broke')
  await tick()
  expect(begun).toEqual([0, 1, 2])
  ends[0]!()
  await tick()
  expect(begun).toEqual([0, 1, 2, 3])
  ends[2]!()
  ends[3]!()
  expect(await Promise.all([asked[0], asked[2], asked[3]])).toEqual([0, 2, 3])
  const again = [5, 6, 7].map(ask)
  await tick()
  expect(begun.slice(4)).toEqual([5, 6])
  for (const n of [5, 6, 7]) {
    ends[n]!()
    await tick()
  }
  expect(await Promise.all(again)).toEqual([5, 6, 7])
})
