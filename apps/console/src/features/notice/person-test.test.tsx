import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { clearSession, useSession } from '../../lib/access/session.ts'
import { queryClient } from '../../lib/api/query.ts'
import { forgetToasts } from '../../lib/page/toast.ts'
import { startTexts } from '../../lib/text/text.ts'
import NoticeUserScreen from './notice-user.screen.tsx'

const LI = {
  id: '7',
  version: 0,
  name: '李文渠',
  deptId: '1',
  phone: '13800138000',
  email: 'li@example.com',
  channels: ['SMS', 'EMAIL', 'INAPP'],
  enabled: true,
}
const ARRIVED = { ok: true, because: null, retry: false, answer: '250 queued', tookMs: 12 }
let answers: Record<string, { code: number; message: string; data: unknown }>
let sent: unknown[]

configure({ asyncUtilTimeout: 8000 })
beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  sent = []
  answers = {}
  useSession.setState({ phase: 'ready', token: 't', roles: ['noticeUser:list', 'noticeUser:test'] })
  vi.stubGlobal('fetch', async (url: string, init?: { method?: string; body?: string }) => {
    const { pathname } = new URL(url, 'http://here')
    if (pathname.endsWith('/noticeUser/test')) {
      const body = JSON.parse(init?.body ?? '{}') as { channel: string }
      sent.push(body)
      return Response.json(answers[body.channel] ?? { code: 0, message: '', data: ARRIVED })
    }
    const page = { list: [LI], total: 1, page: 1, limit: 20 }
    return Response.json({ code: 0, message: '', data: pathname.endsWith('/page') ? page : [] })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  forgetToasts()
  clearSession()
  vi.unstubAllGlobals()
})

async function open() {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={['/fault/notice-user']}>
        <NoticeUserScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await userEvent.click(await screen.findByRole('button', { name: '试发' }))
  return screen.findByRole('dialog')
}
const lineOf = (dialog: HTMLElement, name: string) => within(dialog).getByText(name, { selector: 'b' }).closest('li')!

test('each channel of a person is tried by itself, and what the other side answered stands under it', async () => {
  answers['SMS'] = {
    code: 0,
    message: '',
    data: { ok: false, because: 'isv.MOBILE_NUMBER_ILLEGAL', retry: false, answer: '{"Code":"isv"}', tookMs: 3 },
  }
  const dialog = await open()
  expect(within(dialog).getAllByRole('listitem')).toHaveLength(3)
  expect(lineOf(dialog, '短信').textContent).toContain('13800138000')
  await userEvent.click(within(dialog).getByRole('button', { name: '用短信发送' }))
  expect(await within(lineOf(dialog, '短信')).findByText('未能发送：isv.MOBILE_NUMBER_ILLEGAL')).toBeTruthy()
  expect(lineOf(dialog, '短信').textContent).toContain('{"Code":"isv"}')
  expect(sent).toEqual([{ id: '7', channel: 'SMS' }])
})

test('all are tried one after the other: one that is refused stops none of the others', async () => {
  answers['SMS'] = {
    code: 409,
    message: '部门今日额度已用完',
    data: { error: 'not-yet', reason: '部门今日额度已用完' },
  }
  const dialog = await open()
  await userEvent.click(within(dialog).getByRole('button', { name: '全部发送' }))
  expect(await within(dialog).findByText('已送到站内消息')).toBeTruthy()
  expect(within(lineOf(dialog, '短信')).getByText('部门今日额度已用完')).toBeTruthy()
  expect(lineOf(dialog, '邮件').textContent).toContain('250 queued')
  expect(sent).toEqual(['SMS', 'EMAIL', 'INAPP'].map((channel) => ({ id: '7', channel })))
})
