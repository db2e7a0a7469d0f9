import type { DeviceRow, DeviceState } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link, MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../../lib/access/session.ts'
import { queryClient } from '../../../lib/api/query.ts'
import { startTexts } from '../../../lib/text/text.ts'
import { HistoryTab } from './history-tab.tsx'

const ts = '2026-05-01T00:00:00.000Z'
const device = { id: '7', name: '阀', productId: '3' } as DeviceRow
const state = { deviceId: '7', values: { flow: { v: 1, ts, q: 'GOOD' } }, faults: [] } as unknown as DeviceState
let fails = false

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  fails = false
  useSession.setState({ phase: 'ready', token: 't', roles: ['device:list'] })
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname } = new URL(url, 'http://here')
    if (!pathname.endsWith('/history'))
      return Response.json({ code: 0, message: '', data: pathname.endsWith('/get') ? null : [] })
    if (fails) return Response.json({ code: 500, message: 'the store is away', data: null })
    return Response.json({
      code: 0,
      message: '',
      data: { bucket: 'RAW', series: { flow: [{ t: ts, v: 1, q: 'GOOD' }] } },
    })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function open(search = '?view=table'): void {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[`/${search}`]}>
        <HistoryTab device={device} state={state} useMarks={() => ({ asked: [], happenings: [] })} />
        <Link to="/?view=table&metrics=">none</Link>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test('without a chosen metric it says once that there is nothing, also after one was shown', async () => {
  open()
  await screen.findByRole('table')
  await userEvent.click(screen.getByRole('link', { name: 'none' }))
  expect(screen.getAllByText('该时段没有数据')).toHaveLength(1)
  expect(screen.queryByRole('table')).toBeNull()
})

test('without a chosen metric from the start it says so too', async () => {
  open('?metrics=')
  expect(await screen.findAllByText('该时段没有数据')).toHaveLength(1)
})

test('a range that cannot be read says why', async () => {
  fails = true
  open()
  await screen.findByText('the store is away')
  expect(screen.queryByRole('table')).toBeNull()
})
