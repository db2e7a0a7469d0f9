import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { CallFailure } from './api-outcome.ts'
import { useMutation } from './mutation.ts'
import { queryClient } from './query.ts'
import { forgetToasts, useToasts } from '../page/toast.ts'

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)
const said = () => useToasts.getState().toasts.map(({ kind, text }) => [kind, text])

afterEach(() => {
  cleanup()
  queryClient.clear()
  forgetToasts()
})

test('it is busy until the work is done, reports success, and marks the resources’ cached rows stale', async () => {
  for (const key of ['gate', 'gate-tree', 'valve']) queryClient.setQueryData(['page', key], 1)
  const { result } = renderHook(() => useMutation('gate', 'valve'), { wrapper })
  const work = Promise.withResolvers<void>()
  let done: Promise<boolean>
  act(() => void (done = result.current.mutate(() => work.promise, { done: 'opened' })))
  expect(result.current.busy).toBe(true)
  expect(said()).toEqual([])
  work.resolve()
  await act(async () => expect(await done).toBe(true))
  expect(result.current.busy).toBe(false)
  expect(said()).toEqual([['success', 'opened']])
  const stale = ['gate', 'gate-tree', 'valve'].map((key) => queryClient.getQueryState(['page', key])!.isInvalidated)
  expect(stale).toEqual([true, false, true])
})

test('a refusal goes to the caller’s handler and shows nothing by itself', async () => {
  const { result } = renderHook(() => useMutation(), { wrapper })
  const refused = vi.fn<(failure: CallFailure) => void>()
  const failure = new CallFailure(500, 'stuck', null, true)
  await act(async () =>
    expect(await result.current.mutate(() => Promise.reject(failure), { done: 'opened', refused })).toBe(false),
  )
  expect(refused.mock.calls).toEqual([[failure]])
  expect([said(), result.current.busy]).toEqual([[], false])
})

test('any other error is a bug, and is thrown on', async () => {
  const { result } = renderHook(() => useMutation(), { wrapper })
  await act(async () => {
    await expect(result.current.mutate(() => Promise.reject(new TypeError('bug')))).rejects.toThrow('bug')
  })
  expect(result.current.busy).toBe(false)
})
