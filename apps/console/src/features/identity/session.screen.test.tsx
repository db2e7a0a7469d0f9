import type { OnlineSession } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../lib/api/query.ts'
import { useSession } from '../../lib/access/session.ts'
import { startTexts } from '../../lib/text/text.ts'
import { AskHost } from '../../parts/overlay/ask-host.tsx'
import SessionScreen from './session.screen.tsx'

const one: OnlineSession = {
  id: 's1',
  own: false,
  username: 'liwenqu',
  nickName: '李文渠',
  deptName: '清河县水务局',
  ip: '10.0.0.8',
  userAgent: 'node',
  platform: 'web',
  createTime: '2026-08-03T01:00:00Z',
  lastSeenTime: '2026-08-03T02:00:00Z',
}
const own: OnlineSession = { ...one, id: 's2', own: true, username: 'wangguan', nickName: '王管' }

beforeAll(() => startTexts('zh-CN'))
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

let asked: { path: string; query: Record<string, string>; body: Record<string, unknown> }[] = []
beforeEach(() => {
  asked = []
  useSession.setState({ phase: 'ready', token: 't', roles: ['session:list', 'session:kick', 'session:export'] })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const { pathname: path, searchParams } = new URL(url, 'http://here')
    const query = Object.fromEntries(searchParams)
    asked.push({ path, query, body: JSON.parse(String(init.body ?? '{}')) as Record<string, unknown> })
    return Response.json({ code: 0, message: '', data: answer(path, query) })
  })
})

function answer(path: string, query: Record<string, string>): unknown {
  if (path.endsWith('/session/page')) {
    const list = [own, one].filter(({ username }) => username.includes(query['keyword'] ?? ''))
    return { list, total: list.length, page: 1, limit: 20 }
  }
  if (path.endsWith('/export')) return { jobId: '1' }
  return path.endsWith('/preference/get') ? null : []
}

async function open(search = '') {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[`/admin/session${search}`]}>
        <SessionScreen />
        <AskHost />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByText('在线会话')
  return userEvent.setup()
}

test('clearing the filters empties the field too, and shows all sessions again', async () => {
  const user = await open('?keyword=nobody')
  await user.click(await screen.findByText('清除条件'))
  await screen.findByText('李文渠')
  expect(screen.getByPlaceholderText<HTMLInputElement>('用户名 / 姓名 / 地址').value).toBe('')
})

test('the user’s own session is marked and cannot be ended; another can, after a question', async () => {
  const user = await open()
  const row = async (name: string) => within((await screen.findByText(name)).closest('tr')!)
  const mine = (await row('王管')).getByRole<HTMLButtonElement>('button', { name: '强制下线' })
  expect((await row('王管')).getByText('本次登录')).toBeTruthy()
  expect([mine.disabled, mine.title]).toEqual([true, '请使用「退出登录」'])
  await user.click((await row('李文渠')).getByRole('button', { name: '强制下线' }))
  const question = within(await screen.findByRole('dialog'))
  expect(asked.some(({ path }) => path.endsWith('/kick'))).toBe(false)
  await user.click(question.getByRole('button', { name: '强制下线' }))
  await waitFor(() => expect(asked.find(({ path }) => path.endsWith('/kick'))?.body).toEqual({ id: 's1' }))
})

test('the server sorts, and an export has the username that is shown below the name', async () => {
  const user = await open()
  await screen.findByText('李文渠')
  await user.click(document.querySelector('thead [data-column="createTime"]')!)
  await waitFor(() => expect(asked.at(-1)?.query).toMatchObject({ sort: 'createTime', order: 'asc' }))
  await user.click(screen.getByTestId('export-button'))
  await user.click(screen.getByRole('menuitem', { name: '导出全部结果（CSV）' }))
  const sent = await waitFor(() => asked.find(({ path }) => path === '/security/v1/session/export')!.body)
  expect(sent).toMatchObject({ format: 'csv', sort: 'createTime', words: { title: '在线会话' } })
  expect((sent['columns'] as string[]).slice(0, 2)).toEqual(['nickName', 'username'])
})
