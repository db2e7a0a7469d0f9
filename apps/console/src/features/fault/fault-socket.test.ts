import type { FaultPush } from '@sluice/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openFaultSocket, readPush } from './fault-socket.ts'
import { randomId } from './random-id.ts'

/** A socket whose server end is this test. */
class FakeSocket {
  static made: FakeSocket[] = []
  static readonly OPEN = 1
  readyState = 0
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onerror: (() => void) | null = null
  onclose: ((event: { code: number; wasClean: boolean }) => void) | null = null
  closed = false
  readonly at = Date.now()
  readonly url: string

  constructor(url: string) {
    this.url = url
    FakeSocket.made.push(this)
  }
  close(): void {
    this.closed = true
  }
  open(): void {
    this.readyState = 1
    this.onopen?.()
  }
  /** As browsers do when the server is down: an error, then an unclean close. */
  fail(): void {
    this.onerror?.()
    this.onclose?.({ code: 1006, wasClean: false })
  }
}

const listener = { onPush: vi.fn<(push: FaultPush) => void>(), onBack: vi.fn<() => void>() }
let closeAll: () => void = () => {}
const last = () => FakeSocket.made.at(-1)!

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  FakeSocket.made = []
  closeAll = openFaultSocket('7', listener)
})
afterEach(() => {
  closeAll()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
  vi.restoreAllMocks()
})

test('FB-4 the path names the department and a fresh id of 32 letters each time', async () => {
  expect(last().url).toMatch(/^ws:\/\/[^/]+\/fault\/7\/[A-Za-z0-9]{32}$/)
  last().fail()
  await vi.advanceTimersByTimeAsync(0)
  expect(FakeSocket.made).toHaveLength(2)
  expect(FakeSocket.made[0]!.url).not.toBe(FakeSocket.made[1]!.url)
})

test('FB-5 a thousand ids without look-alikes, all different', () => {
  const ids = Array.from({ length: 1000 }, () => randomId())
  for (const id of ids) expect(id).toMatch(/^[A-HJKMNP-TW-Za-fh-kmnpr-tw-z2-8]{32}$/)
  expect(new Set(ids).size).toBe(1000)
})

test('FB-6 every letter is equally likely: a byte beyond the last whole multiple is drawn again', () => {
  const draws = [240, 255, 0, 47, 48, 239]
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    const bytes = array as Uint8Array
    for (let at = 0; at < bytes.length; at++) bytes[at] = draws[at % draws.length]!
    return array
  })
  expect(randomId(8)).toBe('A8A8A8A8')
})

describe('FB-7 (2 of 2) messages', () => {
  test('carry count and message', () => {
    last().open()
    last().onmessage?.({ data: '{"count":3,"message":"<b>阀</b>"}' })
    expect(listener.onPush).toHaveBeenCalledWith({ count: 3, message: '<b>阀</b>' })
  })

  test('that are invalid are ignored', () => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const none = ['{', '[]', '{"count":-1}', '{"count":"3"}', 'null']
    for (const raw of none) expect(readPush(raw)).toBeNull()
    expect(log.mock.calls).toEqual(none.map(() => ['fault socket: not understood']))
    expect(readPush('{"message":"x"}')).toEqual({ message: 'x' })
  })
})

