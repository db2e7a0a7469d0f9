import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { clearSession, useSession } from '../../../lib/access/session.ts'
import { queryClient } from '../../../lib/api/query.ts'
import { startTexts } from '../../../lib/text/text.ts'
import { CommandForm } from './command-form.tsx'

const plain = { params: {}, danger: 'NONE', absolute: true, target: null, repeatsOthers: false }
const LAMP = {
  id: '12',
  version: 0,
  deviceNo: 'L-1',
  name: '路灯1',
  protocol: 'SL651',
  commands: [
    {
      ...plain,
      code: 'DIM',
      name: ['调光', 'Dim'],
      params: {
        level: { kind: 'integer', label: ['亮度', 'Brightness'], required: true, min: 0, max: 100, unit: '%' },
      },
    },
    {
      ...plain,
      code: 'MODE',
      name: ['模式', 'Mode'],
      params: {
        mode: { kind: 'enum', enumName: 'x', values: ['A', 'B'], words: { A: ['自动', 'Automatic'] }, required: true },
        night: { kind: 'boolean', label: ['夜间', 'At night'], required: true },
      },
    },
  ],
}

let sent: Record<string, unknown>[]

configure({ asyncUtilTimeout: 8000 })
beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', async (url: string, init?: { body?: string }) => {
    if (url.includes('command/send')) sent.push(JSON.parse(init?.body ?? '{}') as Record<string, unknown>)
    const page = { list: [LAMP], total: 1, page: 1, limit: 20 }
    const data = url.includes('device/get') ? LAMP : url.includes('device/page') ? page : null
    const answer = url.includes('command/send') ? { commandId: '9', status: 'ACKNOWLEDGED' } : data
    return Response.json({ code: 0, message: '', data: answer })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  clearSession()
  vi.unstubAllGlobals()
})

const draw = () =>
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <CommandForm />
      </QueryClientProvider>
    </MemoryRouter>,
  )

async function choose(label: string, option: string) {
  await userEvent.click(await screen.findByRole('combobox', { name: label }))
  await userEvent.click(await screen.findByText(option, { selector: '.ant-select-item-option-content' }))
}

const send = () => screen.getByTestId('cmd-send')

test('a command of the product has its name and a field for each parameter, and cannot be sent without them', async () => {
  useSession.setState({ phase: 'ready', token: 't', roles: ['netty:cmd:send', 'device:list'] })
  draw()
  await choose('设备', '路灯1')
  await choose('指令', '调光')
  expect(send()).toHaveProperty('disabled', true)
  expect(screen.getByText('请填写指令参数')).toBeTruthy()
  await userEvent.type(screen.getByRole('spinbutton', { name: /亮度/ }), '40')
  await userEvent.click(send())
  await waitFor(() => expect(sent).toMatchObject([{ deviceNo: 'L-1', code: 'DIM', params: { level: 40 } }]))
  // Another command begins without what was typed for this one; an untouched switch is sent as it is drawn, off.
  await choose('指令', '模式')
  expect(screen.queryByLabelText(/亮度/)).toBeNull()
  expect(send()).toHaveProperty('disabled', true)
  await choose('mode', '自动')
  await userEvent.click(send())
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ code: 'MODE', params: { mode: 'A', night: false } }))
  expect(sent.at(-1)!['params']).toEqual({ mode: 'A', night: false })
})

test('with a one-time key the opening of a valve is asked for', async () => {
  useSession.setState({ phase: 'ready', token: null, roles: [] })
  draw()
  await userEvent.type(screen.getByTestId('operator-key'), 'KEY')
  await userEvent.type(screen.getByPlaceholderText('设备编号'), 'V-1')
  await choose('指令', '设定开度')
  expect(send()).toHaveProperty('disabled', true)
  await userEvent.type(screen.getByRole('spinbutton', { name: /开度/ }), '65')
  await userEvent.click(send())
  await waitFor(() => expect(sent).toMatchObject([{ deviceNo: 'V-1', params: { opening: 65 } }]))
})
