import { act, cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { forgetDeviceStates } from '../../domain/state/device-state-store.ts'
import { useSession } from '../../lib/access/session.ts'
import { type StandInChannel, standInChannels } from '../../lib/live/channel.fixture.ts'
import { closeLive, openLive } from '../../lib/live/live.ts'
import { startTexts } from '../../lib/text/text.ts'
import { closeMap, replaceMapMaker } from './canvas/map-host.ts'
import { type PaperMap, paperMap } from './canvas/paper-map.fixture.ts'
import { openDashboard } from './dashboard.fixture.tsx'
import { devices, forgetMapState, useMap } from './map-state.ts'

let map: PaperMap
let channels: StandInChannel[]
const tell = (event: object) => channels.at(-1)!.tell(event)

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  window.innerWidth = 1440
  map = paperMap()
  replaceMapMaker(() => Promise.resolve(map))
  useSession.setState({ phase: 'ready', roles: ['device:list'] })
  channels = standInChannels()
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
})
afterEach(async () => {
  cleanup()
  closeLive()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await closeMap()
  forgetMapState()
  forgetDeviceStates()
})

const reportOf = (deviceId: string, status: 'ONLINE' | 'OFFLINE', flow: number) => {
  const lastSeenTime = '2026-01-01T00:00:00.000Z'
  const values = { flow: { v: flow, ts: lastSeenTime, q: 'GOOD' } }
  return {
    type: 'device',
    state: { deviceId, deptId: '2', status, offlineCause: null, lastSeenTime, values, faults: [] },
  }
}

/** Ten reports a second of two valves for ten seconds; answers how often the map was drawn for them. */
async function drawsOf(statusOf: (n: number) => 'ONLINE' | 'OFFLINE'): Promise<number> {
  const before = map.draws
  for (let n = 0; n < 100; n++) {
    tell(reportOf(n % 2 === 0 ? '1' : '2', statusOf(n), n))
    await act(() => vi.advanceTimersByTimeAsync(100))
  }
  return map.draws - before
}

test('a hundred reports in ten seconds draw the map at most once a second, and not at all where only readings differ', async () => {
  openLive()
  openDashboard()
  await waitFor(() => expect(map.drawn.devices).toHaveLength(3))
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  const changing = await drawsOf((n) => (n % 4 < 2 ? 'OFFLINE' : 'ONLINE'))
  expect(changing).toBeGreaterThan(4)
  expect(changing).toBeLessThanOrEqual(11)
  await drawsOf(() => 'ONLINE')
  const heard = devices.heard
  expect(await drawsOf(() => 'ONLINE')).toBe(0)
  expect(devices.heard).toBe(heard + 100)
  expect(useMap.getState().heard).toBeGreaterThan(heard)
})
