import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { request } from '../../lib/api/api.ts'
import { useSession } from '../../lib/access/session.ts'
import { startTexts } from '../../lib/text/text.ts'
import { forgetToasts, useToasts } from '../../lib/page/toast.ts'
import { AskHost } from '../../parts/overlay/ask-host.tsx'
// Registers what the app does when the session is over.
import './session-flow.ts'

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  useSession.setState({ phase: 'ready', token: 'abc' })
  vi.stubGlobal('fetch', async () => Response.json({ code: 4, message: '会话已失效', data: null }))
  render(<AskHost />)
})
afterEach(() => {
  cleanup()
  forgetToasts()
  vi.unstubAllGlobals()
})

/** Makes calls that fail at the same time. */
const fail = (times = 1) => act(() => Promise.allSettled(Array.from({ length: times }, () => request('GET', '/x', {}))))

test('ER-7 (1 of 2) the dialog says so and offers both choices; there is no toast', async () => {
  expect(await fail()).toMatchObject([{ status: 'rejected', reason: { code: 4 } }])
  expect(screen.getByTestId('relogin-dialog').textContent).toBe('提示登录已过期，请重新登录关闭重新登录')
  expect(useToasts.getState().toasts).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: '关闭' }))
})

test('ER-8 one dialog for many failing calls; after 关闭 the user stays, and the next failing call asks again', async () => {
  await fail(3)
  await fail()
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: '关闭' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(useSession.getState()).toMatchObject({ phase: 'ready', token: 'abc' })
  await fail()
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: '关闭' }))
})
