import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTexts } from '../../lib/text/text.ts'
import { LoginCode } from './login-code.tsx'

/** The calls that the server received, and its next answers. */
const asked: { pending: string; code: string }[] = []
let answer: { status: number; body: object }

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  asked.length = 0
  answer = { status: 401, body: { code: 401, message: '用户名、密码或验证码不正确', data: { error: 'wrong-sign-in' } } }
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.includes('loginCode')) asked.push(JSON.parse(String(init.body)) as { pending: string; code: string })
    return new Response(JSON.stringify(answer.body), { status: answer.status })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const field = () => screen.getByTestId<HTMLInputElement>('login-code')

test('SI the code field has the focus, accepts the browser’s one-time codes, and sends six digits by itself', async () => {
  render(<LoginCode pending="p" onBack={() => {}} />)
  expect(document.activeElement).toBe(field())
  expect(field().autocomplete).toBe('one-time-code')
  expect(field().inputMode).toBe('numeric')
  await userEvent.type(field(), '12345')
  expect(asked).toEqual([])
  await userEvent.type(field(), '6')
  await waitFor(() => expect(asked).toMatchObject([{ pending: 'p', code: '123456', platform: 'web' }]))
})

test('a pasted code with a blank in the middle is sent too', async () => {
  render(<LoginCode pending="p" onBack={() => {}} />)
  fireEvent.change(field(), { target: { value: '123 456' } })
  await waitFor(() => expect(asked.map(({ code }) => code)).toEqual(['123456']))
})

test('a wrong code is reported at the field, which is emptied and focused', async () => {
  const back = vi.fn<() => void>()
  render(<LoginCode pending="p" onBack={back} />)
  fireEvent.change(field(), { target: { value: '123456' } })
  await screen.findByText('用户名、密码或验证码不正确')
  expect(field().value).toBe('')
  expect(document.activeElement).toBe(field())
  expect(field().getAttribute('aria-describedby')).toBe('login-code-error')
  expect(back).not.toHaveBeenCalled()
})

test('after the time limit it goes back to name and password', async () => {
  answer = { status: 400, body: { code: 400, message: '登录已超时', data: { error: 'sign-in-expired' } } }
  const back = vi.fn<() => void>()
  render(<LoginCode pending="p" onBack={back} />)
  fireEvent.change(field(), { target: { value: '123456' } })
  await waitFor(() => expect(back).toHaveBeenCalledTimes(1))
})

test('a recovery code is sent only when it is confirmed', async () => {
  render(<LoginCode pending="p" onBack={() => {}} />)
  await userEvent.click(screen.getByText('使用恢复码'))
  expect(document.activeElement).toBe(field())
  await userEvent.type(field(), '234567ab')
  expect(asked).toEqual([])
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(asked.map(({ code }) => code)).toEqual(['234567ab']))
})

test('an empty code is not sent', async () => {
  render(<LoginCode pending="p" onBack={() => {}} />)
  await userEvent.keyboard('{Enter}')
  await screen.findByText('请输入验证码')
  expect(asked).toEqual([])
})
