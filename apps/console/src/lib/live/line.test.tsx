import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useLastSeen } from './last-seen.ts'
import { type Line, useLine } from './line.ts'
import { useLive } from './live.ts'

const NOW = Date.parse('2026-01-01T12:00:00.000Z')
const HEARD = NOW - 3 * 3_600_000

const browserSays = (online: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online)
  window.dispatchEvent(new Event(online ? 'online' : 'offline'))
}

const line = () => renderHook(() => useLine()).result

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  useLive.setState({ lostSince: null, storeUp: true })
  useLastSeen.setState({ since: null })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('a browser that is offline and one that cannot reach the server show the same time', () => {
  useLastSeen.setState({ since: HEARD })
  browserSays(false)
  expect(line().current).toEqual<Line>({ kind: 'offline', since: HEARD })
  browserSays(true)
  expect(line().current).toEqual<Line>({ kind: 'kept', since: HEARD })
})

test('without old answers on the page, the data is as of the loss of the connection', () => {
  const seen = line()
  expect(seen.current).toEqual<Line>({ kind: 'whole' })
  act(() => browserSays(false))
  expect(seen.current).toEqual<Line>({ kind: 'offline', since: NOW })
  act(() => browserSays(true))
  expect(seen.current).toEqual<Line>({ kind: 'whole' })
})

test('a lost channel is shown after ten seconds, a store that is down at once', () => {
  useLive.setState({ lostSince: NOW - 9_999 })
  expect(line().current).toEqual<Line>({ kind: 'whole' })
  useLive.setState({ lostSince: NOW - 10_000 })
  expect(line().current).toEqual<Line>({ kind: 'lost', since: NOW - 10_000 })
  useLive.setState({ lostSince: null, storeUp: false })
  expect(line().current).toEqual<Line>({ kind: 'store', since: null })
})
