import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { clearSession } from '../../lib/access/session.ts'
import { loadSite, useSite } from '../../lib/page/site.ts'
import { changeLanguage, startTexts } from '../../lib/text/text.ts'
import { App } from '../app.tsx'

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => clearSession())
afterEach(async () => {
  cleanup()
  await changeLanguage('zh-CN', 'keep')
  vi.unstubAllGlobals()
  useSite.setState({ webName: null, logo: null, language: null, registration: false, known: false })
})

const bodies: string[] = []
function serve(profile: object): void {
  bodies.length = 0
  vi.stubGlobal('fetch', async (url: string, init?: { body?: string }) => {
    bodies.push(`${url} ${init?.body ?? ''}`)
    const data = url.endsWith('/site/profile') ? profile : null
    return Response.json({ code: data ? 0 : 4, message: '', data })
  })
}
const site = (more: object = {}) => ({ webName: null, logo: null, language: null, registration: false, ...more })

test('RG-1 (part), SI-26 (1 of 3) /register opens without sign-in and says that it is closed', async () => {
  serve(site())
  history.replaceState(null, '', '/register')
  render(<App />)
  await loadSite()
  expect(await screen.findByText('未开放注册，请联系管理员开通账号。')).toBeTruthy()
  expect(screen.queryByLabelText('用户名')).toBeNull()
  expect(location.pathname).toBe('/register')
})

test('SI-26 (2 of 3), FR-6 (part) when it is open it asks for name, password and repetition, and sends no invalid values', async () => {
  serve(site({ registration: true }))
  history.replaceState(null, '', '/register')
  render(<App />)
  await loadSite()
  await userEvent.type(await screen.findByLabelText('用户名'), 'newcomer')
  await userEvent.type(screen.getByLabelText('密码'), 'kestrel-7-orbit')
  await userEvent.type(screen.getByLabelText('确认密码'), 'passw0rd-two')
  await userEvent.click(screen.getByRole('button', { name: '注册' }))
  expect(await screen.findByText('两次输入的密码不一致')).toBeTruthy()
  expect(bodies.filter((one) => !one.includes('/site/profile'))).toEqual([])
  await act(() => changeLanguage('en-US', 'keep'))
  expect(screen.getByText('The two passwords differ')).toBeTruthy()
})

test('what misses at sign-in is said in the language that is chosen afterwards', async () => {
  serve(site())
  history.replaceState(null, '', '/login')
  render(<App />)
  await userEvent.click(await screen.findByTestId('login-submit'))
  expect(await screen.findByText('请输入用户名')).toBeTruthy()
  await act(() => changeLanguage('en-US', 'keep'))
  expect(screen.getByText(/^Please enter .*name$/i)).toBeTruthy()
})

test('SEC-17, SI-27 /auth-redirect keeps nothing of its address and links to the sign-in', async () => {
  serve(site())
  const before = [localStorage.length, sessionStorage.length]
  history.replaceState(null, '', '/auth-redirect?token=secret&code=1')
  render(<App />)
  const link = await screen.findByRole('link', { name: '前往登录' })
  expect(link.getAttribute('href')).toBe('/login')
  expect([localStorage.length, sessionStorage.length]).toEqual(before)
  expect(bodies.join()).not.toContain('secret')
})

test('BC-8 (2 of 3), AM-27, SB-8 (part) before sign-in name and title are those of the host, its logo only if it is a safe image', async () => {
  serve(site({ webName: '清河水务', logo: 'javascript:alert(1)' }))
  history.replaceState(null, '', '/login')
  render(<App />)
  await loadSite()
  clearSession()
  expect(await screen.findByRole('heading', { name: '清河水务' })).toBeTruthy()
  await waitFor(() => expect(document.title).toBe('登录 - 清河水务'))
  expect(document.querySelector('img.login-logo')).toBeNull()
})
