import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../lib/api/query.ts'
import { useSession } from '../../lib/access/session.ts'
import { startTexts } from '../../lib/text/text.ts'
import { MessageTab } from './message-tab.tsx'

let asked: { path: string; query: Record<string, string>; body: Record<string, unknown> }[] = []

const FRAME = {
  id: '5',
  ts: '2026-05-01T00:00:00.000Z',
  direction: 'UP',
  protocol: 'SL651',
  func: '4D',
  length: 3,
  result: 'BAD_KIND',
  badValues: {
    named: [
      { key: 'totalVolume', fault: 'NOT_NUMBER' },
      { key: 'outletPressure.2', fault: 'OUT_OF_RANGE' },
    ],
    more: 3,
  },
  hex: '7E7E01',
  decoded: { serial: 417 },
}

let frames: object[] = []

// Tables are slow to draw without a browser, even more on a busy machine.
configure({ asyncUtilTimeout: 8000 })
beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  asked = []
  frames = [FRAME]
  useSession.setState({ phase: 'ready', token: 't', roles: ['device:message', 'message:export'] })
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(url, 'http://here')
    const body = JSON.parse(String(init.body ?? '{}')) as Record<string, unknown>
    asked.push({ path: pathname, query: Object.fromEntries(searchParams), body })
    return Promise.resolve(Response.json({ code: 0, message: '', data: answer(pathname) }))
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function answer(path: string): unknown {
  if (path.endsWith('/messages')) return { list: frames, total: frames.length, page: 1, limit: 20 }
  if (path.endsWith('/export')) return { jobId: '1' }
  return path.endsWith('/preference/get') ? null : []
}

async function open(search = '') {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[`/device/detail/12${search}`]}>
        <MessageTab deviceId="12" />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findAllByText('阀门状态')
  return userEvent.setup()
}

test('a frame expands to its bytes and their meaning, by mouse and keyboard', async () => {
  const user = await open('?tab=messages&direction=UP')
  expect(asked.find(({ path }) => path === '/device/v1/device/messages')?.query).toEqual({
    page: '1',
    limit: '20',
    direction: 'UP',
    deviceId: '12',
  })
  await user.click(screen.getByText('阀门状态'))
  expect(await screen.findByText('417')).toBeTruthy()
  expect(screen.getByText('数值类型错误')).toBeTruthy()
  const why = screen.getByTestId('bad-values').textContent
  expect(why).toContain('累计水量 不是数字 · 阀后压力 2 超出量程，另有 3 项')
  const row = screen.getByText('阀门状态').closest('tr')!
  const unfolded = () => document.querySelector<HTMLElement>('.ant-table-expanded-row')?.style.display !== 'none'
  expect(unfolded()).toBe(true)
  row.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(unfolded()).toBe(false))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(unfolded()).toBe(true))
})

test('an export has the frames of this device with the texts of their functions', async () => {
  const user = await open('?tab=messages&result=OK')
  await user.click(screen.getByTestId('export-button'))
  await user.click(screen.getByRole('menuitem', { name: '导出全部结果（XLSX）' }))
  const sent = await waitFor(() => asked.find(({ path }) => path === '/device/v1/message/export')!.body)
  expect(sent).toMatchObject({ format: 'xlsx', deviceId: '12', result: 'OK' })
  expect(sent['words']).toMatchObject({
    title: '报文',
    values: { 'func.SL651.4D.UP': '阀门状态', 'verdict.OK': '正常' },
  })
})

test('a row of a JSON message shows the beginning of its text, any other the beginning of its bytes', async () => {
  const hexOf = (text: string) =>
    [...new TextEncoder().encode(text)].map((b) => b.toString(16).padStart(2, '0')).join('')
  const row = (id: string, hex: string) => ({ ...FRAME, id, hex, badValues: { named: [], more: 0 } })
  const json = JSON.stringify({ opening: 40, remark: '长'.repeat(80) })
  frames = [row('1', hexOf(`v1/devices/me/telemetry\0${json}`)), row('2', '7E7E01'), row('3', hexOf('t\0{"a":\n 1}'))]
  await open()
  const lines = () => [...document.querySelectorAll('.hex-line')].map(({ textContent }) => textContent)
  await waitFor(() => expect(lines()).toHaveLength(3))
  expect(lines()).toEqual([`${json.slice(0, 64)}…`, '7E7E01', '{"a": 1}'])
})
