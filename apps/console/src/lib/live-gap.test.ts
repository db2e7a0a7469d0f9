import { LIVE_LOOK_BACK_MS } from '@sluice/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeLive, openLive, useLive } from './live.ts'

let sockets: { onopen?: () => void; onclose?: (closed: object) => void; close(): void }[] = []

beforeEach(() => {
  sockets = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  vi.stubGlobal(
    'WebSocket',
    class {
      constructor() {
        sockets.push(this)
      }
      send() {}
      close() {}
    },
  )
  openLive()
})
afterEach(() => {
  closeLive()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const gaps = () => useLive.getState().reopened

test('a channel that opens at once leaves no gap: its watch looks back', () => {
  vi.advanceTimersByTime(500)
  sockets[0]!.onopen!()
  expect(gaps()).toBe(0)
})

test('one that opens late may have missed something, as one that opens again', () => {
  vi.advanceTimersByTime(LIVE_LOOK_BACK_MS)
  sockets[0]!.onopen!()
  expect(gaps()).toBe(1)
  sockets[0]!.onclose!({ code: 1006, wasClean: false })
  vi.advanceTimersByTime(0)
  sockets[1]!.onopen!()
  expect(gaps()).toBe(2)
})
