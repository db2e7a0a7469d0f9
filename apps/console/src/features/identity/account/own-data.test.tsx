import type { UserInfo } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/api/query.ts'
import { setSession, useSession } from '../../../lib/access/session.ts'
import { startTexts } from '../../../lib/text/text.ts'
import { ToastHost } from '../../../parts/overlay/toast-host.tsx'
import ProfileScreen from './profile.screen.tsx'

const INFO: UserInfo = {
  id: '7',
  username: 'liwenqu',
  nickName: '李文渠',
  avatarPath: null,
  logo: null,
  webName: null,
  deptId: '1',
  deptName: '清河县水务局',
  introduction: null,
  resources: [],
  roles: [],
  mustChangePwd: false,
  token: 't',
  timeZone: 'Asia/Shanghai',
}
const OWN = { version: 3, nickName: '李文渠', sex: 'FEMALE', phone: '13800000000', email: null, introduction: null }

beforeAll(() => startTexts('zh-CN'))
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

let sent: Record<string, unknown>[] = []
let refusal: object | null = null
let asked = 0
beforeEach(() => {
  sent = []
  asked = 0
  refusal = null
  setSession(INFO, [])
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const { pathname } = new URL(url, 'http://here')
    if (pathname.endsWith('/updateProfile')) {
      sent.push(JSON.parse(String(init.body)) as Record<string, unknown>)
      return Response.json(refusal ?? { code: 0, message: '', data: true })
    }
    if (pathname.endsWith('/sysUser/profile')) {
      asked += 1
      return Response.json({ code: 0, message: '', data: { ...OWN, version: OWN.version + sent.length } })
    }
    const totp = { enabled: false, since: null, recoveryCodesLeft: 0, required: false }
    return Response.json({ code: 0, message: '', data: pathname.endsWith('/totp') ? totp : [] })
  })
})

async function open() {
  render(
    <QueryClientProvider client={queryClient}>
      <ProfileScreen />
      <ToastHost />
    </QueryClientProvider>,
  )
  await screen.findByLabelText('姓名*')
  return userEvent.setup()
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const save = () => screen.getByRole('button', { name: '保存' })

test('AD-8 (part) the form shows the user’s own data, and saves all of it on the version that was read', async () => {
  const user = await open()
  expect(['姓名*', '手机号', '邮箱', '简介'].map((name) => field(name).value)).toEqual([
    '李文渠',
    '13800000000',
    '',
    '',
  ])
  await user.clear(field('姓名*'))
  await user.type(field('姓名*'), ' 李闻 ')
  await user.clear(field('手机号'))
  await user.type(field('邮箱'), 'li@water.example')
  await user.click(save())
  await screen.findByText('保存成功')
  expect(sent).toEqual([
    {
      version: 3,
      nickName: '李闻',
      sex: 'FEMALE',
      phone: '',
      email: 'li@water.example',
      introduction: null,
    },
  ])
})

test('AD-8 (part) the header and the card show the new name at once', async () => {
  const user = await open()
  await user.clear(field('姓名*'))
  await user.type(field('姓名*'), '李闻')
  await user.click(save())
  await screen.findByRole('heading', { name: '李闻' })
  expect(useSession.getState()).toMatchObject({ name: '李闻', userInfo: { nickName: '李闻' } })
  // The next save is based on the version of this one.
  await waitFor(() => expect(asked).toBe(2))
  await user.click(save())
  await waitFor(() => expect(sent.map(({ version }) => version)).toEqual([3, 4]))
})

test('AD-8 (part), FR-5 (part) an invalid value is marked at its field and not sent', async () => {
  const user = await open()
  await user.clear(field('姓名*'))
  await user.clear(field('手机号'))
  await user.type(field('手机号'), '123')
  await user.type(field('邮箱'), 'nobody')
  await user.click(save())
  for (const text of ['请输入姓名', '请输入 11 位手机号', '邮箱格式不正确']) await screen.findByText(text)
  expect(sent).toEqual([])
})

test('AD-8 (part) a field that the server refuses is marked; the shown name stays as it was', async () => {
  const user = await open()
  refusal = { code: 400, message: '填写有误', data: { error: 'validation', fields: { email: 'format' } } }
  await user.clear(field('姓名*'))
  await user.type(field('姓名*'), '李闻')
  await user.click(save())
  const line = (await screen.findByText('格式不正确')).closest<HTMLElement>('.ant-form-item')!
  expect(within(line).getByLabelText('邮箱')).toBeTruthy()
  expect(useSession.getState().name).toBe('李文渠')
})
