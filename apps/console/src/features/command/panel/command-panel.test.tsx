import type { CommandDef } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetCommands } from '../../../domain/command/commands.ts'
import { clearSession, useSession } from '../../../lib/access/session.ts'
import { queryClient } from '../../../lib/api/query.ts'
import { forgetToasts } from '../../../lib/page/toast.ts'
import { startTexts } from '../../../lib/text/text.ts'
import { madeDevice, madeState } from '../command.fixture.ts'
import { useControlLoading } from '../send.ts'
import { CommandPanel, commandsBesides } from './command-panel.tsx'
import { hasControls } from './device-panel.tsx'

const plain = { params: {}, danger: 'NONE', absolute: true, repeatsOthers: false } as const
const START: CommandDef = {
  ...plain,
  code: 'START',
  name: ['启动', 'Start'],
  danger: 'CONFIRM',
  target: { metric: 'pumpState', equals: 'RUN' },
}
const STOP: CommandDef = { ...plain, code: 'STOP', target: { metric: 'pumpState', equals: 'STOP' } }
const DIM: CommandDef = {
  ...plain,
  code: 'DIM',
  name: ['调光', 'Dim'],
  params: { level: { kind: 'integer', label: ['亮度', 'Brightness'], required: true, min: 0, max: 100, unit: '%' } },
  target: { metric: 'dim', param: 'level' },
}
const READ: CommandDef = { ...plain, code: 'READ', target: null }
const OPEN: CommandDef = { ...plain, code: 'OPEN', target: { opening: 100 } }

let sent: Record<string, unknown>[]
let status: 'ONLINE' | 'OFFLINE'

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  useSession.setState({ roles: ['command:send', 'command:list'] })
  sent = []
  status = 'ONLINE'
  vi.stubGlobal('fetch', async (url: string, init?: { body?: string }) => {
    const name = url.split('?')[0]!.split('/').slice(-2).join('/')
    const answers: Record<string, () => unknown> = {
      'device/get': () => madeDevice([START, STOP, DIM, READ]),
      'device/latest': () => madeState({ status }, { pumpState: 'STOP' }),
      'command/page': () => ({ list: [], total: 0, page: 1, limit: 50 }),
      'command/preview': () => ({ code: 'START', danger: 'CONFIRM', refused: null, repeats: [], reportedTime: null }),
      'command/send': () => {
        sent.push(JSON.parse(init?.body ?? '{}') as Record<string, unknown>)
        return { commandId: '9', status: 'ACKNOWLEDGED' }
      },
    }
    return new Response(JSON.stringify({ code: 0, message: 'ok', data: answers[name]?.() ?? null }))
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  forgetCommands()
  forgetToasts()
  clearSession()
  useControlLoading.setState({ running: {} })
  vi.unstubAllGlobals()
})

async function shown() {
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <CommandPanel deviceId="12" />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  return screen.findByRole('region', { name: /^指令：/ })
}

describe('the panel of a product’s own commands', () => {
  test('has a button for each, by its name, and sends at once what needs no yes', async () => {
    const panel = await shown()
    await userEvent.click(within(panel).getByRole('button', { name: /停止/ }))
    await vi.waitFor(() => expect(sent).toMatchObject([{ deviceId: '12', code: 'STOP', params: {} }]))
    expect(within(panel).getByRole('button', { name: '启动…' })).toBeDefined()
  })

  test('asks before what its product calls dangerous, and says from what to what', async () => {
    const panel = await shown()
    await userEvent.click(within(panel).getByRole('button', { name: '启动…' }))
    expect(sent).toEqual([])
    const dialog = await screen.findByTestId('confirm-command')
    expect(dialog.textContent).toContain('STOP → 启动')
    const yes = within(dialog).getByTestId('confirm-send')
    await vi.waitFor(() => expect(yes).toHaveProperty('disabled', false))
    await userEvent.click(yes)
    await vi.waitFor(() => expect(sent).toMatchObject([{ code: 'START' }]))
  })

  test('takes a parameter in its unit, and sends nothing without it', async () => {
    const panel = await shown()
    const dim = within(panel).getByRole('button', { name: '调光' })
    expect(dim).toHaveProperty('disabled', true)
    await userEvent.type(within(panel).getByLabelText(/亮度/), '40')
    await userEvent.click(dim)
    await vi.waitFor(() => expect(sent).toMatchObject([{ code: 'DIM', params: { level: 40 } }]))
  })

  test('says why nothing can be sent to a device that is offline', async () => {
    status = 'OFFLINE'
    const panel = await shown()
    expect(within(panel).getByText('设备离线')).toBeDefined()
    expect(within(panel).getByRole('button', { name: /停止/ })).toHaveProperty('disabled', true)
  })

  test('is there for what no valve’s panel shows, and not for a station that is only read', () => {
    const codes = (commands: CommandDef[]) => commandsBesides({ commands }).map(({ code }) => code)
    expect(codes([OPEN, STOP, READ])).toEqual([])
    expect(codes([OPEN, DIM, READ])).toEqual(['DIM'])
    expect(hasControls({ commands: [READ] })).toBe(false)
    expect(hasControls({ commands: [OPEN] })).toBe(true)
    expect(hasControls({ commands: [DIM, READ] })).toBe(true)
  })
})
