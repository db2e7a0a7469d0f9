import type { DeviceState, DeviceStatus } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useCurrentState } from './current-state.ts'
import { forgetDeviceStates } from './device-state-store.ts'
import { type StandInChannel, standInChannels } from '../../lib/live/channel.fixture.ts'
import { closeLive, openLive } from '../../lib/live/live.ts'
import { queryClient } from '../../lib/api/query.ts'
import { useSession } from '../../lib/access/session.ts'

const NOON = '2026-01-01T12:00:00.000Z'
const stateOf = (status: DeviceStatus): DeviceState => ({
  deviceId: '7',
  deptId: '1',
  status,
  offlineCause: null,
  lastSeenTime: NOON,
  values: {},
  faults: [],
})

let channels: StandInChannel[]
let stored: DeviceStatus = 'INACTIVE'

beforeEach(() => {
  useSession.setState({ phase: 'ready', roles: [] })
  channels = standInChannels()
  vi.stubGlobal('fetch', async () => Response.json({ code: 0, message: '', data: stateOf(stored) }))
  openLive()
})
afterEach(() => {
  cleanup()
  closeLive()
  forgetDeviceStates()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function Screen() {
  return <output>{useCurrentState('7').data?.status}</output>
}
const shows = (status: DeviceStatus) => waitFor(() => expect(screen.getByRole('status').textContent).toBe(status))

test('a device that fell silent in a gap of the channel is not shown with its state from before', async () => {
  channels[0]!.open()
  render(
    <QueryClientProvider client={queryClient}>
      <Screen />
    </QueryClientProvider>,
  )
  await shows('INACTIVE')
  channels[0]!.tell({ type: 'device', state: stateOf('ONLINE') })
  await shows('ONLINE')
  stored = 'OFFLINE'
  channels[0]!.drop()
  await waitFor(() => expect(channels).toHaveLength(2))
  channels[1]!.open()
  await shows('OFFLINE')
  channels[1]!.tell({ type: 'device', state: stateOf('ONLINE') })
  await shows('ONLINE')
})
