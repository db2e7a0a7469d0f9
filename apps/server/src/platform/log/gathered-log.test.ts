import { expect, onTestFinished, test, vi } from 'vitest'
import { GatheredLog } from './gathered-log.ts'

function gathered() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const told: unknown[] = []
  return { told, log: new GatheredLog<{ remote: string; reason: string }>((line) => told.push(line)) }
}

test('a flood is one line a second, with how often it came', () => {
  const { told, log } = gathered()
  const facts = { remote: '192.0.2.1', reason: 'rubbish' }
  for (let n = 0; n < 300_000; n++) log.note({ ...facts })
  expect(told).toEqual([])
  vi.advanceTimersByTime(1000)
  expect(told).toEqual([{ facts, count: 300_000 }])
  vi.advanceTimersByTime(10_000)
  log.note(facts, 3)
  vi.advanceTimersByTime(999)
  expect(told).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(told).toEqual([
    { facts, count: 300_000 },
    { facts, count: 3 },
  ])
})

test('ten different lines have one each, all others one together, and the next second starts over', () => {
  const { told, log } = gathered()
  for (let n = 0; n < 50; n++) log.note({ remote: `192.0.2.${n}`, reason: 'rubbish' }, 2)
  log.note({ remote: '192.0.2.0', reason: 'rubbish' })
  log.flush()
  expect(told).toHaveLength(11)
  expect(told[0]).toEqual({ facts: { remote: '192.0.2.0', reason: 'rubbish' }, count: 3 })
  expect(told.at(-1)).toEqual({ facts: undefined, count: 80 })
  log.note({ remote: '192.0.2.49', reason: 'rubbish' })
  vi.advanceTimersByTime(1000)
  expect(told.at(-1)).toEqual({ facts: { remote: '192.0.2.49', reason: 'rubbish' }, count: 1 })
})

test('a second without lines logs nothing', () => {
  const { told, log } = gathered()
  log.note({ remote: 'a', reason: 'b' })
  log.flush()
  vi.advanceTimersByTime(10_000)
  expect(told).toHaveLength(1)
})
