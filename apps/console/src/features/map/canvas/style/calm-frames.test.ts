import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { calmFrames } from './calm-frames.ts'

let frames: number
const mapOf = () => ({ triggerRepaint: () => void frames++ })

beforeEach(() => {
  frames = 0
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
})
afterEach(() => vi.useRealTimers())

test('what other markers ask for in parts is one frame, and the next one a second later', () => {
  const map = mapOf()
  const calm = calmFrames(map)
  for (let n = 0; n < 50; n++) {
    if (n % 5 === 0) calm.gather()
    map.triggerRepaint()
    vi.advanceTimersByTime(100)
  }
  expect(frames).toBeGreaterThan(3)
  expect(frames).toBeLessThanOrEqual(6)
  vi.advanceTimersByTime(2_000)
  calm.gather()
  vi.advanceTimersByTime(2_000)
  const before = frames
  // Nothing asked for a frame meanwhile.
  vi.advanceTimersByTime(5_000)
  expect(frames).toBe(before)
})

test('all parts of a change are in its one frame', () => {
  const map = mapOf()
  const calm = calmFrames(map)
  calm.gather()
  map.triggerRepaint()
  vi.advanceTimersByTime(149)
  map.triggerRepaint()
  expect(frames).toBe(0)
  vi.advanceTimersByTime(1)
  expect(frames).toBe(1)
})

test('other frames come at once: of the land, and while somebody moves the map', () => {
  const map = mapOf()
  const calm = calmFrames(map)
  map.triggerRepaint()
  expect(frames).toBe(1)
  calm.gather()
  map.triggerRepaint()
  calm.hurry()
  expect(frames).toBe(2)
  calm.gather()
  map.triggerRepaint()
  expect(frames).toBe(3)
  vi.advanceTimersByTime(1_000)
  calm.gather()
  map.triggerRepaint()
  expect(frames).toBe(3)
})
