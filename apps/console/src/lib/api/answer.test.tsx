import { deviceFaults, productResource } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerKey, type AnswerOptions, useAnswer, useAsked, usePage, usePages, useRow } from './answer.ts'
import { forgetRows, queryClient } from './query.ts'
import { forgetToasts, useToasts } from '../page/toast.ts'

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)

const asked: string[] = []
let signal: AbortSignal | null | undefined
let answer: () => Promise<Response>
const envelope = (data: unknown) => Response.json({ code: 0, message: '', data })

beforeEach(() => {
  answer = async () => envelope([asked.length])
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    asked.push(url)
    signal = init.signal
    return answer()
  })
})

afterEach(() => {
  cleanup()
  queryClient.clear()
  forgetToasts()
  asked.length = 0
  vi.unstubAllGlobals()
})

const faultsOf = (deviceId: string | null, options?: AnswerOptions) =>
  renderHook(({ id, options: given }) => useAnswer(deviceFaults, id === null ? null : { deviceId: id }, given), {
    wrapper,
    initialProps: { id: deviceId, options },
  })

test('it calls the operation with its input, and again when the input changes', async () => {
  const { result, rerender } = faultsOf('7')
  await waitFor(() => expect(result.current.data).toEqual([1]))
  rerender({ id: '8', options: undefined })
  expect(result.current.data).toBeUndefined()
  await waitFor(() => expect(result.current.data).toEqual([2]))
  expect(asked.map((url) => new URL(url, 'http://a').searchParams.get('deviceId'))).toEqual(['7', '8'])
})

test('with `keep` the previous answer stays until the next one arrives', async () => {
  const { result, rerender } = faultsOf('7', { keep: true })
  await waitFor(() => expect(result.current.data).toEqual([1]))
  rerender({ id: '8', options: { keep: true } })
  expect(result.current.data).toEqual([1])
  await waitFor(() => expect(result.current.data).toEqual([2]))
})

test('with null no call is made', async () => {
  const { result } = faultsOf(null)
  const row = renderHook(() => useRow(productResource, null), { wrapper })
  await act(async () => {})
  expect([asked, result.current.isLoading, row.result.current.isLoading]).toEqual([[], false, false])
})

test('it calls again when a followed resource or value changes', async () => {
  const { result, rerender } = faultsOf('7', { follows: ['gate', 1] })
  await waitFor(() => expect(result.current.data).toEqual([1]))
  await act(() => forgetRows(queryClient, 'valve'))
  expect(asked).toHaveLength(1)
  await act(() => forgetRows(queryClient, 'gate'))
  expect(asked).toHaveLength(2)
  rerender({ id: '7', options: { follows: ['gate', 2] } })
  await waitFor(() => expect(asked).toHaveLength(3))
})

test('its key selects one answer, or all answers of the operation', async () => {
  faultsOf('7')
  faultsOf('8')
  await waitFor(() => expect(asked).toHaveLength(2))
  await act(() => queryClient.invalidateQueries({ queryKey: answerKey(deviceFaults, { deviceId: '8' }) }))
  expect(asked.slice(2).map((url) => url.includes('deviceId=8'))).toEqual([true])
  await act(() => queryClient.invalidateQueries({ queryKey: answerKey(deviceFaults) }))
  expect(asked).toHaveLength(5)
})

test('a `fresh` answer is fetched each time it is shown, any other is cached for a while', async () => {
  for (const [options, times] of [
    [{ fresh: true }, 2],
    [{ staleMs: 60_000 }, 1],
  ] as const) {
    queryClient.clear()
    asked.length = 0
    for (let shown = 0; shown < 2; shown++) {
      const { result, unmount } = faultsOf('7', options)
      await waitFor(() => expect(result.current.isSuccess && !result.current.isFetching).toBe(true))
      unmount()
    }
    expect(asked).toHaveLength(times)
  }
})

test('a failure is shown in place of the answer, not as a toast', async () => {
  answer = async () => Response.json({ code: 500, message: 'the store is away', data: null }, { status: 500 })
  const { result } = faultsOf('7')
  await waitFor(() => expect(result.current.error?.message).toContain('the store is away'))
  expect(useToasts.getState().toasts).toEqual([])
})

test('a call that nobody waits for any more is cancelled', async () => {
  answer = () => new Promise(() => {})
  const { unmount } = faultsOf('7')
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(signal?.aborted).toBe(false)
  unmount()
  expect(signal?.aborted).toBe(true)
})

test('one row is cached under a key that changes of the row invalidate', async () => {
  answer = async () => envelope({ id: '3', name: `read ${asked.length}` })
  const { result } = renderHook(() => useRow(productResource, '3'), { wrapper })
  await waitFor(() => expect(result.current.data).toMatchObject({ name: 'read 1' }))
  await act(() => forgetRows(queryClient, productResource.name))
  await waitFor(() => expect(result.current.data).toMatchObject({ name: 'read 2' }))
  expect(asked.every((url) => url.endsWith('/product/get?id=3'))).toBe(true)
})

test('a page is fetched again when rows of its resource change; with null no call is made', async () => {
  answer = async () => envelope({ list: [], total: asked.length })
  const { result, rerender } = renderHook(({ query }) => usePage(productResource, query), {
    wrapper,
    initialProps: { query: null as { limit: number } | null },
  })
  await act(async () => {})
  expect(asked).toEqual([])
  rerender({ query: { limit: 5 } })
  await waitFor(() => expect(result.current.data?.total).toBe(1))
  await act(() => forgetRows(queryClient, productResource.name))
  await waitFor(() => expect(result.current.data?.total).toBe(2))
  expect(asked.every((url) => url.endsWith('/product/page?limit=5'))).toBe(true)
})

test('of several pages only that is fetched again whose own value changed', async () => {
  answer = async () => envelope({ list: [], total: 0 })
  const limits = (): (string | null)[] => asked.map((url) => new URL(url, 'http://a').searchParams.get('limit'))
  const { rerender } = renderHook(
    ({ counts }) => usePages(productResource, [{ limit: 1 }, { limit: 2 }], { follows: (at) => [counts[at]] }),
    { wrapper, initialProps: { counts: [7, 7] } },
  )
  await waitFor(() => expect(limits()).toEqual(['1', '2']))
  rerender({ counts: [7, 8] })
  await waitFor(() => expect(limits()).toEqual(['1', '2', '2']))
})

test('what several calls answer knows when it was asked, and each call how; a large answer is taken as it came', async () => {
  const rows = [{ id: '1' }]
  const before = Date.now()
  const { result } = renderHook(
    () =>
      useAsked(['both'], async (how, askedAt) => ({ how, askedAt, rows: [...rows] }), { timeoutMs: 9, large: true }),
    { wrapper },
  )
  await waitFor(() => expect(result.current.isSuccess).toBe(true))
  const { how, askedAt, rows: first } = result.current.data!
  expect([how.inPlace, how.timeoutMs, how.silent, askedAt >= before]).toEqual([true, 9, undefined, true])
  await act(() => result.current.refetch())
  await waitFor(() => expect(result.current.data!.rows).not.toBe(first))
})
