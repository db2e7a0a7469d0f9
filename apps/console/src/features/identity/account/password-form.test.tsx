import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createPrivateKey, generateKeyPairSync, privateDecrypt } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { forgetTypedPassword, keepTypedPassword, typedPassword } from '../../../lib/access/typed-password.ts'
import { forgetToasts } from '../../../lib/page/toast.ts'
import { startTexts } from '../../../lib/text/text.ts'
import { PasswordForm } from './password-form.tsx'

const pair = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const opened = (sealed: string) => {
  const key = { key: createPrivateKey(pair.privateKey), oaepHash: 'sha256' }
  return (JSON.parse(privateDecrypt(key, Buffer.from(sealed, 'base64')).toString()) as { password: string }).password
}
let sent: { oldPassword: string; newPassword: string }[] = []
let refusal: object | null = null

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  sent = []
  refusal = null
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url.includes('loginKey')) {
      const data = { keyId: 'k', publicKey: pair.publicKey, nonce: 'n' }
      return Response.json({ code: 0, message: '', data })
    }
    sent.push(JSON.parse(String(init.body)))
    return Response.json(refusal ?? { code: 0, message: '', data: true })
  })
})
afterEach(() => {
  cleanup()
  forgetToasts()
  forgetTypedPassword()
  vi.unstubAllGlobals()
})

async function change(done: () => void) {
  await userEvent.type(screen.getByLabelText('新密码'), 'kestrel-7-orbit')
  await userEvent.type(screen.getByLabelText('确认新密码'), 'kestrel-7-orbit')
  await userEvent.click(screen.getByRole('button', { name: '修改密码' }))
  return waitFor(() => expect(done).toHaveBeenCalled())
}

test('who has just signed in with the old password is not asked for it again; it is sent all the same', async () => {
  const done = vi.fn<() => void>()
  render(<PasswordForm old="one-time-9" onDone={done} />)
  expect(screen.queryByLabelText('旧密码')).toBeNull()
  await change(done)
  expect(sent.map(({ oldPassword, newPassword }) => [opened(oldPassword), opened(newPassword)])).toEqual([
    ['one-time-9', 'kestrel-7-orbit'],
  ])
})

test('the known old password is no new one', async () => {
  render(<PasswordForm old="kestrel-7-orbit" onDone={() => {}} />)
  await userEvent.type(screen.getByLabelText('新密码'), 'kestrel-7-orbit')
  await userEvent.tab()
  expect(await screen.findByText('新密码不能与旧密码相同')).toBeTruthy()
})

test('one that the server refuses is asked for, with the reason beside it', async () => {
  refusal = { code: 400, message: '旧密码不正确', data: { error: 'wrong-old-password' } }
  const done = vi.fn<() => void>()
  render(<PasswordForm old="outdated-9" onDone={done} />)
  await userEvent.type(screen.getByLabelText('新密码'), 'kestrel-7-orbit')
  await userEvent.type(screen.getByLabelText('确认新密码'), 'kestrel-7-orbit')
  await userEvent.click(screen.getByRole('button', { name: '修改密码' }))
  await screen.findByLabelText('旧密码')
  // The form is drawn anew with the field: asked for each time.
  const item = () => screen.getByLabelText('旧密码').closest('.ant-form-item')
  await waitFor(() => expect(item()?.textContent).toContain('旧密码不正确'))
  expect(done).not.toHaveBeenCalled()
})

test('a typed password is kept in memory for minutes, and forgotten when asked', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  keepTypedPassword('one-time-9')
  expect(typedPassword()).toBe('one-time-9')
  vi.advanceTimersByTime(11 * 60_000)
  expect(typedPassword()).toBeNull()
  keepTypedPassword('one-time-9')
  forgetTypedPassword()
  expect(typedPassword()).toBeNull()
  vi.useRealTimers()
})
