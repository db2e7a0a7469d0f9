import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/api/query.ts'
import { useSession } from '../../../lib/access/session.ts'
import { DetailAddresses } from '../../../lib/page/detail-address.tsx'
import { startTexts } from '../../../lib/text/text.ts'
import FaultRecordScreen from './fault-record.screen.tsx'
import ValveAlarmScreen from './valve-alarm.screen.tsx'

let pages: Record<string, string>[] = []
const RECORD = {
  id: '4',
  version: 3,
  faultNo: 'F00000004',
  deviceId: '12',
  deviceName: '12#阀',
  deviceNo: 'V-12',
  deviceTypeCode: 'VALVE',
  deptIdName: '北站',
  code: 'P01',
  level: 2,
  firstTime: '2026-05-01T00:00:00.000Z',
  clearTime: '2026-05-01T01:30:00.000Z',
  lasted: 5400,
  takenName: '赵国强',
  response: 133,
  handleState: 'CLOSED',
  handleNote: '换了电池',
  valueAtStart: '状态字第 1 位 = 1',
  thresholdText: '应为 0',
}

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  pages = []
  useSession.setState({ phase: 'ready', token: 't', roles: ['fault:list'] })
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://here')
    const isPage = pathname === '/device/v1/faultRecord/page'
    if (isPage) pages.push(Object.fromEntries(searchParams))
    const data = isPage ? { list: [RECORD], total: 1, page: 1, limit: 20 } : pathname.endsWith('faultCount') ? 0 : null
    return Response.json({ code: 0, message: '', data })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function Address() {
  return <output data-testid="address">{useLocation().pathname}</output>
}

test('a record says how long a fault lasted and how soon it was taken, and leads to its page', async () => {
  const user = userEvent.setup()
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={['/fault/fault-record?takenName=赵']}>
        <DetailAddresses lists={{ fault: '/fault/fault-device' }}>
          <FaultRecordScreen />
        </DetailAddresses>
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const row = (await screen.findByText('F00000004')).closest('tr')!
  expect(pages.at(-1)).toMatchObject({ takenName: '赵' })
  for (const words of ['1 小时 30 分钟', '2 分钟 13 秒', '赵国强', '换了电池']) expect(row.textContent).toContain(words)
  row.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/fault/fault-device/4'))
})

test('what a figure led here by is shown as chips, each with a way out', async () => {
  const user = userEvent.setup()
  const search = new URLSearchParams({
    areaId: 'NONE',
    takenName: '"赵国强"',
    figures: 'REPEATED,OVER',
    explained: 'false',
  })
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[`/fault/fault-record?${search}`]}>
        <FaultRecordScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByText('F00000004')
  const chips = () => screen.getAllByRole('button', { name: /不再按/ }).map(({ textContent }) => textContent!.trim())
  expect(chips()).toEqual(['区域：没有', '处理人：赵国强', '连带故障：否', '计入：30 天内又坏、已恢复'])
  await user.click(screen.getByRole('button', { name: '不再按“区域：没有”筛选' }))
  await waitFor(() => expect(pages.at(-1)).not.toHaveProperty('areaId'))
  expect(pages.at(-1)).toMatchObject({ takenName: '"赵国强"', figures: 'REPEATED,OVER', explained: 'false' })
})

test('the alarm history of valves is the record of valves alone, with what was seen, under a title of its own', async () => {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={['/history/valve-alarm?deviceTypeCode=PUMP&level=2']}>
        <ValveAlarmScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const row = (await screen.findByText('12#阀')).closest('tr')!
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('阀门报警历史')
  expect(pages.at(-1)).toMatchObject({ deviceTypeCode: 'VALVE', level: '2' })
  for (const words of ['1 小时 30 分钟', '状态字第 1 位 = 1', '应为 0']) expect(row.textContent).toContain(words)
})
