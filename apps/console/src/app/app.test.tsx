import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { clearSession, useSession } from '../lib/access/session.ts'
import { startTexts } from '../lib/text/text.ts'
import { forgetToasts, useToasts } from '../lib/page/toast.ts'
import { App } from './app.tsx'
import { boot } from './session/session-flow.ts'

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => clearSession())
afterEach(() => {
  cleanup()
  forgetToasts()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const info = (more: object = {}) => ({
  id: '1',
  username: 'empty',
  nickName: '空',
  avatarPath: null,
  logo: null,
  webName: null,
  deptId: '1',
  deptName: '处',
  introduction: null,
  resources: [],
  roles: [],
  mustChangePwd: false,
  token: 't',
  timeZone: 'Asia/Shanghai',
  ...more,
})

function serve(answers: Record<string, unknown>) {
  const fetched = vi.fn<(url: string) => Promise<Response>>((url) => {
    const name = url.split('?')[0]!.split('/').at(-1)!
    const body = answers[name] ?? { code: 4, message: '', data: null }
    return Promise.resolve(new Response(JSON.stringify(body)))
  })
  vi.stubGlobal('fetch', fetched)
  return fetched
}

test('RG-2 (part), SI-1, SI-3, SEC-10 (2 of 3) without a session any path leads to an empty sign-in form', async () => {
  serve({})
  history.replaceState(null, '', '/device/index?status=ONLINE')
  render(<App />)
  await boot()
  const username = await screen.findByTestId<HTMLInputElement>('login-username')
  expect(location.pathname + location.search).toBe('/login?redirect=%2Fdevice%2Findex%3Fstatus%3DONLINE')
  expect([username.value, screen.getByTestId<HTMLInputElement>('login-password').value]).toEqual(['', ''])
  expect(screen.getByTestId('login-submit').textContent).toBe('登录')
})

test('SI-2 empty fields are marked and nothing is sent', async () => {
  const fetched = serve({})
  history.replaceState(null, '', '/login')
  render(<App />)
  await userEvent.click(await screen.findByTestId('login-submit'))
  expect(await screen.findByText('请输入用户名')).toBeTruthy()
  expect(screen.getByText('请输入密码')).toBeTruthy()
  expect(fetched).not.toHaveBeenCalled()
})

test('RG-5, RG-6 (part), RG-7, AM-6 (1 of 2) a user without permissions lands on /401 with one getInfo call and can sign out', async () => {
  const fetched = serve({ getInfo: { code: 0, data: info() }, logout: { code: 0, data: true } })
  history.replaceState(null, '', '/device/index')
  await boot()
  render(<App />)
  expect(await screen.findByText('返回登录')).toBeTruthy()
  expect(location.pathname).toBe('/401')
  expect(fetched.mock.calls.filter(([url]) => url.includes('getInfo'))).toHaveLength(1)
  await userEvent.click(screen.getByText('返回登录'))
  await waitFor(() => expect(location.pathname).toBe('/login'))
})

test.each([
  { code: 0, data: null },
  { code: 0, data: false },
  { code: 10008, data: info() },
])(
  'SI-17, SI-19, AM-6 (2 of 2) user info that is none ends at the sign-in form and says so once: %j',
  async (answer) => {
    serve({ getInfo: answer })
    history.replaceState(null, '', '/device/index')
    render(<App />)
    await boot()
    expect(await screen.findAllByText('Verification failed, please Login again.')).toHaveLength(1)
    expect(location.pathname).toBe('/login')
  },
)

describe('AM-31 an error while user info is read', () => {
  const BROKEN = new TypeError('Failed to fetch')
  const FINE = { code: 0, data: info() }

  /** Boots while getInfo gives these answers in turn; returns the calls so far, and those half a second later. */
  async function bootWith(...answers: unknown[]) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const fetched = vi.fn<(url: string) => Promise<Response>>(async () => {
      const body = answers.shift()
      if (body instanceof Error) throw body
      return Response.json(body)
    })
    vi.stubGlobal('fetch', fetched)
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const booted = boot()
    await vi.advanceTimersByTimeAsync(499)
    const early = fetched.mock.calls.length
    await vi.advanceTimersByTimeAsync(1)
    await booted
    return { early, asked: fetched.mock.calls.length }
  }
  const told = () => useToasts.getState().toasts.map(({ text }) => text)

  test('AM-31 that is brief is retried once, half a second later, without a message', async () => {
    expect(await bootWith(BROKEN, FINE)).toEqual({ early: 1, asked: 2 })
    expect([useSession.getState().phase, told()]).toEqual(['ready', []])
  })

  test('AM-31, SI-18 that lasts ends the session with one message', async () => {
    expect(await bootWith(BROKEN, BROKEN, FINE)).toEqual({ early: 1, asked: 2 })
    expect([useSession.getState().phase, told()]).toEqual(['anonymous', ['网络连接异常']])
  })

  test('AM-31 that says the session is over is not retried', async () => {
    expect(await bootWith({ code: 4, message: '', data: null }, FINE)).toEqual({ early: 1, asked: 1 })
    expect([useSession.getState().phase, told()]).toEqual(['anonymous', []])
  })
})
