import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { forgetCommands } from '../../domain/command/commands.ts'
import { queryClient } from '../../lib/api/query.ts'
import { useSession } from '../../lib/access/session.ts'
import { startTexts } from '../../lib/text/text.ts'
import { madeCommand } from './command.fixture.ts'
import CommandLedgerScreen from './command-ledger.screen.tsx'
import { nightSince } from './night.rules.ts'

let asked: Record<string, string>[] = []

configure({ asyncUtilTimeout: 8000 })
beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  asked = []
  useSession.setState({ phase: 'ready', token: 't', roles: ['command:list'], userInfo: { id: '9' } as never })
  vi.stubGlobal('fetch', (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://here')
    if (pathname.endsWith('/command/page')) asked.push(Object.fromEntries(searchParams))
    const list = [madeCommand({ id: '1', cmdNo: 'C00000001', code: 'CLOSE', status: 'TIMEOUT' })]
    const data = pathname.endsWith('/command/page') ? { list, total: 1, page: 1, limit: 20 } : null
    return Promise.resolve(Response.json({ code: 0, message: '', data }))
  })
})
afterEach(() => {
  cleanup()
  forgetCommands()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function Address() {
  return <output data-testid="address">{useLocation().search}</output>
}

async function open(search = '') {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[`/valve/ledger${search}`]}>
        <CommandLedgerScreen />
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByText('C00000001')
  return userEvent.setup()
}

test('lists the commands of all devices, each with its device', async () => {
  await open()
  const device = madeCommand({}).deviceId
  const link = screen.getByRole('link', { name: madeCommand({}).deviceName })
  expect(link.getAttribute('href')).toBe(`/device/detail/${device}`)
  expect(asked.at(-1)).not.toHaveProperty('deviceId')
})

test.each([
  ['未确认', { status: 'TIMEOUT' }],
  ['失败', { status: 'FAILED,EXPIRED' }],
  ['我下发的', { operatorId: '9' }],
])('%s is one press, and stands in the address; pressed again it is none', async (name, filters) => {
  const user = await open()
  const button = () => screen.getByRole('button', { name })
  await user.click(button())
  await waitFor(() => expect(asked.at(-1)).toMatchObject(filters))
  expect(button().getAttribute('aria-pressed')).toBe('true')
  expect(new URLSearchParams(screen.getByTestId('address').textContent)).toEqual(new URLSearchParams(filters))
  await user.click(button())
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe(''))
})

test('tonight begins at 18:00 of the place, until the next evening', async () => {
  useSession.setState({ userInfo: { id: '9', timeZone: 'Asia/Shanghai' } as never })
  expect(nightSince(Date.parse('2026-06-12T09:59:00Z'))).toBe('2026-06-11T10:00:00.000Z')
  expect(nightSince(Date.parse('2026-06-12T10:00:00Z'))).toBe('2026-06-12T10:00:00.000Z')
  const user = await open()
  await user.click(screen.getByRole('button', { name: '今晚' }))
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ startTime: nightSince(Date.now()) }))
})
