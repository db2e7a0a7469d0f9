import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { usePreference } from './preference.ts'

const shape = z.object({ width: z.number() })
let kept: unknown
let saved: unknown[]

beforeEach(() => {
  saved = []
  kept = null
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    if (init.method === 'POST') saved.push(JSON.parse(init.body as string))
    return Response.json({ code: 0, message: '', data: kept })
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function opened() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  return renderHook(() => usePreference('list.device', shape), { wrapper })
}

async function ready() {
  const view = opened()
  expect(view.result.current).toMatchObject({ value: null, ready: false })
  await waitFor(() => expect(view.result.current.ready).toBe(true))
  return view
}

test('a stored value is read; one that the schema no longer accepts counts as nothing', async () => {
  kept = { width: 240 }
  expect((await ready()).result.current.value).toEqual({ width: 240 })
  kept = { width: 'wide' }
  expect((await ready()).result.current.value).toBeNull()
})

test('many changes show at once and are saved as one, shortly after the last', async () => {
  const { result, unmount } = await ready()
  vi.useFakeTimers()
  act(() => result.current.save({ width: 1 }))
  await act(() => vi.advanceTimersByTimeAsync(599))
  act(() => result.current.save({ width: 2 }))
  await act(() => vi.advanceTimersByTimeAsync(599))
  expect([result.current.value, saved]).toEqual([{ width: 2 }, []])
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(saved).toEqual([{ key: 'list.device', value: { width: 2 } }])
  await act(() => vi.advanceTimersByTimeAsync(5000))
  // What is saved is not saved again when the page is left.
  unmount()
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(saved).toHaveLength(1)
})

test('leaving the page before that loses no change, and saves nothing unchanged', async () => {
  const view = await ready()
  vi.useFakeTimers()
  act(() => view.result.current.save(null))
  view.unmount()
  // At once: the page that would wait is gone.
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(saved).toEqual([{ key: 'list.device', value: null }])
  vi.useRealTimers()
  const untouched = await ready()
  untouched.unmount()
  expect(saved).toHaveLength(1)
})
