import { CHANNEL_SHAPES, type NoticeChannel, WIRE_KINDS, type WireKind } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { clearSession, useSession } from '../../../lib/access/session.ts'
import { queryClient } from '../../../lib/api/query.ts'
import { forgetToasts } from '../../../lib/page/toast.ts'
import { changeLanguage, startTexts } from '../../../lib/text/text.ts'
import ChannelsScreen from './channels.screen.tsx'

const ALL = ['noticeChannel:list', 'noticeChannel:update', 'noticeChannel:test']
const fresh = (kind: WireKind): NoticeChannel => ({
  kind,
  enabled: false,
  configured: false,
  version: null,
  settings: Object.fromEntries(Object.entries(CHANNEL_SHAPES[kind].settings).map(([name, { start }]) => [name, start])),
  secrets: Object.fromEntries(Object.keys(CHANNEL_SHAPES[kind].secrets).map((name) => [name, false])),
  last: null,
})
const last = { time: '2026-08-03T01:00:00.000Z', test: false }
const MAIL: NoticeChannel = {
  ...fresh('EMAIL'),
  enabled: true,
  configured: true,
  version: 4,
  settings: { host: 'smtp.example.com', port: 465, secure: true, user: 'me', from: 'a@example.com' },
  secrets: { password: true },
}

let known: Partial<Record<WireKind, NoticeChannel>>
let told: Record<string, unknown>
let refusal: Record<string, unknown> | null
let sent: { path: string; body: Record<string, unknown> }[]

configure({ asyncUtilTimeout: 8000 })
beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  sent = []
  known = {}
  refusal = null
  told = { ok: true, because: null, retry: false, answer: '250 ok', tookMs: 12 }
  useSession.setState({ phase: 'ready', token: 't', roles: ALL })
  vi.stubGlobal('fetch', async (url: string, init?: { method?: string; body?: string }) => {
    const { pathname: path } = new URL(url, 'http://here')
    if (init?.method === 'POST') sent.push({ path, body: JSON.parse(init.body ?? '{}') as Record<string, unknown> })
    if (refusal && init?.method === 'POST') return Response.json({ code: 400, message: 'no', data: refusal })
    const list = WIRE_KINDS.map((kind) => known[kind] ?? fresh(kind))
    const data = path.endsWith('/list') ? list : path.endsWith('/test') ? told : list[0]
    return Response.json({ code: 0, message: '', data })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  forgetToasts()
  clearSession()
  vi.unstubAllGlobals()
})

