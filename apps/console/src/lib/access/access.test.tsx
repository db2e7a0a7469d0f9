import { act, cleanup, render, renderHook, screen } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { holdsOne, mayNow, Permission, usePermission } from './access.tsx'
import { clearSession, useSession } from './session.ts'

afterEach(() => {
  cleanup()
  clearSession()
  vi.restoreAllMocks()
})

class Boundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }
  static getDerivedStateFromError = () => ({ broken: true })
  override render = () => (this.state.broken ? null : this.props.children)
}

describe('PM', () => {
  test('PM-1 one matching key is enough; without one the part is absent', () => {
    useSession.setState({ roles: ['user:add', 'user:list'] })
    render(
      <>
        <Permission roles={['user:del', 'user:add']}>新增</Permission>
        <Permission roles={['user:del', 'user:edit']}>修改</Permission>
      </>,
    )
    expect(document.body.textContent).toBe('新增')
    expect(holdsOne(['user:add'], ['user:add', 'user:edit'])).toBe(true)
    expect(holdsOne(['user:list'], ['user:add'])).toBe(false)
  })

  test.each([[[]], [undefined], ['user:add'], [null]])('PM-3 (1 of 2), AM-23 (1 of 2) %j throws', (wanted) => {
    expect(() => holdsOne(['user:add'], wanted as unknown as string[])).toThrow('roles list required')
  })

  test('PM-3 (2 of 2), AM-23 (2 of 2) a component without a list of keys fails closed: it shows nothing, and its siblings stay', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    useSession.setState({ roles: ['user:add'] })
    render(
      <Boundary>
        列表
        <Permission roles={[]}>新增</Permission>
      </Boundary>,
    )
    expect(document.body.textContent).toBe('列表')
  })

  test('an error inside a permitted part is reported as an error, not hidden as a missing permission', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    useSession.setState({ roles: ['user:add'] })
    const Broken = () => {
      throw new Error('broken')
    }
    render(
      <Boundary>
        列表
        <Permission roles={['user:add']}>
          <Broken />
        </Permission>
      </Boundary>,
    )
    expect(document.body.textContent).toBe('')
  })

  test('PM-2 (1 of 2) the hook and the plain function give the same answer as the component', () => {
    const { result } = renderHook(() => usePermission(['user:add']))
    expect([result.current, mayNow(['user:add'])]).toEqual([false, false])
    act(() => useSession.setState({ roles: ['user:add'] }))
    expect([result.current, mayNow(['user:add'])]).toEqual([true, true])
  })

  test('PM-5 (1 of 2) ROLE_ADMIN opens no button by itself', () => {
    expect(holdsOne(['ROLE_ADMIN'], ['user:add'])).toBe(false)
  })

  test('PM-2 (2 of 2), PM-4, PM-6 nothing is drawn before the keys are known; a change of the keys applies at once', () => {
    render(<Permission roles={['user:add']}>新增</Permission>)
    expect(screen.queryByText('新增')).toBeNull()
    act(() => useSession.setState({ roles: ['user:add'] }))
    expect(screen.queryByText('新增')).not.toBeNull()
    act(() => useSession.setState({ roles: [] }))
    expect(screen.queryByText('新增')).toBeNull()
  })
})
