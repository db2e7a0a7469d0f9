import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { clearSession, useSession } from '../../../lib/access/session.ts'
import { queryClient } from '../../../lib/api/query.ts'
import { startTexts } from '../../../lib/text/text.ts'
import { IssueOperatorKey } from './issue-operator-key.tsx'

const plain = { params: {}, danger: 'NONE', absolute: true, target: null, repeatsOthers: false }
const command = (code: string, name: string, danger = 'NONE') => ({ ...plain, code, name: [name, code], danger })
const DEVICES = [
  { id: '12', version: 0, deviceNo: 'V-1', name: '阀1', commands: [command('OPEN', '开'), command('CLOSE', '关')] },
  {
    id: '13',
    version: 0,
    deviceNo: 'V-2',
    name: '阀2',
    commands: [command('OPEN', '开'), command('CLOSE', '关', 'DOUBLE'), command('STOP', '停')],
  },
]

let sent: Record<string, unknown>[]

configure({ asyncUtilTimeout: 8000 })
beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  sent = []
  useSession.setState({ phase: 'ready', token: 't', roles: ['operatorKey:issue', 'device:list'] })
  vi.stubGlobal('fetch', async (url: string, init?: { body?: string }) => {
    const { pathname, searchParams } = new URL(url, 'http://here')
    if (pathname.includes('operatorKey/issue')) {
      sent.push(JSON.parse(init?.body ?? '{}') as Record<string, unknown>)
      const data = { id: '1', key: 'ABCD-EFGH', expireTime: '2026-08-03T01:00:00Z' }
      return Response.json({ code: 0, message: '', data })
    }
    const page = { list: DEVICES, total: 2, page: 1, limit: 50 }
    const row = DEVICES.find(({ id }) => id === searchParams.get('id'))
    return Response.json({ code: 0, message: '', data: pathname.includes('device/get') ? row : page })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  clearSession()
  vi.unstubAllGlobals()
})

const pick = async (text: string) =>
  userEvent.click(await screen.findByText(text, { selector: '.ant-select-item-option-content' }))

test('a key is issued for several devices, with the commands that none of them needs a session for', async () => {
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <IssueOperatorKey onClose={() => undefined} />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  await userEvent.type(await screen.findByRole('textbox', { name: '给谁用' }), '老王')
  await userEvent.click(screen.getByRole('combobox', { name: '设备' }))
  await pick('阀1')
  await pick('阀2')
  await userEvent.click(screen.getByRole('combobox', { name: '指令' }))
  // What the first one takes and the second does not, and the other way round; closing needs a session for one of them.
  const words = () =>
    [...document.querySelectorAll('.ant-select-item-option-content')].map(({ textContent }) => textContent)
  await waitFor(() => expect(words().filter((word) => !word?.startsWith('阀'))).toHaveLength(2))
  for (const option of words().filter((word) => !word?.startsWith('阀'))) await pick(option!)
  await userEvent.click(screen.getByRole('button', { name: '确定' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ name: '老王', deviceIds: ['12', '13'], codes: ['OPEN', 'STOP'] })
  expect(await screen.findByText(/ABCD-EFGH/)).toBeTruthy()
})
