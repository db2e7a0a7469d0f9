import type { DeviceMap, DevicesAt, MapEvents } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { waitingAnswer } from '../../../domain/waiting/waiting.fixture.ts'
import { queryClient } from '../../../lib/api/query.ts'
import { useSession } from '../../../lib/access/session.ts'
import { startTexts } from '../../../lib/text/text.ts'
import { Dashboard } from '../dashboard.screen.tsx'
import { closeMap, replaceMapMaker } from '../canvas/map-host.ts'
import { paperMap } from '../canvas/paper-map.fixture.ts'
import { devices, forgetMapState, select, useMap } from '../map-state.ts'

const user = userEvent.setup()
/** The moments that were asked for. */
let asked: string[] = []
const MINUTE_MS = 60_000
/** Taken once: the minute may end while a test runs. */
const THIS_MINUTE = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
const minutesAgo = (n: number) => new Date(THIS_MINUTE - n * MINUTE_MS).toISOString()

const NOW: DeviceMap = {
  time: '',
  ids: ['7'],
  names: ['七号阀'],
  deviceNos: ['Q-7'],
  types: ['VALVE'],
  productIds: ['1'],
  deptIds: ['1'],
  masterIds: [null],
  lngs: [116.4],
  lats: [37],
  status: [1],
  levels: [0],
  flags: [0],
  seen: [null],
}
const then = (): DevicesAt => ({
  time: '',
  ids: ['7'],
  status: [2],
  levels: [3],
  flags: [0],
  seen: [1],
  openings: [20],
})
const events = (): MapEvents => ({
  commands: [
    { id: '1', deviceId: '7', deviceName: '七号阀', code: 'OPEN', status: 'EXECUTED', createTime: minutesAgo(180) },
  ],
  faults: [
    {
      id: '2',
      deviceId: '7',
      deviceName: '七号阀',
      code: 'S01',
      level: 3,
      firstTime: minutesAgo(120),
      clearTime: null,
    },
  ],
})

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  window.innerWidth = 1440
  asked = []
  replaceMapMaker(() => Promise.resolve(paperMap()))
  useSession.setState({ phase: 'ready', roles: ['device:list', 'command:send'] })
  vi.stubGlobal('fetch', (url: string) => {
    const [path, query] = url.split('?') as [string, string?]
    if (path === '/device/v1/device/mapAt') asked.push(new URLSearchParams(query).get('time')!)
    const answers: Record<string, unknown> = {
      '/device/v1/device/map': structuredClone(NOW),
      '/device/v1/device/mapAt': then(),
      '/device/v1/device/mapEvents': events(),
      '/device/v1/device/stateAt': { values: { opening: { v: 20, ts: minutesAgo(190), q: 'GOOD' } } },
      '/device/v1/device/latest': {
        deviceId: '7',
        deptId: '1',
        status: 'ONLINE',
        offlineCause: null,
        lastSeenTime: null,
        values: { opening: { v: 42, ts: minutesAgo(1), q: 'GOOD' } },
        faults: [],
      },
      '/device/v1/device/waiting': waitingAnswer([]),
      '/device/v1/map/settings': { tiles: [] },
      '/cloud/v1/product/points': [{ productId: '1', points: [{ key: 'opening', unit: '%', decimals: 0 }] }],
    }
    return Promise.resolve(Response.json({ code: 0, message: 'ok', data: answers[path] ?? [] }))
  })
})
afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  queryClient.clear()
  await closeMap()
  forgetMapState()
})

function open(address = '/dashboard') {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[address]}>
        <Dashboard command={() => <button type="button">全开</button>} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
const shownStatus = () => devices.get('7')?.status

test('a look back shows the moment in place of the present, without commands, and the present comes back', async () => {
  open()
  await waitFor(() => expect(shownStatus()).toBe(1))
  await user.click(screen.getByTestId('map-past'))
  await waitFor(() => expect(shownStatus()).toBe(2))
  expect(within(screen.getByTestId('past-bar')).getByText('历史')).toBeTruthy()
  expect([screen.queryByTestId('map-kpis'), screen.queryByTestId('map-lasso')]).toEqual([null, null])
  expect(document.title).toMatch(/^历史/)
  expect(document.querySelector('.map-box.past')).toBeTruthy()
  await user.click(screen.getByTestId('past-leave'))
  await waitFor(() => expect(shownStatus()).toBe(1))
  expect(screen.getByTestId('map-kpis')).toBeTruthy()
  expect(document.title).not.toMatch(/^历史/)
})

test('a device of then stands beside what it is now, and its controls are absent', async () => {
  open()
  await waitFor(() => expect(shownStatus()).toBe(1))
  select('7')
  expect(await screen.findByText('全开')).toBeTruthy()
  await user.click(screen.getByTestId('map-past'))
  const row = (await within(await screen.findByTestId('past-values')).findByText('开度')).closest('tr')!
  await waitFor(() => expect([...row.querySelectorAll('td')].map((cell) => cell.textContent)).toEqual(['20%', '42%']))
  expect(screen.queryByText('全开')).toBeNull()
})

test('steps lead from event to event, and the axis knows what happened when', async () => {
  open()
  await waitFor(() => expect(shownStatus()).toBe(1))
  await user.click(screen.getByTestId('map-past'))
  const back = await screen.findByRole('button', { name: '上一事件' })
  await waitFor(() => expect((back as HTMLButtonElement).disabled).toBe(false))
  await user.click(back)
  expect(new Date(useMap.getState().past!).toISOString()).toBe(minutesAgo(120))
  await user.click(back)
  expect(new Date(useMap.getState().past!).toISOString()).toBe(minutesAgo(180))
  expect((back as HTMLButtonElement).disabled).toBe(true)
  const marks = within(screen.getByTestId('past-axis')).getAllByRole('button', { name: /七号阀/ })
  expect(marks.map(({ title }) => title.slice(12))).toEqual(['七号阀 全开', '七号阀 防拆报警'])
})

test('the address opens the moment that was sent, and one from before the axis opens the present', async () => {
  const sent = minutesAgo(600)
  open(`/dashboard?at=${encodeURIComponent(sent)}`)
  await waitFor(() => expect(shownStatus()).toBe(2))
  expect(asked).toEqual([sent])
  cleanup()
  forgetMapState()
  open(`/dashboard?at=${encodeURIComponent(minutesAgo(60 * 24 * 8))}`)
  await waitFor(() => expect(shownStatus()).toBe(1))
  expect(useMap.getState().past).toBeNull()
})
