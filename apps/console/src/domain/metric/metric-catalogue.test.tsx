import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../lib/access/session.ts'
import { queryClient } from '../../lib/api/query.ts'
import { useMetricCatalogue } from './metric-catalogue.ts'

const FLOW = { key: 'flow', kind: 'number', unit: 'm³/h', decimals: 2 }
const tank = (unit: string) => ({ key: 'tank', kind: 'number', unit, decimals: 1 })
const PRODUCTS = [
  { productId: 'p1', points: [FLOW, tank('m'), { key: 'slurry', kind: 'number', unit: 'm' }] },
  { productId: 'p2', points: [tank('cm')] },
]
/** Ready models have a tank in their own unit, and a tilt that no product here has. */
const USUAL = [tank('mm'), { key: 'tilt', kind: 'number', unit: '°', decimals: 1 }]
const VOCABULARY = { metrics: [FLOW], usual: USUAL, protocols: [], elements: [] }
let asked: string[] = []

beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', (url: string) => {
    const { pathname } = new URL(url, 'http://here')
    asked.push(pathname)
    const data = pathname.endsWith('/vocabulary') ? VOCABULARY : PRODUCTS
    return Promise.resolve(Response.json({ code: 0, message: '', data }))
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

async function catalogue(roles: string[]) {
  useSession.setState({ phase: 'ready', token: 't', roles })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useMetricCatalogue(), { wrapper })
  await waitFor(() => expect(result.current.pending).toBe(false))
  return result.current
}

test('metrics are those of the platform and those of products, and a channel is written as its metric', async () => {
  const { metrics, metricOf } = await catalogue(['product:list', 'device:list'])
  expect(metrics.map(({ key }) => key)).toEqual(['flow', 'tank', 'slurry', 'tilt'])
  expect(['flow.2', 'slurry', 'tilt', 'unheard'].map((key) => metricOf(key)?.unit)).toEqual([
    'm³/h',
    'm',
    '°',
    undefined,
  ])
})

test('a key that products use for different things has a unit only where the product is known', async () => {
  const { metricOf } = await catalogue(['product:list', 'device:list'])
  expect([metricOf('tank')?.unit, metricOf('tank', 'p1')?.unit, metricOf('tank', 'p2')?.unit]).toEqual([
    undefined,
    'm',
    'cm',
  ])
})

test('what the user may not read is not asked for', async () => {
  expect((await catalogue(['alarmLimit:list'])).metrics).toEqual([])
  expect(asked).toEqual([])
})
