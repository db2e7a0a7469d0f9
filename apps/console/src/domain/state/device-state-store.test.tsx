import type { DeviceRow, DeviceState } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { madeCommand, madeDevice, madeState } from '../../features/command/command.fixture.ts'
import { PickedValves } from '../../features/command/batch/picked-valves.tsx'
import { useValveStates } from '../../features/map/isolation/use-isolation.ts'
import { DeviceStatus, StateFeed } from '../../features/registry/device-status.tsx'
import { DeviceCard } from '../../features/registry/device-card.tsx'
import DeviceScreen from '../../features/registry/device.screen.tsx'
import { CommandsPart } from '../../features/wall/wall-lists.tsx'
import { type StandInChannel, standInChannels } from '../../lib/live/channel.fixture.ts'
import { closeLive, openLive } from '../../lib/live/live.ts'
import { queryClient } from '../../lib/api/query.ts'
import { useSession } from '../../lib/access/session.ts'
import { startTexts } from '../../lib/text/text.ts'
import { forgetDeviceStates, keepDeviceStates, useDeviceStates, useStateOrRow } from './device-state-store.ts'

let channels: StandInChannel[]
let stored: DeviceState
const SEEN = new Date(Date.now() - 60_000).toISOString()
const HEARD = madeState({ lastSeenTime: SEEN }, { opening: 80 })
const SILENT = madeState({ status: 'OFFLINE', lastSeenTime: SEEN }, { opening: 20 })
const rowOf = () => ({
  ...madeDevice(),
  id: '12',
  name: '12#阀',
  tags: [],
  status: stored.status,
  lastSeenTime: stored.lastSeenTime,
})

function answer(path: string): unknown {
  if (path.endsWith('/product/points')) return []
  if (path.endsWith('/states')) return [stored]
  if (path.endsWith('/latest')) return stored
  if (path.endsWith('/page')) return { list: [rowOf()], total: 1 }
  if (path.endsWith('/get')) return rowOf()
  if (path.endsWith('/tree') || path.endsWith('/list')) return []
  return {}
}

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  stored = HEARD
  useSession.setState({ phase: 'ready', roles: ['command:send', 'device:list'] })
  channels = standInChannels()
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json({ code: 0, message: '', data: answer(new URL(url, 'http://here').pathname) }),
  )
  openLive()
  channels[0]!.open()
})
afterEach(() => {
  cleanup()
  closeLive()
  forgetDeviceStates()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const show = (what: ReactNode) =>
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>{what}</MemoryRouter>
    </QueryClientProvider>,
  )
const hear = (state: DeviceState) =>
  act(async () => {
    channels.at(-1)!.tell({ type: 'device', state })
    await new Promise(requestAnimationFrame)
  })
async function gap() {
  channels[0]!.drop()
  await waitFor(() => expect(channels).toHaveLength(2))
  channels[1]!.open()
}
const text = () => document.body.textContent

function Isolated() {
  return <output>{String(useValveStates([{ deviceId: '12' } as never])['12']?.values.opening?.v)}</output>
}

test('the wall shows the state fetched after a gap, not the one received before it', async () => {
  show(<CommandsPart commands={[madeCommand()]} />)
  await hear(HEARD)
  await waitFor(() => expect(text()).toMatch(/80%/))
  stored = SILENT
  await gap()
  await waitFor(() => expect(text()).toMatch(/20%/))
})

test('the isolation panel shows the state fetched after a gap, not the one received before it', async () => {
  show(<Isolated />)
  await hear(HEARD)
  await waitFor(() => expect(text()).toMatch('80'))
  stored = SILENT
  await gap()
  await waitFor(() => expect(text()).toMatch('20'))
})

test('a device card shows the state fetched after a gap, not the one received before it', async () => {
  const row = rowOf() as unknown as DeviceRow
  show(
    <>
      <StateFeed devices={[row]} />
      <DeviceCard row={row} rowAt={Date.now()} />
    </>,
  )
  await hear(HEARD)
  await waitFor(() => expect(text()).toMatch('在线'))
  stored = SILENT
  await gap()
  await waitFor(() => expect(text()).toMatch('离线'))
})

test('a row that was fetched again, which knows no cause, keeps the cause of the known state', async () => {
  stored = SILENT
  const row = rowOf() as unknown as DeviceRow
  keepDeviceStates([{ ...SILENT, offlineCause: 'MASTER' }], Date.now() - 60_000)
  render(<DeviceStatus row={row} rowAt={Date.now()} />)
  expect(text()).toMatch('主机离线')
})

test('the list of devices shows the row fetched after a gap, not the state received before it', async () => {
  show(<DeviceScreen />)
  const status = async (word: string) =>
    waitFor(() => expect(screen.getByText('12#阀').closest('tr')?.textContent).toContain(word), { timeout: 5000 })
  await status('在线')
  await hear(HEARD)
  stored = SILENT
  await gap()
  await status('离线')
})

function Row({ row, rowAt }: { row: Pick<DeviceRow, 'status' | 'lastSeenTime'>; rowAt: number }) {
  return <output>{useStateOrRow('12', row, rowAt).status}</output>
}

test('a row fetched after a gap, or with a later sign of life, wins over the state received before', async () => {
  const later = { status: 'DISABLED' as const, lastSeenTime: new Date().toISOString() }
  const { unmount } = show(<Row row={SILENT} rowAt={1} />)
  await hear(HEARD)
  await waitFor(() => expect(text()).toMatch('ONLINE'))
  unmount()
  const { unmount: away } = show(<Row row={later} rowAt={1} />)
  await waitFor(() => expect(text()).toMatch('DISABLED'))
  away()
  await gap()
  show(<Row row={SILENT} rowAt={Date.now()} />)
  await waitFor(() => expect(text()).toMatch('OFFLINE'))
})

test('a batch uses the valve state fetched after a gap, not the one received before it', async () => {
  show(<PickedValves ids={['12']} />)
  await userEvent.click(screen.getByTestId('map-batch'))
  await screen.findByTestId('batch-CLOSE')
  await hear(HEARD)
  expect(screen.getByTestId<HTMLButtonElement>('batch-CLOSE').disabled).toBe(false)
  stored = SILENT
  await gap()
  await waitFor(() => expect(screen.getByTestId<HTMLButtonElement>('batch-CLOSE').disabled).toBe(true))
})

function Opening() {
  return <output>{String(useDeviceStates(['12'])['12']?.values.opening?.v)}</output>
}

test('the answer to an earlier request never replaces the answer to a later one', async () => {
  show(<Opening />)
  act(() => keepDeviceStates([SILENT], 2000))
  act(() => keepDeviceStates([HEARD], 1000))
  await waitFor(() => expect(text()).toMatch('20'))
})
