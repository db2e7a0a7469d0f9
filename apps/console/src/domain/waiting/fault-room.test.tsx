import type { ActiveFault } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../lib/access/session.ts'
import { queryClient } from '../../lib/api/query.ts'
import { startTexts } from '../../lib/text/text.ts'
import { FaultRoom } from './device-faults.tsx'

const FAULTS = [
  { code: 'P01', level: 2 },
  { code: 'S06', level: 3 },
  { code: 'W05', level: 1 },
] as ActiveFault[]

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => useSession.setState({ phase: 'ready', token: 't', roles: [] }))
afterEach(() => {
  cleanup()
  queryClient.clear()
})

const escaped = vi.fn<() => void>()
function show(faults: readonly ActiveFault[]): HTMLElement {
  render(
    <QueryClientProvider client={queryClient}>
      <div onKeyDown={escaped} role="presentation">
        <FaultRoom deviceId="1" faults={faults} />
        <p>elsewhere</p>
      </div>
    </QueryClientProvider>,
  )
  return screen.getByTestId('fault-room')
}
const listed = (room: HTMLElement) =>
  within(room)
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent)

test('without a fault the room says so, with one it shows that alone', () => {
  expect(show([]).textContent).toBe('没有故障')
  cleanup()
  const room = show(FAULTS.slice(0, 1))
  expect(room.textContent).toBe('电池欠压')
  expect(within(room).queryByRole('button')).toBeNull()
})

test('of several the worst is in the room, the others open over what is below', async () => {
  const room = show(FAULTS)
  expect(room.textContent).toBe('流量越限+2')
  const others = within(room).getByRole('button', { name: '另有 2 项故障' })
  await userEvent.click(others)
  expect(listed(room)).toHaveLength(2)
  expect(listed(room)[0]).toBe('电池欠压')
  // The list takes the Escape that would close what it lies in.
  fireEvent.keyDown(others, { key: 'Escape' })
  expect([listed(room), escaped.mock.calls.length]).toEqual([[], 0])
  fireEvent.keyDown(others, { key: 'Escape' })
  expect(escaped).toHaveBeenCalledTimes(1)
  await userEvent.click(others)
  fireEvent.pointerDown(within(room).getAllByRole('listitem')[0]!)
  expect(listed(room)).toHaveLength(2)
  fireEvent.pointerDown(screen.getByText('elsewhere'))
  expect(listed(room)).toEqual([])
})
