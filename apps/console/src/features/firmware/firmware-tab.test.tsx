import type { DeviceRow } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../lib/access/session.ts'
import { queryClient } from '../../lib/api/query.ts'
import { startTexts } from '../../lib/text/text.ts'
import { FirmwareTab } from './firmware-tab.tsx'

const ATTEMPT = {
  id: '3',
  version: 0,
  deviceId: '7',
  deviceIdName: '东干渠-16#阀',
  rolloutId: '2',
  rolloutIdName: '秋季升级',
  firmware: 'valve 2.0',
  wave: 1,
  state: 'FAILED',
  percent: 100,
  reason: 'OTHER_VERSION',
  currentVersion: '1.9',
  offerTime: '2026-06-18T06:10:33.000Z',
  changeTime: '2026-06-18T06:20:33.000Z',
}
const RUNNING = { ...ATTEMPT, id: '4', rolloutId: '5', rolloutIdName: '冬季升级', firmware: 'valve 2.1', percent: 40 }
/** What the device said, and whether a roll-out has it. */
let said: Record<string, unknown> = {}
let isUnderWay = false

configure({ asyncUtilTimeout: 8000 })
beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  said = {}
  isUnderWay = false
  useSession.setState({ phase: 'ready', token: 't', roles: ['firmwareDevice:list'] })
  vi.stubGlobal('fetch', (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://here')
    const isOpenAsked = searchParams.get('state')?.includes('DOWNLOADING') === true
    const open = isUnderWay ? [{ ...RUNNING, state: 'DOWNLOADING', reason: null }] : []
    const state = {
      deviceId: searchParams.get('deviceId'),
      deptId: '1',
      status: 'ONLINE',
      offlineCause: null,
      lastSeenTime: null,
      faults: [],
    }
    const data = pathname.endsWith('/latest')
      ? { ...state, values: said }
      : { list: isOpenAsked ? open : [ATTEMPT], total: 1, page: 1, limit: 20 }
    return Promise.resolve(Response.json({ code: 0, message: '', data }))
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function show(id = '7') {
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <FirmwareTab device={{ id } as DeviceRow} />
      </QueryClientProvider>
    </MemoryRouter>,
  )
}
const card = () => screen.getByRole('region', { name: '固件' })

test('says what the device runs in its own words, what is on its way, and why an attempt failed', async () => {
  const reading = (v: string) => ({ v, ts: '2026-06-18T06:00:00.000Z', q: 'GOOD' })
  said = { current_fw_title: reading('valve'), current_fw_version: reading('1.9') }
  isUnderWay = true
  show()
  expect(await screen.findByText('valve 1.9')).toBeTruthy()
  await waitFor(() => expect(card().textContent).toContain('valve 2.1'))
  expect(card().textContent).toContain('下载中')
  expect(card().textContent).toContain('40')
  expect(card().textContent).toContain('冬季升级')
  const [row] = await screen.findAllByText('安装后上报的版本不符')
  expect(row?.closest('tr')?.textContent).toContain('valve 2.0')
})

test('a device that never said its version, and that no roll-out has, says so', async () => {
  show('8')
  expect(await screen.findByText('设备还没有上报版本')).toBeTruthy()
  expect(await screen.findByText('没有进行中的升级')).toBeTruthy()
})
