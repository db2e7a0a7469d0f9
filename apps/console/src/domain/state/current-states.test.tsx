import { SESSION_OVER_CODES } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenSessionOver } from '../../lib/api/api.ts'
import { queryClient } from '../../lib/api/query.ts'
import { useCurrentStates } from './current-state.ts'
import { forgetDeviceStates } from './device-state-store.ts'

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)
const asked: string[] = []
let code = 0

beforeEach(() => {
  code = 0
  vi.stubGlobal('fetch', async (url: string) => {
    const ids = new URL(url, 'http://here').searchParams.get('deviceIds')!
    asked.push(ids)
    const data = ids.split(',').map((deviceId) => ({ deviceId, status: 'ONLINE', lastSeenTime: null, values: {} }))
    return Response.json({ code, message: '', data: code === 0 ? data : null })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  forgetDeviceStates()
  asked.length = 0
  whenSessionOver(() => {})
  vi.unstubAllGlobals()
})

test('the states of several devices are asked for in one call, those of none in no call', async () => {
  renderHook(() => useCurrentStates([]), { wrapper })
  const { result } = renderHook(() => useCurrentStates(['7', '8']), { wrapper })
  await waitFor(() => expect(Object.keys(result.current)).toEqual(['7', '8']))
  expect(asked).toEqual(['7,8'])
})

test.each([
  [false, 1],
  [true, 0],
])('a lost session asks, unless nobody waits for the states: silent %s', async (silent, questions) => {
  const over = vi.fn<() => void>()
  whenSessionOver(over)
  code = SESSION_OVER_CODES[0]!
  renderHook(() => useCurrentStates(['7'], { silent }), { wrapper })
  await waitFor(() => expect(asked).toHaveLength(1))
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  expect(over).toHaveBeenCalledTimes(questions)
})
