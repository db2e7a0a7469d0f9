import type { DeviceRow } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { forgetDeviceStates } from '../../domain/state/device-state-store.ts'
import { queryClient } from '../../lib/api/query.ts'
import { startTexts } from '../../lib/text/text.ts'
import { StateFeed } from './device-status.tsx'
import { LeadingReading } from './leading-reading.tsx'

beforeAll(() => startTexts('zh-CN'))
afterEach(() => {
  cleanup()
  queryClient.clear()
  forgetDeviceStates()
  vi.unstubAllGlobals()
})

const ts = new Date().toISOString()
function draw(values: Record<string, unknown>): HTMLElement {
  const read = Object.fromEntries(Object.entries(values).map(([key, v]) => [key, { v, ts, rx: ts, q: 0 }]))
  vi.stubGlobal('fetch', (url: string) => {
    const state = { deviceId: '7', status: 'ONLINE', faults: [], lastSeenTime: ts, values: read }
    return Promise.resolve(Response.json({ code: 0, message: '', data: url.includes('deviceIds=') ? [state] : [] }))
  })
  const row = { id: '7', productId: null, reportIntervalS: 300 } as unknown as DeviceRow
  return render(
    <QueryClientProvider client={queryClient}>
      <StateFeed devices={[row]} />
      <LeadingReading row={row} />
    </QueryClientProvider>,
  ).container
}

test('the number that says most leads, with its name for a screen reader', async () => {
  const drawn = draw({ rssi: -71, doorOpen: true, flow: 24.1, batteryV: 3.6 })
  await waitFor(() => expect(drawn.textContent).toMatch(/24\.1/))
  expect(screen.getByText('瞬时流量').className).toBe('sr-only')
})

test('a value that is no number leads nowhere, and without any a dash stands there', async () => {
  const drawn = draw({ mode: 'REMOTE' })
  await waitFor(() => expect(fetch).toBeDefined())
  expect(drawn.textContent).toBe('—')
})
