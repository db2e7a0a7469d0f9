import { act, cleanup, renderHook } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { useAddressParam } from './address-param.ts'

afterEach(cleanup)

test('one value of the address is read and changed in place, and the others stay', async () => {
  let param: ReturnType<typeof useAddressParam> = [null, () => undefined]
  function Page() {
    param = useAddressParam('tab')
    return null
  }
  const router = createMemoryRouter([{ path: '/', element: <Page /> }], { initialEntries: ['/?tab=data&page=2'] })
  renderHook(() => null, { wrapper: () => <RouterProvider router={router} /> })
  expect(param[0]).toBe('data')
  await act(async () => param[1]('log'))
  expect([param[0], router.state.location.search, router.state.historyAction]).toEqual([
    'log',
    '?tab=log&page=2',
    'REPLACE',
  ])
  await act(async () => param[1](null))
  expect([param[0], router.state.location.search, router.state.historyAction]).toEqual([null, '?page=2', 'REPLACE'])
})
