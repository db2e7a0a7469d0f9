import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useWantedForm, wantForm } from './wanted-form.ts'

afterEach(cleanup)

test('the list of the resource opens the requested form once; another list does not', () => {
  const [users, roles] = [vi.fn<() => void>(), vi.fn<() => void>()]
  renderHook(() => useWantedForm('role', roles))
  const list = renderHook(() => useWantedForm('user', users))
  act(() => wantForm('user'))
  list.rerender()
  expect([users.mock.calls.length, roles.mock.calls.length]).toEqual([1, 0])
  act(() => wantForm('user'))
  expect(users).toHaveBeenCalledTimes(2)
})

test('without the right to add, the request is dropped', () => {
  const none = renderHook(() => useWantedForm('user', null))
  act(() => wantForm('user'))
  none.unmount()
  const open = vi.fn<() => void>()
  renderHook(() => useWantedForm('user', open))
  expect(open).not.toHaveBeenCalled()
})
