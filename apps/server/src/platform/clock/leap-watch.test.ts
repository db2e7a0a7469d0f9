import { expect, it } from 'vitest'
import { fakeClock } from './clock.ts'
import { createLeapWatch } from './leap-watch.ts'
import { createLog } from '../log/log.ts'

const DAY = 86_400_000

function watched() {
  const clock = fakeClock('2026-08-03T00:00:00Z')
  const lines: string[] = []
  const log = createLog({ level: 'warn', pretty: false, destination: { write: (line) => void lines.push(line) } })
  const watch = createLeapWatch({ clock, log })
  const heard: number[] = []
  watch.onLeap((byMs) => void heard.push(byMs))
  return { clock, watch, heard, lines }
}

it('time that passes is no leap, however much of it', () => {
  const { clock, watch, heard, lines } = watched()
  clock.advance(60 * DAY)
  watch.look()
  expect([heard, watch.leaps, watch.unset(), lines]).toEqual([[], 0, undefined, []])
})

it.each([1_000, -1_000, 60 * DAY, -2 * DAY])(
  'a clock that is set by %d ms is told once, by how much, and logged',
  (by) => {
    const { clock, watch, heard, lines } = watched()
    clock.advance(5_000)
    clock.leap(by)
    watch.look()
    watch.look()
    expect([heard, watch.leaps, lines.length]).toEqual([[by], 1, 1])
    clock.advance(5_000)
    watch.look()
    expect(heard).toEqual([by])
  },
)

it.each([999, -999])('a clock that is corrected by %d ms has not leapt, and one that goes on so has', (by) => {
  const { clock, watch, heard } = watched()
  clock.leap(by)
  watch.look()
  expect(heard).toEqual([])
  clock.leap(by)
  watch.look()
  expect(heard).toEqual([2 * by])
})

it('knows the time it would be, until the clock is set back to it', () => {
  const { clock, watch, heard } = watched()
  const start = clock.now().getTime()
  clock.leap(-2 * DAY)
  watch.look()
  clock.advance(90_000)
  expect(watch.unset()).toBe(start + 90_000)
  clock.leap(2 * DAY - 59_999)
  watch.look()
  expect(watch.unset()).toBeUndefined()
  expect(heard).toEqual([-2 * DAY, 2 * DAY - 59_999])
  clock.leap(-2)
  watch.look()
  expect(watch.unset()).toBeUndefined()
  clock.leap(-60_000)
  watch.look()
  expect(watch.unset()).toBe(start + 90_000)
})
