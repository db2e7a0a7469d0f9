import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { holdsOne, Permission } from './access.tsx'
import { clearSession, useSession } from './session.ts'

afterEach(() => {
  cleanup()
  clearSession()
})

describe('PM', () => {
  test('PM-1 one match is enough, none is absent', () => {
    expect(holdsOne(['user:add'], ['user:add', 'user:edit'])).toBe(true)
    expect(holdsOne(['user:list'], ['user:add'])).toBe(false)
  })

  test.each([[[]], [undefined], ['user:add'], [null]])('PM-3 %j throws', (wanted) => {
    expect(() => holdsOne(['user:add'], wanted as unknown as string[])).toThrow('roles list required')
  })

  test('PM-5 ROLE_ADMIN opens no button by itself', () => {
    expect(holdsOne(['ROLE_ADMIN'], ['user:add'])).toBe(false)
  })

  test('PM-2, PM-4, PM-6 nothing is drawn before the keys are known, and it follows them', () => {
    render(<Permission roles={['user:add']}>新增</Permission>)
    expect(screen.queryByText('新增')).toBeNull()
    act(() => useSession.setState({ roles: ['user:add'] }))
    expect(screen.queryByText('新增')).not.toBeNull()
    act(() => useSession.setState({ roles: [] }))
    expect(screen.queryByText('新增')).toBeNull()
  })
})
