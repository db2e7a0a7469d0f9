import type { DeviceMap, DeviceStatus } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeLive, openLive } from '../../lib/live/live.ts'
import { queryClient } from '../../lib/api/query.ts'
import { useSession } from '../../lib/access/session.ts'
import { devices, forgetMapState, useMap } from './map-state.ts'
import { useDevices } from './use-map-data.ts'

const NOON = '2026-01-01T12:00:00.000Z'
/** Pending answers of the server, in order. */
let waiting: ((map: DeviceMap) => void)[] = []
let tell = (_event: object) => {}

beforeEach(() => {
  waiting = []
  useSession.setState({ phase: 'ready', roles: [] })
  vi.stubGlobal('fetch', () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    waiting.push((data) => resolve(Response.json({ code: 0, message: '', data })))
    return promise
  })
  vi.stubGlobal(
    'WebSocket',
    class {
      onmessage: ((message: { data: string }) => void) | null = null
      constructor() {
        tell = (event) => act(() => this.onmessage?.({ data: JSON.stringify(event) }))
      }
      send() {}
      close() {}
    },
  )
  openLive()
})
afterEach(() => {
  cleanup()
  closeLive()
  queryClient.clear()
  forgetMapState()
  vi.unstubAllGlobals()
})

const OF: Record<string, number> = { INACTIVE: 0, ONLINE: 1, OFFLINE: 2 }
const mapOf = (status: DeviceStatus): DeviceMap => ({
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
  seen: [null],
})
const report = (status: DeviceStatus) => ({
  type: 'device',
  state: { deviceId: '7', deptId: '1', status, offlineCause: null, lastSeenTime: NOON, values: {}, faults: [] },
})
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
  vi.useFakeTimers({ toFake: ['performance'] })
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
