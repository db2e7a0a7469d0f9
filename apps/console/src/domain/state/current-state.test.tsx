import type { DeviceState, DeviceStatus } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useCurrentState } from './current-state.ts'
import { forgetDeviceStates } from './device-state-store.ts'
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

class Channel {
  static readonly OPEN = 1
  readyState = 1
  onopen: (() => void) | null = null
  onmessage: ((message: { data: string }) => void) | null = null
  onclose: ((closed: object) => void) | null = null
  constructor() {
    channels.push(this)
  }
  send() {}
  close() {}
}
let channels: Channel[] = []
let stored: DeviceStatus = 'INACTIVE'

beforeEach(() => {
  channels = []
  useSession.setState({ phase: 'ready', roles: [] })
  vi.stubGlobal('WebSocket', Channel)
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
  act(() => channels[0]!.onopen!())
  render(
    <QueryClientProvider client={queryClient}>
      <Screen />
    </QueryClientProvider>,
  )
  await shows('INACTIVE')
  act(() => channels[0]!.onmessage!({ data: JSON.stringify({ type: 'device', state: stateOf('ONLINE') }) }))
  await shows('ONLINE')
  stored = 'OFFLINE'
  act(() => channels[0]!.onclose!({ code: 1006, wasClean: false }))
  await waitFor(() => expect(channels).toHaveLength(2))
  act(() => channels[1]!.onopen!())
  await shows('OFFLINE')
  act(() => channels[1]!.onmessage!({ data: JSON.stringify({ type: 'device', state: stateOf('ONLINE') }) }))
  await shows('ONLINE')
})
