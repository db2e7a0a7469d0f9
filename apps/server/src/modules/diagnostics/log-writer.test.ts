import { expect, onTestFinished, test, vi } from 'vitest'
import { LogWriter } from './log-writer.ts'

function fakeTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

test('of a flood beyond the capacity, the number of lost entries is reported once a second', async () => {
  fakeTimers()
  const [written, lost]: [number[], number[]] = [[], []]
  const writer = new LogWriter<number>(
    async (entries) => void written.push(entries.length),
    (count) => lost.push(count),
  )
  for (let n = 0; n < 50_000; n++) writer.note(n)
  expect(lost).toEqual([])
  vi.advanceTimersByTime(1000)
  expect(lost).toEqual([30_000])
  await writer.flush()
  expect(written.reduce((sum, count) => sum + count, 0)).toBe(20_000)
  vi.advanceTimersByTime(10_000)
  expect(lost).toEqual([30_000])
})

test('entries that the store refuses are lost and reported, those of the next second separately', async () => {
  fakeTimers()
  const lost: number[] = []
  const writer = new LogWriter<number>(
    () => Promise.reject(new Error('the store is away')),
    (count) => lost.push(count),
  )
  for (const count of [3, 2]) {
    for (let n = 0; n < count; n++) writer.note(n)
    await writer.flush()
    vi.advanceTimersByTime(1000)
  }
  expect(lost).toEqual([3, 2])
})
