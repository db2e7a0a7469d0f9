import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { runFrames } from './frames.ts'

let shown: DocumentVisibilityState
/** How long a frame takes from the moment it is asked for. */
let frameMs: number

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  shown = 'visible'
  frameMs = 10
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => shown)
  vi.stubGlobal('requestAnimationFrame', (then: () => void) => setTimeout(then, frameMs))
  vi.stubGlobal('cancelAnimationFrame', (frame: number) => clearTimeout(frame))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function turn(to: DocumentVisibilityState): void {
  shown = to
  document.dispatchEvent(new Event('visibilitychange'))
}

function started() {
  const counted = { frames: 0, givenUp: 0 }
  const stop = runFrames(
    () => void counted.frames++,
    () => void counted.givenUp++,
  )
  // It would go on when a later test shows its page.
  onTestFinished(stop)
  const framesIn = (ms: number) => {
    const before = counted.frames
    vi.advanceTimersByTime(ms)
    return counted.frames - before
  }
  return { counted, stop, framesIn }
}

test('there are at most twenty frames a second, and none after the end', () => {
  frameMs = 0
  const { framesIn, stop } = started()
  expect(framesIn(1_000)).toBeGreaterThan(15)
  expect(framesIn(10_000)).toBeLessThanOrEqual(200)
  stop()
  expect(framesIn(10_000)).toBe(0)
  turn('hidden')
  turn('visible')
  expect(framesIn(1_000)).toBe(0)
  const other = started()
  other.stop()
  expect(other.framesIn(1_000)).toBe(0)
})

test('a hidden page has no frames, and goes on when it is shown again', () => {
  const { framesIn } = started()
  expect(framesIn(200)).toBeGreaterThan(0)
  turn('hidden')
  expect(framesIn(10_000)).toBe(0)
  turn('visible')
  expect(framesIn(200)).toBeGreaterThan(0)
  shown = 'hidden'
  expect(started().framesIn(1_000)).toBe(0)
})

test('it ends also where drawing itself ends it', () => {
  let frames = 0
  const stop = runFrames(
    () => {
      frames++
      stop()
    },
    () => {},
  )
  vi.advanceTimersByTime(1_000)
  expect(frames).toBe(1)
})

test('a machine whose frames come late gives up, once; a few late ones are no reason', () => {
  const { counted, framesIn } = started()
  frameMs = 150
  framesIn(1_500)
  // Nine late ones, and a while later nine more.
  frameMs = 10
  framesIn(5_000)
  frameMs = 150
  framesIn(1_500)
  frameMs = 10
  framesIn(5_000)
  expect(counted.givenUp).toBe(0)
  frameMs = 101
  framesIn(10_000)
  expect(counted.givenUp).toBe(1)
  const slow = started()
  slow.framesIn(10_000)
  expect(slow.counted).toEqual({ frames: 10, givenUp: 1 })
  expect(framesIn(10_000)).toBe(0)
})
