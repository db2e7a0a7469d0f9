import type { Command } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { forgetCommands, keepCommands } from '../../domain/command/commands.ts'
import { useSession } from '../../lib/access/session.ts'
import { queryClient } from '../../lib/api/query.ts'
import { startTexts } from '../../lib/text/text.ts'
import { madeCommand } from './command.fixture.ts'
import { RecentCommands } from './recent-commands.tsx'

let ledger: Command[] = []
let total = 0
let asked: URLSearchParams[] = []

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  ledger = [
    madeCommand({ id: '2', cmdNo: 'C2', code: 'SET_OPENING', params: { opening: 65 }, status: 'QUEUED' }),
    madeCommand({ id: '1', cmdNo: 'C1', code: 'OPEN', status: 'EXECUTED', after: { opening: 100, valveState: null } }),
  ]
  total = 2
  asked = []
  useSession.setState({ phase: 'ready', token: 't', roles: ['command:list', 'command:send'] })
  vi.stubGlobal('fetch', (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://here')
    const isPage = pathname.endsWith('/command/page')
    if (isPage) asked.push(searchParams)
    const data = isPage ? { list: ledger, total, page: 1, limit: 5 } : { ...ledger[0], attemptList: [] }
    return Promise.resolve(Response.json({ code: 0, message: '', data }))
  })
})
afterEach(() => {
  cleanup()
  forgetCommands()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function show() {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <RecentCommands deviceId="12" />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return screen.findByRole('region', { name: '指令台账' })
}

test('the newest commands of the device with what became of them, and a link to all', async () => {
  const part = await show()
  const rows = await within(part).findAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('设定开度 65 %'),
    expect.stringMatching(/^全开.*已确认.*100 %$/),
  ])
  expect([asked[0]?.get('deviceId'), asked[0]?.get('limit')]).toEqual(['12', '5'])
  const all = within(part).getByRole('link', { name: '全部' })
  expect(all.getAttribute('href')).toBe('/device/detail/12?tab=commands')
  act(() => keepCommands([{ ...ledger[0]!, status: 'FAILED', version: 9 } as Command], Date.now() + 1000))
  expect(await within(part).findByText(/失败/)).toBeTruthy()
})

test('where there are more, the link says how many', async () => {
  total = 31
  const part = await show()
  expect(await within(part).findByRole('link', { name: '全部 31 条' })).toBeTruthy()
})

test('one opens with its steps and transmissions', async () => {
  const part = await show()
  await userEvent.click(await within(part).findByRole('button', { name: '设定开度 65 %' }))
  expect((await screen.findByRole('dialog')).textContent).toContain('C2')
})

test('without any it says so', async () => {
  ledger = []
  total = 0
  const part = await show()
  expect(await within(part).findByText('没有指令')).toBeTruthy()
})