function draw() {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <ChannelsScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
const card = (name: string) => screen.findByRole('region', { name })
const press = async (within_: HTMLElement, name: string) =>
  userEvent.click(within(within_).getByRole('button', { name }))

test('each channel says how it stands: not set up, off, ready, or why the last message failed', async () => {
  known = {
    EMAIL: { ...MAIL, last: { ...last, ok: true, because: null } },
    SMS: { ...fresh('SMS'), configured: true, version: 0, enabled: false },
    WECOM: {
      ...fresh('WECOM'),
      configured: true,
      version: 0,
      enabled: true,
      last: { ...last, ok: false, because: '93000 invalid webhook url' },
    },
    WEBHOOK: {
      ...fresh('WEBHOOK'),
      configured: true,
      version: 0,
      enabled: true,
      settings: { endpoint: 'https://hooks.example/a/b' },
      last: { ...last, ok: false, because: 'timeout', test: true },
    },
  }
  draw()
  expect((await card('邮件')).textContent).toContain('可用')
  expect((await card('邮件')).textContent).toContain('smtp.example.com')
  expect((await card('短信')).textContent).toContain('已停用')
  expect((await card('企业微信群机器人')).textContent).toMatch(/上次失败.*93000 invalid webhook url/)
  expect((await card('Webhook')).textContent).toMatch(/上次失败.*hooks\.example.*试发.*对方超时未应答/)
  expect((await card('微信公众号')).textContent).toContain('未配置')
  expect(screen.getAllByRole('region')).toHaveLength(7)
})

test('its form has only its own fields, and never a secret', async () => {
  known = { EMAIL: MAIL }
  draw()
  await press(await card('邮件'), '配置')
  expect(((await screen.findByLabelText(/SMTP 服务器/)) as HTMLInputElement).value).toBe('smtp.example.com')
  const secret = screen.getByLabelText('密码') as HTMLInputElement
  expect([secret.value, secret.type, secret.placeholder]).toEqual(['', 'password', '已设置，留空则保持不变'])
  expect(screen.queryByLabelText(/AppID/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '确定' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual({
    path: '/device/v1/noticeChannel/save',
    body: { kind: 'EMAIL', version: 4, enabled: true, settings: MAIL.settings, secrets: {}, forget: [] },
  })
})

test('a stored secret that may be missing can be taken away', async () => {
  known = { EMAIL: MAIL }
  draw()
  await press(await card('邮件'), '配置')
  await userEvent.click(await screen.findByRole('checkbox', { name: '清除已保存的值' }))
  await userEvent.click(screen.getByRole('button', { name: '确定' }))
  await waitFor(() => expect(sent[0]?.body).toMatchObject({ secrets: {}, forget: ['password'] }))
})

test('a channel that is set up for the first time asks for what it needs, and begins as it usually is', async () => {
  draw()
  await press(await card('Webhook'), '配置')
  await userEvent.click(await screen.findByRole('button', { name: '确定' }))
  expect(await screen.findByText('请输入服务地址')).toBeTruthy()
  expect(await screen.findByText('请输入签名密钥')).toBeTruthy()
  expect(sent).toEqual([])
  await userEvent.type(screen.getByLabelText(/服务地址/), 'https://hooks.example/a')
  await userEvent.type(screen.getByLabelText('签名密钥'), '0123456789abcdef')
  await userEvent.click(screen.getByRole('button', { name: '确定' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]!.body).toEqual({
    kind: 'WEBHOOK',
    version: null,
    enabled: true,
    settings: { endpoint: 'https://hooks.example/a' },
    secrets: { signSecret: '0123456789abcdef' },
    forget: [],
  })
})

test('what the server refuses stands at its field', async () => {
  known = { EMAIL: MAIL }
  refusal = { error: 'validation', fields: { 'settings.host': 'address-refused', 'secrets.password': 'secret-again' } }
  draw()
  await press(await card('邮件'), '配置')
  await userEvent.click(await screen.findByRole('button', { name: '确定' }))
  expect(await screen.findByText(/不允许发往此地址/)).toBeTruthy()
  expect(await screen.findByText(/发送地址已更改，请重新填写此项/)).toBeTruthy()
})

test('a test shows the answer of the other side, word for word', async () => {
  known = { EMAIL: MAIL }
  told = { ok: false, because: '550 no such mailbox', retry: false, answer: '550 <b>no such mailbox</b>', tookMs: 3 }
  draw()
  await press(await card('邮件'), '试发')
  await userEvent.type(await screen.findByLabelText(/收件邮箱/), 'li@example.com')
  await userEvent.click(screen.getByRole('button', { name: '发送' }))
  const result = await screen.findByRole('status')
  expect(result.textContent).toContain('未能发送：550 no such mailbox')
  expect(result.textContent).toContain('550 <b>no such mailbox</b>')
  expect(sent[0]).toEqual({
    path: '/device/v1/noticeChannel/test',
    body: { kind: 'EMAIL', to: 'li@example.com' },
  })
  told = { ok: false, because: 'timeout', retry: true, answer: null, tookMs: 10_000 }
  await userEvent.click(screen.getByRole('button', { name: '再次发送' }))
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('对方超时未应答'))
  expect(screen.getByRole('status').textContent).toContain('稍后重试可能成功')
})

test('a test of a webhook asks for nobody', async () => {
  known = { WEBHOOK: { ...fresh('WEBHOOK'), configured: true, version: 0 } }
  draw()
  await press(await card('Webhook'), '试发')
  await userEvent.click(await screen.findByRole('button', { name: '发送' }))
  expect((await screen.findByRole('status')).textContent).toContain('对方已接收，用时 12 毫秒')
  expect(sent[0]!.body).toEqual({ kind: 'WEBHOOK', to: '' })
})

test('who may only look has no buttons', async () => {
  useSession.setState({ roles: ['noticeChannel:list'] })
  known = { EMAIL: MAIL }
  draw()
  await card('邮件')
  expect(screen.queryAllByRole('button')).toEqual([])
})

test('every setting, secret and reason has words in both languages', async () => {
  for (const language of ['en-US', 'zh-CN'] as const) {
    await changeLanguage(language, 'keep')
    for (const kind of WIRE_KINDS) {
      known = { [kind]: { ...fresh(kind), configured: true, version: 0 } }
      draw()
      const name = { 'en-US': 'Set up', 'zh-CN': '配置' }[language]
      const buttons = await screen.findAllByRole('button', { name })
      await userEvent.click(buttons[WIRE_KINDS.indexOf(kind)]!)
      await screen.findByRole('dialog')
      expect(document.body.textContent).not.toMatch(/channel\.|reason\.|enum\./)
      cleanup()
      queryClient.clear()
    }
  }
})
