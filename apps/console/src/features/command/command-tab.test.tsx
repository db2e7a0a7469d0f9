import type { Command } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { forgetCommands, keepCommands } from '../../domain/command/commands.ts'
import { queryClient } from '../../lib/api/query.ts'
import { useSession } from '../../lib/access/session.ts'
import { startTexts } from '../../lib/text/text.ts'
import { forgetToasts } from '../../lib/page/toast.ts'
import { madeCommand } from './command.fixture.ts'
import { CommandTab } from './command-tab.tsx'

let asked: { path: string; query: Record<string, string>; body: Record<string, unknown> }[] = []
let ledger: Command[] = []

// Tables are slow to draw without a browser, even more on a busy machine.
configure({ asyncUtilTimeout: 8000 })
beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  asked = []
  ledger = [
    madeCommand({ id: '2', cmdNo: 'C00000002', code: 'SET_OPENING', params: { opening: 65 }, status: 'QUEUED' }),
    madeCommand({
      id: '1',
      cmdNo: 'C00000001',
      code: 'OPEN',
      status: 'EXECUTED',
      after: { opening: 100, valveState: null },
    }),
  ]
  useSession.setState({
    phase: 'ready',
    token: 't',
    roles: ['command:list', 'command:send', 'command:cancel', 'command:export'],
  })
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(url, 'http://here')
    const body = JSON.parse(String(init.body ?? '{}')) as Record<string, unknown>
    asked.push({ path: pathname, query: Object.fromEntries(searchParams), body })
    return Promise.resolve(Response.json({ code: 0, message: '', data: answer(pathname) }))
  })
})
afterEach(() => {
  cleanup()
  forgetToasts()
  forgetCommands()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function answer(path: string): unknown {
  if (path.endsWith('/command/page')) return { list: ledger, total: ledger.length, page: 1, limit: 20 }
  if (path.endsWith('/command/get')) return { ...ledger[0], attemptList: [] }
  if (path.endsWith('/export')) return { jobId: '1' }
  return path.endsWith('/preference/get') ? null : []
}

function Address() {
  return <output data-testid="address">{useLocation().search}</output>
}
const address = () => screen.getByTestId('address').textContent
const pages = () => asked.filter(({ path }) => path.endsWith('/command/page'))
const rowOf = (cmdNo: string) => screen.getByRole('button', { name: cmdNo }).closest('tr')!

async function open(search = '?tab=commands') {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[`/device/detail/12${search}`]}>
        <CommandTab deviceId="12" codes={['OPEN', 'SET_OPENING']} />
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByText('设定开度 65 %')
  return userEvent.setup()
}

test('the list is always about the device, and the address keeps the tab beside search and sort', async () => {
  const user = await open('?tab=commands&status=QUEUED')
  expect(pages().at(-1)?.query).toEqual({ page: '1', limit: '20', status: 'QUEUED', deviceId: '12' })
  await user.click(document.querySelector('thead [data-column="createTime"]')!)
  await waitFor(() => expect(pages().at(-1)?.query).toMatchObject({ sort: 'createTime', order: 'asc', deviceId: '12' }))
  expect(address()).toBe('?tab=commands&status=QUEUED&sort=createTime&order=asc')
  expect(document.querySelectorAll('thead .ant-table-column-has-sorters')).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: '重置' }))
  await waitFor(() => expect(address()).toBe('?tab=commands'))
  expect(pages().at(-1)?.query).toEqual({ page: '1', limit: '20', deviceId: '12' })
})

test('a time range filters it, and only the device’s commands are offered', async () => {
  const user = await open()
  await user.click(screen.getByRole('button', { name: '最近7天' }))
  await waitFor(() => expect(pages().at(-1)?.query['startTime']).toBeDefined())
  expect(address()).toBe('?tab=commands&days=7')
  await user.click(screen.getByRole('combobox', { name: '指令' }))
  const options = [...document.querySelectorAll('.ant-select-item-option-content')].map(
    ({ textContent }) => textContent,
  )
  expect(options).toEqual(['全开', '设定开度'])
})

test('a step from the live channel is drawn at once, and a new command fetches the page again', async () => {
  await open()
  expect(rowOf('C00000002').textContent).toContain('待确认')
  const before = pages().length
  act(() => keepCommands([{ ...ledger[0]!, status: 'FAILED', resultCode: 'NAK' }], Date.now()))
  expect(rowOf('C00000002').textContent).toContain('设备拒绝')
  expect(pages()).toHaveLength(before)
  ledger = [madeCommand({ id: '3', cmdNo: 'C00000003', code: 'CLOSE', deviceId: '12' }), ...ledger]
  act(() => keepCommands([ledger[0]!], Date.now()))
  await screen.findByRole('button', { name: 'C00000003' })
})

test('a row expands to its attempts; a waiting command can be cancelled, an ended one sent again', async () => {
  const user = await open()
  const actions = (cmdNo: string) =>
    [...rowOf(cmdNo).querySelectorAll('.actions button')].map(({ textContent }) => textContent)
  expect([actions('C00000002'), actions('C00000001')]).toEqual([
    ['详情', '取消'],
    ['详情', '重发'],
  ])
  rowOf('C00000002').focus()
  await user.keyboard('{Enter}')
  expect(await screen.findByText('尚未下发')).toBeTruthy()
})

test('an export sends the search of this device, with the extra fields that its cells show', async () => {
  const user = await open('?tab=commands&code=OPEN')
  await user.click(screen.getByTestId('export-button'))
  await user.click(screen.getByRole('menuitem', { name: '导出全部结果（CSV）' }))
  const sent = await waitFor(() => asked.find(({ path }) => path === '/valve/v1/command/export')!.body)
  expect(sent).toMatchObject({ format: 'csv', deviceId: '12', code: 'OPEN' })
  const columns = 'cmdNo code targetOpening source operatorName status createTime elapsedS attempts resultCode'
  expect(sent['columns']).toEqual([...columns.split(' '), 'reachedOpening'])
  expect(sent['words']).toMatchObject({ title: '指令台账', values: { 'command.OPEN': '全开' } })
})

test('users who may only read are offered no action and no export', async () => {
  useSession.setState({ roles: ['command:list'] })
  await open()
  expect(screen.queryByTestId('export-button')).toBeNull()
  expect(screen.queryByRole('button', { name: '取消' })).toBeNull()
  expect(screen.queryByRole('button', { name: '重发' })).toBeNull()
})
