import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation, useNavigationType } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { useAddressParam } from './address-param.ts'

afterEach(cleanup)

test('one value of the address is read and changed in place, and the others stay', async () => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={['/?tab=data&page=2']}>{children}</MemoryRouter>
  )
  const useTab = () => ({ param: useAddressParam('tab'), search: useLocation().search, went: useNavigationType() })
  const { result } = renderHook(useTab, { wrapper })
  expect(result.current.param[0]).toBe('data')
  await act(async () => result.current.param[1]('log'))
  expect(result.current).toMatchObject({
    param: ['log', expect.anything()],
    search: '?tab=log&page=2',
    went: 'REPLACE',
  })
  await act(async () => result.current.param[1](null))
  expect(result.current).toMatchObject({ param: [null, expect.anything()], search: '?page=2', went: 'REPLACE' })
})