describe('SEC-18 (1 of 2), FB-10 (part), AM-10 (1 of 3) a server that is down', () => {
  test('is retried at most six times in ten seconds, the first two less than 200 ms apart', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const begun = Date.now()
    while (Date.now() - begun <= 10_000) {
      if (!last().closed) last().fail()
      await vi.advanceTimersByTimeAsync(10)
    }
    const times = FakeSocket.made.map(({ at }) => at - begun).filter((at) => at <= 10_000)
    expect(times.length).toBeLessThanOrEqual(6)
    expect(times.length).toBeGreaterThan(3)
    expect(times[1]! - times[0]!).toBeLessThan(200)
  })

  test('FB-10 a connection that opens and closes again keeps waiting longer: only 10 s open, or a message, reset it', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    /** Closes after being open for `ms`; returns the wait before the next attempt. */
    const waitAfter = async (ms: number) => {
      last().open()
      await vi.advanceTimersByTimeAsync(ms)
      const [fell, made] = [Date.now(), FakeSocket.made.length]
      last().fail()
      while (FakeSocket.made.length === made) await vi.advanceTimersByTimeAsync(10)
      return Math.round((Date.now() - fell) / 100) * 100
    }
    expect([await waitAfter(9_990), await waitAfter(0), await waitAfter(9_990)]).toEqual([0, 1_000, 2_000])
    expect(await waitAfter(10_000)).toBe(0)
    expect(await waitAfter(100)).toBe(1_000)
    last().open()
    last().onmessage?.({ data: '{}' })
    expect(await waitAfter(100)).toBe(0)
  })

  test('FB-10 the open time of a closed connection does not count for the next one', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    last().open()
    await vi.advanceTimersByTimeAsync(9_000)
    last().fail()
    await vi.advanceTimersByTimeAsync(0)
    last().open()
    await vi.advanceTimersByTimeAsync(2_000)
    const made = FakeSocket.made.length
    last().fail()
    await vi.advanceTimersByTimeAsync(900)
    expect(FakeSocket.made).toHaveLength(made)
    await vi.advanceTimersByTimeAsync(100)
    expect(FakeSocket.made).toHaveLength(made + 1)
  })

  test('FB-13 (part) after a reconnect the number is fetched again', async () => {
    last().open()
    expect(listener.onBack).not.toHaveBeenCalled()
    last().fail()
    await vi.advanceTimersByTimeAsync(0)
    last().open()
    expect(listener.onBack).toHaveBeenCalledOnce()
  })
})

test('FB-9 an error reconnects at once, a close is only logged', async () => {
  const logged = vi.spyOn(console, 'info').mockImplementation(() => {})
  last().open()
  last().fail()
  await vi.advanceTimersByTimeAsync(0)
  expect(FakeSocket.made).toHaveLength(2)
  last().open()
  last().onclose?.({ code: 1000, wasClean: true })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(logged).toHaveBeenCalledWith('fault socket closed', 1000)
  expect(FakeSocket.made).toHaveLength(2)
})

describe('FB-11 (1 of 2), AM-10 (2 of 3) closing', () => {
  test.each([
    ['clean', { code: 1000, wasClean: true }, 1],
    ['policy', { code: 1008, wasClean: false }, 1],
    ['refused', { code: 4403, wasClean: true }, 1],
    ['unclean without an error', { code: 1006, wasClean: false }, 2],
  ])('%s', async (_name, event, sockets) => {
    last().open()
    last().onclose?.(event)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(FakeSocket.made).toHaveLength(sockets)
  })

  test('a restart is retried with the waits, not at once', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    last().open()
    last().onclose?.({ code: 1012, wasClean: true })
    await vi.advanceTimersByTimeAsync(900)
    expect(FakeSocket.made).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(200)
    expect(FakeSocket.made).toHaveLength(2)
  })
})

test('FB-12 (part), FB-14 (2 of 2) after closing no message is handled and nothing retried', async () => {
  const socket = last()
  closeAll()
  expect([socket.closed, socket.onmessage, socket.onclose]).toEqual([true, null, null])
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(FakeSocket.made).toHaveLength(1)
  // Closed while a retry waits.
  closeAll = openFaultSocket('7', listener)
  last().fail()
  closeAll()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(FakeSocket.made).toHaveLength(2)
})

test('FB-12 (2 of 2) a reconnect has a new id, and the previous socket is silenced before it is closed', async () => {
  const first = last()
  const heardAtClose: unknown[] = []
  first.close = () => void heardAtClose.push(first.onopen, first.onmessage, first.onerror, first.onclose)
  first.fail()
  await vi.advanceTimersByTimeAsync(0)
  expect(heardAtClose).toEqual([null, null, null, null])
  expect(FakeSocket.made.map(({ url }) => url.split('/').at(-1))).toEqual([
    expect.not.stringMatching(last().url.split('/').at(-1)!),
    last().url.split('/').at(-1),
  ])
})

test('FB-15 offline nothing is retried; the online event reconnects at once', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  last().fail()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(FakeSocket.made).toHaveLength(1)
  online.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  expect(FakeSocket.made).toHaveLength(2)
})
