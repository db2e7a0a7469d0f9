import type { DeviceRow, DeviceState } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/api/query.ts'
import { startTexts } from '../../../lib/text/text.ts'
import { draggedRange } from '../../../domain/history/chart-drag.tsx'
import { HistoryTab } from './history-tab.tsx'

vi.mock('../../../parts/chart/lazy-chart.tsx', () => ({ LazyChart: () => null }))

const device = { id: '7', name: '阀', productId: '3' } as DeviceRow
const ts = '2026-05-01T00:00:00.000Z'
const state = { deviceId: '7', values: { flow: { v: 1, ts, q: 'GOOD' } }, faults: [] } as unknown as DeviceState
const DAY = { startTime: '2026-05-01T00:00:00.000Z', endTime: '2026-05-02T00:00:00.000Z' }
let asked: string[]

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://here')
    const isHistory = pathname.endsWith('/history')
    if (isHistory) asked.push(`${searchParams.get('startTime')} ${searchParams.get('endTime')}`)
    const series = { flow: [{ t: ts, v: 1 }] }
    return Response.json({
      code: 0,
      message: '',
      data: isHistory ? { bucket: 'RAW', reportIntervalS: 300, series } : [],
    })
  })
  // The frames are 600 px wide between their edges of 56 and 16.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(672)
  HTMLElement.prototype.setPointerCapture = () => undefined
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function frames(): Promise<HTMLElement> {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[`/?${String(new URLSearchParams(DAY))}`]}>
        <HistoryTab device={device} state={state} useMarks={() => ({ asked: [], happenings: [] })} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return screen.findByTestId('chart-drag')
}

function drag(box: HTMLElement, from: number, to: number, pointerType = 'mouse'): void {
  fireEvent.pointerDown(box, { clientX: from, button: 0, pointerType })
  fireEvent.pointerMove(box, { clientX: to, pointerType })
  fireEvent.pointerUp(box, { clientX: to, pointerType })
}

test('dragging across the frames reads that part of the range; one button goes back to the whole', async () => {
  const box = await frames()
  expect(screen.queryByRole('button', { name: '恢复范围' })).toBeNull()
  drag(box, 56 + 450, 56 + 150)
  await vi.waitFor(() => expect(asked.at(-1)).toBe('2026-05-01T06:00:00.000Z 2026-05-01T18:00:00.000Z'))
  drag(await screen.findByTestId('chart-drag'), 56, 56 + 300)
  await vi.waitFor(() => expect(asked.at(-1)).toBe('2026-05-01T06:00:00.000Z 2026-05-01T12:00:00.000Z'))
  await userEvent.click(await screen.findByRole('button', { name: '恢复范围' }))
  expect(screen.queryByRole('button', { name: '恢复范围' })).toBeNull()
  drag(await screen.findByTestId('chart-drag'), 56 + 300, 56 + 900)
  await vi.waitFor(() => expect(asked.at(-1)).toBe(`2026-05-01T12:00:00.000Z ${DAY.endTime}`))
})

test('a click and a finger choose nothing', async () => {
  const box = await frames()
  drag(box, 200, 204)
  drag(box, 200, 400, 'touch')
  expect(screen.queryByRole('button', { name: '恢复范围' })).toBeNull()
  expect(asked).toEqual([`${DAY.startTime} ${DAY.endTime}`])
})

test('the keys zoom in, move along and go back, and the table shows the same span', async () => {
  const user = userEvent.setup()
  await frames()
  const press = async (keys: string) => {
    screen.getByTestId('chart-drag').focus()
    await user.keyboard(keys)
  }
  await press('+')
  await vi.waitFor(() => expect(asked.at(-1)).toBe('2026-05-01T06:00:00.000Z 2026-05-01T18:00:00.000Z'))
  await press('{ArrowRight}')
  await vi.waitFor(() => expect(asked.at(-1)).toBe('2026-05-01T09:00:00.000Z 2026-05-01T21:00:00.000Z'))
  await user.click(screen.getByRole('button', { name: '以表格显示' }))
  await screen.findByRole('table')
  expect(asked.at(-1)).toBe('2026-05-01T09:00:00.000Z 2026-05-01T21:00:00.000Z')
  expect(screen.getByRole('button', { name: '恢复范围' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '以曲线显示' }))
  await screen.findByTestId('chart-drag')
  await press('{Escape}')
  expect(screen.queryByRole('button', { name: '恢复范围' })).toBeNull()
  const calls = asked.length
  await press('-{Escape}{Control>}+{/Control}')
  expect(asked).toHaveLength(calls)
})

test('a part ends where the range ends', () => {
  expect(draggedRange([-1, 0.5], 100, 200)).toEqual([100, 150])
  expect(draggedRange([2, 0.25], 100, 200)).toEqual([125, 200])
})
