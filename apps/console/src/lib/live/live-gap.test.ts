import { LIVE_LOOK_BACK_MS } from '@sluice/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeLive, onLive, openLive, useLive } from './live.ts'

interface FakeSocket {
  onopen?: () => void
  onclose?: (closed: object) => void
  onmessage?: (message: { data: string }) => void
  close(): void
}
let sockets: FakeSocket[] = []

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
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const gaps = () => useLive.getState().reopened

test('a channel that opens at once leaves no gap: its watch replays recent events', () => {
  vi.advanceTimersByTime(500)
  sockets[0]!.onopen!()
  expect(gaps()).toBe(0)
})

test('one that opens late may have missed events, as one that reopens', () => {
  vi.advanceTimersByTime(LIVE_LOOK_BACK_MS)
  sockets[0]!.onopen!()
  expect(gaps()).toBe(1)
  sockets[0]!.onclose!({ code: 1006, wasClean: false })
  vi.advanceTimersByTime(0)
  sockets[1]!.onopen!()
  expect(gaps()).toBe(2)
})

test('FB-10 opening alone does not reset the waits: ten seconds open do, or a message', () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  /** The wait before the next attempt, after a connection that was open for `ms`. */
  const waitAfter = (ms: number, before = (_line: FakeSocket) => {}) => {
    const line = sockets.at(-1)!
    line.onopen!()
    before(line)
    vi.advanceTimersByTime(ms)
    line.onclose!({ code: 1006, wasClean: false })
    const made = sockets.length
    let waited = 0
    for (; sockets.length === made; waited += 100) vi.advanceTimersByTime(waited === 0 ? 0 : 100)
    return waited <= 100 ? 0 : waited - 100
  }
  expect([waitAfter(9_900), waitAfter(0), waitAfter(9_900)]).toEqual([0, 1_000, 2_000])
  expect(waitAfter(10_000)).toBe(0)
  expect(waitAfter(0)).toBe(1_000)
  const hello = { type: 'hello', storeUp: true, time: '2026-08-03T02:00:00Z' }
  expect(waitAfter(0, (line) => line.onmessage!({ data: JSON.stringify(hello) }))).toBe(0)
})

test('the line of a page that was offline is opened at once when it is online again, and only where it is closed', () => {
  window.dispatchEvent(new Event('online'))
  expect(sockets).toHaveLength(1)
  sockets[0]!.onclose!({ code: 4401, wasClean: false })
  window.dispatchEvent(new Event('online'))
  expect(sockets).toHaveLength(2)
})

test('FB-11 (part) a refused channel is not opened again, and neither is one that is no longer needed', () => {
  const tries = () => {
    vi.advanceTimersByTime(120_000)
    return sockets.length
  }
  sockets[0]!.onclose!({ code: 4401, wasClean: false })
  expect(tries()).toBe(1)
  openLive()
  closeLive()
  const made = sockets.length
  sockets.at(-1)!.onclose?.({ code: 1006, wasClean: false })
  expect(tries()).toBe(made)
})

test('whether the server can store is as it said last; what it says besides, and what is no message, changes nothing', () => {
  const quiet = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const said: string[] = []
  const forget = onLive(({ type }) => said.push(type))
  const afterHearing = (message: unknown) => {
    sockets[0]!.onmessage!({ data: typeof message === 'string' ? message : JSON.stringify(message) })
    return useLive.getState().storeUp
  }
  expect(afterHearing({ type: 'hello', storeUp: false, time: '2026-08-03T02:00:00Z' })).toBe(false)
  expect(afterHearing({ type: 'store', up: true })).toBe(true)
  expect(afterHearing({ type: 'store', up: false })).toBe(false)
  expect(afterHearing({ type: 'pushes' })).toBe(false)
  expect(afterHearing('no JSON')).toBe(false)
  expect(afterHearing({ type: 'of tomorrow' })).toBe(false)
  forget()
  expect(afterHearing({ type: 'store', up: true })).toBe(true)
  expect(said).toEqual(['hello', 'store', 'store', 'pushes'])
  expect(quiet).toHaveBeenCalledTimes(2)
})
