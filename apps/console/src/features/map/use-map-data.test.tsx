import type { DeviceMap, DeviceState, DeviceStatus } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetDeviceStates, keepDeviceStates, useStateOrRow } from '../../domain/state/device-state-store.ts'
import { type StandInChannel, standInChannels } from '../../lib/live/channel.fixture.ts'
import { closeLive, openLive } from '../../lib/live/live.ts'
import { queryClient } from '../../lib/api/query.ts'
import { useSession } from '../../lib/access/session.ts'
import { devices, forgetMapState, useMap } from './map-state.ts'
import { useDevices } from './use-map-data.ts'

const NOON = '2026-01-01T12:00:00.000Z'
/** Pending answers of the server, in order. */
let waiting: ((map: DeviceMap) => void)[] = []
let channels: StandInChannel[]
const tell = (event: object) => channels.at(-1)!.tell(event)

beforeEach(() => {
  waiting = []
  useSession.setState({ phase: 'ready', roles: [] })
  vi.stubGlobal('fetch', () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    waiting.push((data) => resolve(Response.json({ code: 0, message: '', data })))
    return promise
  })
  channels = standInChannels()
  openLive()
})
afterEach(() => {
  cleanup()
  closeLive()
  queryClient.clear()
  forgetMapState()
  forgetDeviceStates()
  vi.unstubAllGlobals()
})

const OF: Record<string, number> = { INACTIVE: 0, ONLINE: 1, OFFLINE: 2 }
const mapOf = (status: DeviceStatus, seen = NOON): DeviceMap => ({
  time: NOON,
  ids: ['7'],
  names: ['七号阀'],
  deviceNos: ['Q-7'],
  types: ['VALVE'],
  deptIds: ['1'],
  productIds: ['1'],
  masterIds: [null],
  lngs: [116.4],
  lats: [37],
  status: [OF[status]!],
  levels: [0],
  flags: [0],
  seen: [Date.parse(seen) / 1000],
})
const stateOf = (status: DeviceStatus, lastSeenTime = NOON): DeviceState => ({
  deviceId: '7',
  deptId: '1',
  status,
  offlineCause: null,
  lastSeenTime,
  values: {},
  faults: [],
})
const report = (status: DeviceStatus, seen = NOON) => ({ type: 'device', state: stateOf(status, seen) })
const shown = () => devices.get('7')?.status

function Screen() {
  useDevices()
  return null
}

async function open(): Promise<void> {
  render(
    <QueryClientProvider client={queryClient}>
      <Screen />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(waiting).toHaveLength(1))
}

/** Gives the server's next answer and waits for the map. */
async function answer(map: DeviceMap): Promise<void> {
  const before = devices.version
  await act(async () => waiting.shift()!(map))
  await waitFor(() => expect(devices.version).toBeGreaterThan(before))
}

test('an event that arrives during the fetch of all devices stays: the answer is older', async () => {
  await open()
  tell(report('ONLINE'))
  await answer(mapOf('INACTIVE'))
  expect(shown()).toBe(OF['ONLINE'])
  void queryClient.invalidateQueries({ queryKey: ['device-map'] })
  await waitFor(() => expect(waiting).toHaveLength(1))
  tell(report('OFFLINE'))
  await answer(mapOf('ONLINE'))
  expect(shown()).toBe(OF['OFFLINE'])
})

test('an event from long before the fetch is overwritten', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] })
  try {
    await open()
    await answer(mapOf('INACTIVE'))
    tell(report('ONLINE'))
    vi.advanceTimersByTime(60_000)
    void queryClient.invalidateQueries({ queryKey: ['device-map'] })
    await waitFor(() => expect(waiting).toHaveLength(1))
    await answer(mapOf('OFFLINE'))
    expect(shown()).toBe(OF['OFFLINE'])
  } finally {
    vi.useRealTimers()
  }
})

test('a report repaints the map when it changes something drawn, at once, and then at most once a second', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  try {
    await open()
    await answer(mapOf('ONLINE'))
    const painted = () => useMap.getState().version
    const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
    const [first, heard] = [painted(), useMap.getState().heard]
    tell(report('ONLINE'))
    void pass(2_000)
    expect([painted(), useMap.getState().heard]).toEqual([first, heard + 1])
    tell(report('OFFLINE'))
    void pass(150)
    const second = painted()
    expect(second).toBeGreaterThan(first)
    tell(report('ONLINE'))
    void pass(700)
    expect(painted()).toBe(second)
    void pass(300)
    expect(painted()).toBeGreaterThan(second)
  } finally {
    vi.useRealTimers()
  }
})

test('a state that a panel or a list has fetched is on the map', async () => {
  await open()
  await answer(mapOf('INACTIVE'))
  act(() => keepDeviceStates([stateOf('OFFLINE')], Date.now()))
  expect(shown()).toBe(OF['OFFLINE'])
})

function Listed({ row, rowAt }: { row: DeviceState; rowAt: number }) {
  return <output>{useStateOrRow('7', row, rowAt).status}</output>
}

const EARLIER = '2026-01-01T11:59:00.000Z'
const LATER = '2026-01-01T12:01:00.000Z'
test.each([
  ['heard long before the request', { heardFor: 60_000, answered: NOON }, 'OFFLINE'],
  ['heard while the answer may be as old', { heardFor: 2_000, answered: NOON }, 'ONLINE'],
  ['heard of a later sign of life than the answer', { heardFor: 60_000, answered: EARLIER }, 'ONLINE'],
  ['heard a moment ago, of an earlier sign of life', { heardFor: 0, answered: LATER }, 'OFFLINE'],
  ['heard a moment before a gap in the channel', { heardFor: 0, answered: EARLIER, gap: true }, 'OFFLINE'],
] as const)('the map and a list obey one rule: %s', async (_, { heardFor, answered, ...how }, expected) => {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] })
  try {
    await open()
    await answer(mapOf('INACTIVE', EARLIER))
    channels[0]!.open()
    tell(report('ONLINE'))
    // A list draws what was heard with the next frame, however long that takes on a busy machine.
    await new Promise((drawn) => requestAnimationFrame(drawn))
    vi.advanceTimersByTime(heardFor)
    if ('gap' in how) {
      channels[0]!.drop()
      await vi.waitUntil(() => channels.length === 2)
      vi.advanceTimersByTime(1)
      channels[1]!.open()
    } else void queryClient.invalidateQueries({ queryKey: ['device-map'] })
    await waitFor(() => expect(waiting).toHaveLength(1))
    await answer(mapOf('OFFLINE', answered))
    render(<Listed row={stateOf('OFFLINE', answered)} rowAt={Date.now()} />)
    expect([shown(), screen.getByRole('status').textContent]).toEqual([OF[expected], expected])
  } finally {
    vi.useRealTimers()
  }
})
