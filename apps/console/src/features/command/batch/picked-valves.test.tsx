import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { clearSession, useSession } from '../../../lib/access/session.ts'
import { startTexts } from '../../../lib/text/text.ts'
import { madeDevice, madeState } from '../command.fixture.ts'
import { PickedValves } from './picked-valves.tsx'

let asked: string[]

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  asked = []
  useSession.setState({ phase: 'ready', roles: ['command:send'] })
  vi.stubGlobal('fetch', (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://here')
    asked.push(pathname)
    const id = searchParams.get('id') ?? ''
    // 3 is a station that can only be read.
    const device = { ...madeDevice(id === '3' ? [{ code: 'READ' }] : undefined), id, name: `${id}#阀` }
    const states = ['1', '2', '3'].map((deviceId) => madeState({ deviceId }))
    const data = pathname.endsWith('/states') ? states : device
    return Promise.resolve(Response.json({ code: 0, message: '', data }))
  })
})
afterEach(() => {
  cleanup()
  clearSession()
  vi.unstubAllGlobals()
})

const show = (ids: readonly string[]) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PickedValves ids={ids} />
    </QueryClientProvider>,
  )

test('docs/spec/look.md#5: for devices selected on the map it says how many can be controlled, and sends a batch', async () => {
  show(['1', '2', '3'])
  expect(asked).toEqual([])
  await userEvent.click(screen.getByTestId('map-batch'))
  expect(await screen.findByText('2 台可控')).toBeTruthy()
  expect(screen.getByTestId<HTMLButtonElement>('batch-CLOSE').disabled).toBe(false)
})

test('too many devices must be narrowed first; users who may not send see nothing', () => {
  const { unmount } = show(Array.from({ length: 101 }, (_, at) => String(at + 1)))
  const button = screen.getByTestId<HTMLButtonElement>('map-batch')
  expect([button.disabled, button.title]).toEqual([true, '一次最多 100 台，先缩小范围'])
  unmount()
  useSession.setState({ roles: [] })
  show(['1'])
  expect(screen.queryByTestId('map-batch')).toBeNull()
})
