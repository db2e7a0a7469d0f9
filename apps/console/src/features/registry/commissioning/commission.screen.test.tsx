import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../../lib/access/session.ts'
import { queryClient } from '../../../lib/api/query.ts'
import { useToasts } from '../../../lib/page/toast.ts'
import { startTexts } from '../../../lib/text/text.ts'
import { CommissionPorts } from './commission-ports.ts'
import { CommissionScreen } from './commission.screen.tsx'
import { takeUpLeftBehind } from './left-behind.ts'
import { useOutbox } from '../../../lib/kept/outbox.ts'
import type { KeptItem } from '../../../lib/kept/phone-store.ts'
import { draftIn } from './outbox.ts'
import type { Draft } from './draft.ts'

const NOBODY = '(nobody)'
const DRAFT: Draft = {
  key: 'begun-16',
  userId: 'ma',
  deviceId: '16',
  name: '东干渠-16#阀',
  deviceNo: 'QH-0316',
  at: '2026-06-12T06:00:00Z',
  step: 4,
  place: null,
  address: '',
  areaId: null,
  areaName: null,
  iccid: '',
  photos: [],
  trials: {},
  proven: ['FIRST_FRAME'],
  needs: ['FIRST_FRAME'],
  signedAt: null,
  state: null,
}
const ROW = { id: '17', version: 1, name: '东干渠-17#阀', deviceNo: 'QH-0317', lifecycle: 'SHIPPED', commands: [] }
/** What the telephone holds when the console is opened. */
const kept = vi.hoisted(() => ({ drafts: [] as unknown[], items: [] as unknown[] }))
vi.mock('../../../lib/kept/phone-store.ts', () => {
  const nothing = () => Promise.resolve(null)
  return {
    keptOnPhone: () => Promise.resolve(kept),
    keepItem: nothing,
    dropItem: nothing,
    keepDraft: nothing,
    dropDraft: nothing,
  }
})

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  useSession.setState({ phase: 'ready', token: 't', name: '马建国', roles: ['commissioning:accept'] })
  useSession.setState({ userInfo: { id: 'ma' } as never })
  vi.stubGlobal('fetch', (url: string) => {
    const path = new URL(url, 'http://here').pathname
    const page = { list: [], total: 0, page: 1, limit: 20 }
    const data = path.endsWith('/device/get') ? ROW : path.endsWith('/page') ? page : []
    return Promise.resolve(Response.json({ code: 0, message: '', data }))
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  kept.drafts = []
  kept.items = []
  useOutbox.setState({ items: [], drafts: [], of: NOBODY })
  useToasts.setState({ toasts: [] })
  vi.unstubAllGlobals()
})

function Where() {
  const { pathname, search } = useLocation()
  return <output data-testid="where">{pathname + search}</output>
}

const PORTS: CommissionPorts = {
  drawMap: () => null,
  drawValve: () => null,
  send: () => Promise.resolve(null),
}

function show(at = '/device/commission') {
  render(
    <MemoryRouter initialEntries={[at]}>
      <QueryClientProvider client={queryClient}>
        <CommissionPorts value={PORTS}>
          <CommissionScreen />
        </CommissionPorts>
        <Where />
      </QueryClientProvider>
    </MemoryRouter>,
  )
}

test('another device than the one under way is asked about, not passed over', async () => {
  kept.drafts = [DRAFT]
  show('/device/commission?device=17')
  expect(await screen.findByText('东干渠-16#阀 还没有装完')).toBeTruthy()
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: '先放下，装这一台' }))
  expect((await screen.findByTestId('commission-should')).textContent).toContain('QH-0317')
  expect(draftIn(useOutbox.getState())).toBeNull()
})

test('one goes on with the one under way', async () => {
  kept.drafts = [DRAFT]
  show('/device/commission?device=17')
  await userEvent.setup().click(await screen.findByRole('button', { name: '接着装 东干渠-16#阀' }))
  expect(await screen.findByTestId('commission-4')).toBeTruthy()
  expect(screen.getByTestId('where').textContent).toBe('/device/commission')
})

test('what the last step was filled with is there again after the console was ended', async () => {
  const signing = { accepter: '周岚', drawn: [[100, 100, 400, 300]], defects: '井盖破损' }
  kept.drafts = [{ ...DRAFT, signing }]
  show()
  expect(await screen.findByDisplayValue('周岚')).toBeTruthy()
  expect(screen.getByDisplayValue('马建国')).toBeTruthy()
  expect(screen.getByDisplayValue('井盖破损')).toBeTruthy()
  const [mine] = document.querySelectorAll('.signature path')
  expect(mine?.getAttribute('d')).toBeTruthy()
  await userEvent.setup().type(screen.getByDisplayValue('周岚'), '儿')
  expect(draftIn(useOutbox.getState())?.signing).toEqual({ ...signing, accepter: '周岚儿' })
})

test('what was refused of a device that the telephone is done with is said, and begun again', async () => {
  const refused: KeptItem = {
    key: 'k-accept',
    begun: 'begun-17',
    userId: 'ma',
    order: 1,
    deed: 'accept',
    body: { deviceId: '17' },
    bytes: 10,
    refused: '还没有定位置',
  }
  kept.items = [refused]
  show()
  expect((await screen.findByTestId('commission-kept')).textContent).toContain('还没有定位置')
  await userEvent.setup().click(screen.getByRole('button', { name: '重装这一台' }))
  expect((await screen.findByTestId('commission-should')).textContent).toContain('QH-0317')
  expect(useOutbox.getState().items).toEqual([])
})

test('whoever opens the console anywhere is led back to what they left', async () => {
  kept.drafts = [DRAFT]
  const open = vi.fn<(path: string) => void>()
  await takeUpLeftBehind('ma', open)
  const [told] = useToasts.getState().toasts
  expect(told?.text).toBe('东干渠-16#阀 还没有装完')
  told?.action?.onClick()
  expect(open).toHaveBeenCalledWith('/device/commission')
  useToasts.setState({ toasts: [] })
  await takeUpLeftBehind('ma', open)
  expect(useToasts.getState().toasts).toEqual([])
})
