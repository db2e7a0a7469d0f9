import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { setFaultNames } from '../../../domain/fault-names.ts'
import { useSession } from '../../../lib/access/session.ts'
import { queryClient } from '../../../lib/api/query.ts'
import { byName, startTexts } from '../../../lib/text/text.ts'
import { AskHost } from '../../../parts/overlay/ask-host.tsx'
import FaultCodeScreen from './fault-code.screen.tsx'

const code = (name: string, more: object) => ({
  id: name,
  version: 2,
  code: name,
  name: '电池欠压',
  chineseName: '电池欠压',
  englishName: 'Low battery',
  level: 2,
  category: 'POWER',
  source: 'DEVICE',
  deviceTypeCode: null,
  autoClear: true,
  push: true,
  enabled: true,
  cause: '电池老化',
  remedy: '量电压\n换电池',
  chineseCause: '电池老化',
  chineseRemedy: '量电压\n换电池',
  builtIn: true,
  used: false,
  ...more,
})
let codes: Record<string, unknown>[] = []
let sent: { path: string; body: Record<string, unknown> }[] = []

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  sent = []
  codes = [
    code('P01', {}),
    code('Q01', { name: '卡滞', chineseName: '卡滞', level: 4, builtIn: false, source: 'RULE' }),
  ]
  useSession.setState({ phase: 'ready', token: 't', roles: ['*', 'faultCode:list', 'faultCode:edit', 'faultCode:del'] })
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(url, 'http://here')
    if (init.method === 'POST')
      sent.push({ path: pathname, body: JSON.parse(String(init.body)) as Record<string, unknown> })
    const one = codes.find(({ id }) => id === searchParams.get('id'))
    const data = pathname.endsWith('/page')
      ? { list: codes, total: codes.length, page: 1, limit: 20 }
      : pathname.endsWith('/get') && pathname.includes('faultCode')
        ? one
        : null
    return Promise.resolve(Response.json({ code: 0, message: '', data }))
  })
})
afterEach(() => {
  cleanup()
  setFaultNames(null)
  queryClient.clear()
  vi.unstubAllGlobals()
})

async function open() {
  setFaultNames([])
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <FaultCodeScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByText('Q01')
  return userEvent.setup()
}
const rowOf = (id: string) => document.querySelector<HTMLElement>(`[data-row-key="${id}"]`)!

test('a code is shown with its level in words, its category, its source and its cause, and unfolds to the steps', async () => {
  const user = await open()
  for (const word of ['电池欠压', '一般', '供电', '设备上报', '电池老化']) within(rowOf('P01')).getByText(word)
  for (const word of ['卡滞', '紧急', '组合规则']) within(rowOf('Q01')).getByText(word)
  await user.click(within(rowOf('P01')).getByText('电池欠压'))
  const box = await screen.findByTestId('cause-remedy')
  expect([...box.querySelectorAll('li')].map((step) => step.textContent)).toEqual(['量电压', '换电池'])
  expect(byName('fault.Q01')).toBe('卡滞')
})

test('the code and source of a built-in one are not in its form, and its level is chosen by its word', async () => {
  const user = await open()
  const remove = within(rowOf('P01')).getByRole<HTMLButtonElement>('button', { name: '删除' })
  expect([remove.disabled, remove.title]).toEqual([true, '平台内置的代码不能删除，可以停用'])
  await user.click(within(rowOf('P01')).getByRole('button', { name: '修改' }))
  await screen.findByDisplayValue('电池欠压')
  expect([screen.queryByLabelText('代码'), screen.queryByLabelText('来源')]).toEqual([null, null])
  const name = screen.getByDisplayValue('电池欠压')
  await user.clear(name)
  await user.type(name, '电压低')
  await user.click(screen.getByRole('button', { name: '确定' }))
  await waitFor(() => expect(sent.at(-1)?.path).toMatch(/faultCode\/update$/))
  expect(sent.at(-1)?.body).toMatchObject({ id: 'P01', version: 2, chineseName: '电压低' })
})

test('its automatic action is switched on with a question in red, in a form of its own', async () => {
  const roles = ['faultCode:list', 'faultCode:auto']
  useSession.setState({ phase: 'ready', token: 't', roles })
  codes = [code('V09', { name: '阀后超压', autoAction: 'STEP_CLOSE', autoStepPct: 10, autoOn: false })]
  setFaultNames([])
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <FaultCodeScreen />
        <AskHost />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const user = userEvent.setup()
  await screen.findByText('关小 10% 未启用')
  await user.click(within(rowOf('V09')).getByRole('button', { name: '自动动作' }))
  const step = await screen.findByLabelText('关小幅度')
  await user.clear(step)
  await user.type(step, '15')
  await user.click(screen.getByRole('switch', { name: '启用自动动作' }))
  await user.click(screen.getByRole('button', { name: '确定' }))
  await screen.findByText(/每次发生「阀后超压」，平台都会不经人确认就下发：关小 15%/)
  expect(sent.some(({ path }) => path.endsWith('setAutoAction'))).toBe(false)
  await user.click(screen.getByRole('button', { name: '启用' }))
  await waitFor(() => expect(sent.at(-1)?.path).toMatch(/faultCode\/setAutoAction$/))
  expect(sent.at(-1)?.body).toEqual({ id: 'V09', version: 2, action: 'STEP_CLOSE', stepPct: 15, on: true })
})
