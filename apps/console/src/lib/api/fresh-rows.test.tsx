import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useFreshRows } from './fresh-rows.ts'
import * as live from '../live/live.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  live.useLive.setState({ reopened: 0 })
})

test('a list is fetched again once, within a second, when rows of its resource change, and only while it is open', () => {
  vi.useFakeTimers()
  let tell: Parameters<typeof live.onLive>[0] = () => undefined
  const stopWatching = vi.fn<() => void>()
  const watch = vi.spyOn(live, 'watchLive').mockReturnValue(stopWatching)
  vi.spyOn(live, 'onLive').mockImplementation((listener) => {
    tell = listener
    return () => undefined
  })
  const client = new QueryClient()
  const again = vi.spyOn(client, 'invalidateQueries')
  const { unmount } = renderHook(() => useFreshRows('crop'), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  expect(watch).toHaveBeenCalledWith({ lists: ['crop'] })
  tell({ type: 'rows', resource: 'user' })
  vi.advanceTimersByTime(1000)
  expect(again).not.toHaveBeenCalled()
  for (let n = 0; n < 5; n++) tell({ type: 'rows', resource: 'crop' })
  vi.advanceTimersByTime(1000)
  expect(again.mock.calls).toEqual([[{ queryKey: ['page', 'crop'] }]])
  tell({ type: 'rows', resource: 'crop' })
  unmount()
  vi.advanceTimersByTime(1000)
  expect(again).toHaveBeenCalledTimes(1)
  expect(stopWatching).toHaveBeenCalledTimes(1)
})

test('a list is fetched again after a gap of the channel, which may have lost changes', () => {
  vi.useFakeTimers()
  const client = new QueryClient()
  const again = vi.spyOn(client, 'invalidateQueries')
  live.useLive.setState({ reopened: 1 })
  const { unmount } = renderHook(() => useFreshRows('crop'), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  vi.advanceTimersByTime(1000)
  expect(again).not.toHaveBeenCalled()
  live.useLive.setState({ reopened: 2 })
  vi.advanceTimersByTime(1000)
  expect(again.mock.calls).toEqual([[{ queryKey: ['page', 'crop'] }]])
  unmount()
  live.useLive.setState({ reopened: 3 })
  vi.advanceTimersByTime(1000)
  expect(again).toHaveBeenCalledTimes(1)
})
