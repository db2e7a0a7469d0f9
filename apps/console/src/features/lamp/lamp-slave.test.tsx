import type { LampSlaveRow } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { clearSession, useSession } from '../../lib/access/session.ts'
import { queryClient } from '../../lib/api/query.ts'
import { startTexts } from '../../lib/text/text.ts'
import { LampSlaveScreen } from './lamp-slave.screen.tsx'

const row = (id: string, more: object) => ({
  id,
  version: 0,
  name: `灯-${id}`,
  deviceNo: `L-${id}`,
  deptId: '1',
  masterId: '9',
  masterIdName: '东路集中器',
  status: 'ONLINE',
  reportIntervalS: 300,
  lastSeenTime: new Date().toISOString(),
  commands: [{ code: 'ON' }, { code: 'OFF' }],
  poleNo: `P-${id}`,
  loopNo: '东-1',
  ...more,
})
const ROWS = [
  row('1', { lampOn: true, dim: 80, voltage: 221.5, power: 96.2, todayLitH: 3.25, faulty: false }),
  row('2', { lampOn: false, dim: 0, voltage: 220.1, power: 0.4, todayLitH: null, faulty: true }),
]
let requests: string[]

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  useSession.setState({ roles: ['command:send', 'device:list'] })
  requests = []
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(url)
    const list = url.includes('lampSlave/page') ? ROWS : []
    const data = { list, total: list.length, page: 1, limit: 20 }
    return new Response(JSON.stringify({ code: 0, message: 'ok', data }))
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  clearSession()
  vi.unstubAllGlobals()
})

function shown(commands: Parameters<typeof LampSlaveScreen>[0]['commands'] = null) {
  render(
    <MemoryRouter initialEntries={['/lamp/slave']}>
      <QueryClientProvider client={queryClient}>
        <LampSlaveScreen
          panel={(id) => <p>panel of {id}</p>}
          batch={(rows) => <p>chosen {rows.length}</p>}
          commands={commands}
        />
      </QueryClientProvider>
    </MemoryRouter>,
  )
}

test('a lamp shows its pole, its loop, whether it burns, and how long it did today', async () => {
  shown()
  const line = (await screen.findByText('灯-1')).closest('tr')!
  for (const text of ['P-1', '东-1', '东路集中器', '亮', '80', '221.5', '96.2', '3.25'])
    expect(line.textContent).toContain(text)
  const dark = screen.getByText('灯-2').closest('tr')!
  expect(within(dark).getByText('灭')).toBeDefined()
  expect(within(dark).getByText('有故障')).toBeDefined()
})

test('the chosen lamps are handed to the batch, and a row turns its lamp on at once', async () => {
  const asked: [string, string][] = []
  const request = (code: string, { id }: LampSlaveRow) => void asked.push([code, id])
  shown({ because: () => null, request })
  const line = (await screen.findByText('灯-1')).closest('tr')!
  await userEvent.click(within(line).getByRole('checkbox'))
  expect(await screen.findByText('chosen 1')).toBeDefined()
  await userEvent.click(within(line).getByRole('button', { name: '灯-1的更多操作' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: '开灯' }))
  expect(asked).toEqual([['ON', '1']])
})

test('the controls of one lamp open beside the list', async () => {
  shown()
  const line = (await screen.findByText('灯-2')).closest('tr')!
  await userEvent.click(within(line).getByRole('button', { name: '控制' }))
  expect(await screen.findByText('panel of 2')).toBeDefined()
})
