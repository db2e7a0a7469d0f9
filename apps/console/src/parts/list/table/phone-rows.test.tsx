import { deviceResource, type Resource } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../../lib/access/session.ts'
import { queryClient } from '../../../lib/api/query.ts'
import { startTexts } from '../../../lib/text/text.ts'
import { ListPage } from '../list-page.tsx'
import type { ListSlots } from '../layout/list-slots.ts'
import { phoneFields } from './phone-rows.tsx'

const resource: Resource = {
  ...(deviceResource as Resource),
  list: { ...deviceResource.list, columns: ['name', 'deviceNo', 'status', 'stationAddress', 'lastSeenTime'] },
}
const wide = window.innerWidth
const opened = vi.fn<(id: string) => void>()
const did = vi.fn<(id: string) => void>()
const slots: ListSlots<Resource> = {
  onOpen: ({ id }) => opened(id),
  phone: { right: ({ id }) => `${id} %`, act: 'read' },
  card: () => 'a card of the desktop',
  rowActions: ({ id }) =>
    ['read', 'control', 'history', 'ledger'].map((key) => ({ key, label: key, onClick: () => did(`${key} ${id}`) })),
}

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  window.innerWidth = 390
  useSession.setState({ phase: 'ready', token: 't', roles: ['device:list', 'device:del', 'device:export'] })
  vi.stubGlobal('fetch', (url: string) => {
    const row = (id: string) => ({
      id,
      version: 0,
      name: `device ${id}`,
      deviceNo: `D${id}`,
      stationAddress: id === '1' ? null : '0001',
      status: 'OFFLINE',
      lastSeenTime: null,
    })
    const page = { list: [row('1'), row('2')], total: 2, page: 1, limit: 20 }
    const data = url.includes('/page') ? page : null
    return Promise.resolve(Response.json({ code: 0, message: 'ok', data }))
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
  window.innerWidth = wide
})

async function open(more: ListSlots<Resource> = slots, title = 'device 1') {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <ListPage resource={resource} slots={more} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByText(title)
  return userEvent.setup()
}
const rows = () => [...document.querySelectorAll<HTMLElement>('[data-row-key]')]

test('a phone has rows of two lines, whatever the desktop has: name and number, then state, values and age', async () => {
  await open()
  expect(rows()).toHaveLength(2)
  expect([document.querySelector('table'), screen.queryByText('a card of the desktop')]).toEqual([null, null])
  const [first, second] = rows().map((row) => [...row.querySelectorAll('.phone-row-line')].map((l) => l.textContent))
  expect(first).toEqual(['device 11 %', expect.stringMatching(/^离线D1/)])
  // An empty value leaves its place to the next.
  expect(second![1]).toMatch(/^离线D20001/)
  expect(screen.queryAllByRole('checkbox')).toEqual([])
  expect(screen.queryByRole('button', { name: '删除' })).toBeNull()
})

test('from 768 px on it is the table', async () => {
  window.innerWidth = 768
  await open()
  expect([document.querySelectorAll('table').length > 0, rows()[0]!.className]).not.toContain('phone-row')
})

test('rows that expand stay a table', async () => {
  await open({ ...slots, expanded: () => 'more' })
  expect(document.querySelector('.phone-row')).toBeNull()
})

test('a tap opens the row, one action is a button, the others stand in the tray and all in the sheet', async () => {
  const user = await open()
  await user.click(screen.getByText('device 2'))
  expect(opened).toHaveBeenCalledExactlyOnceWith('2')
  const row = within(rows()[1]!)
  await user.click(row.getByRole('button', { name: 'read' }))
  expect(did.mock.calls).toEqual([['read 2']])
  expect(opened).toHaveBeenCalledOnce()
  const tray = rows()[1]!.querySelector('.phone-tray')!
  expect([tray.getAttribute('aria-hidden'), tray.textContent]).toEqual(['true', 'controlhistoryledger'])
  expect([...tray.querySelectorAll('button')].every(({ tabIndex }) => tabIndex === -1)).toBe(true)
  fireEvent.click(tray.querySelector('button')!)
  expect(did).toHaveBeenLastCalledWith('control 2')
  await user.click(row.getByRole('button', { name: /device 2/ }))
  const sheet = within(await screen.findByRole('dialog'))
  expect(sheet.getAllByRole('button').map((one) => one.textContent)).toEqual([
    'read',
    'control',
    'history',
    'ledger',
    '删除',
    '取消',
  ])
  await user.click(sheet.getByRole('button', { name: 'ledger' }))
  expect(did).toHaveBeenLastCalledWith('ledger 2')
  expect(screen.queryByRole('dialog')).toBeNull()
})

const touch = { pointerType: 'touch', clientX: 50, clientY: 50 }
const main = () => rows()[0]!.querySelector<HTMLElement>('.phone-row-main')!

test('a finger that rests on a row opens its actions, and not the row', async () => {
  await open()
  vi.useFakeTimers()
  try {
    fireEvent.pointerDown(main(), touch)
    fireEvent.pointerMove(main(), { ...touch, clientX: 54 })
    act(() => void vi.advanceTimersByTime(499))
    expect(screen.queryByRole('dialog')).toBeNull()
    act(() => void vi.advanceTimersByTime(1))
    expect(screen.getByRole('dialog')).toBeTruthy()
    // The finger is lifted, for which some browsers tell a click.
    fireEvent.pointerUp(main(), touch)
    fireEvent.click(screen.getByText('device 1', { selector: '.clip *, b.clip' }))
    expect(opened).not.toHaveBeenCalled()
    expect(fireEvent.contextMenu(main())).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})

test.each([
  ['a finger that moves', touch, { ...touch, clientX: 61 }],
  ['a mouse', { ...touch, pointerType: 'mouse' }, touch],
])('%s opens no actions', async (_who, down, move) => {
  await open()
  vi.useFakeTimers()
  try {
    fireEvent.pointerDown(main(), down)
    fireEvent.pointerMove(main(), move)
    act(() => void vi.advanceTimersByTime(2_000))
    expect(screen.queryByRole('dialog')).toBeNull()
  } finally {
    vi.useRealTimers()
  }
})

test('what destroys stands last among the actions, and what cannot be done says why', async () => {
  const actions = [
    { key: 'wipe', label: 'delete', danger: true, onClick: () => {} },
    { key: 'stop', label: 'stop', because: 'offline', onClick: () => {} },
  ]
  const user = await open({ rowActions: () => actions })
  await user.click(within(rows()[0]!).getByRole('button', { name: /device 1/ }))
  const said = within(await screen.findByRole('dialog')).getAllByRole('button')
  expect(said.map((one) => one.textContent)).toEqual(['stopoffline', 'delete', '删除', '取消'])
  expect(said[0]!.hasAttribute('disabled')).toBe(true)
})

test('one row is urgent, settled ones are grey, and a third line has the age', async () => {
  await open({
    ...slots,
    phone: {
      act: 'read',
      urgent: (all) => all[1],
      settled: ({ id }) => id === '1',
      third: () => 'third',
      lead: () => 'L',
    },
  })
  expect(rows().map((row) => row.classList.contains('settled'))).toEqual([true, false])
  const filled = rows().map((row) =>
    within(row).getByRole('button', { name: 'read' }).className.includes('btn-command'),
  )
  expect(filled).toEqual([false, true])
  const lines = [...rows()[0]!.querySelectorAll('.phone-row-line')].map((line) => line.querySelector('small') !== null)
  expect(lines).toEqual([false, false, true])
})

test('a swipe shows what the list names, else nothing that destroys', async () => {
  await open({ rowActions: slots.rowActions!, phone: { tray: ['history'] } })
  const said = () => rows()[0]!.querySelector('.phone-tray')!.textContent
  expect(said()).toBe('history')
  cleanup()
  queryClient.clear()
  await open({ rowActions: () => [{ key: 'read', label: 'read', onClick: () => {} }] })
  expect(said()).toBe('read')
})

test('one tray is open at a time', async () => {
  await open()
  const [one, two] = rows() as [HTMLElement, HTMLElement]
  one.scrollTo = vi.fn<() => void>()
  one.scrollLeft = 100
  fireEvent.scroll(one)
  expect(one.scrollTo).not.toHaveBeenCalled()
  two.scrollLeft = 100
  fireEvent.scroll(two)
  expect(one.scrollTo).toHaveBeenCalledExactlyOnceWith({ left: 0 })
})

test('the search is behind a button, has the focus when it opens, and closes with its search', async () => {
  const user = await open()
  expect(screen.queryByRole('search')).toBeNull()
  await user.click(screen.getByRole('button', { name: '查询' }))
  const form = screen.getByRole('search')
  expect(form.contains(document.activeElement)).toBe(true)
  await user.keyboard('abc{Enter}')
  await waitFor(() => expect(screen.queryByRole('search')).toBeNull())
  expect(screen.getByRole('button', { name: '查询' }).getAttribute('aria-pressed')).toBe('true')
})

test('the fields: the state, the last time, and what else the columns have', () => {
  const columns = resource.list.columns!
  expect(phoneFields(resource, columns)).toEqual({
    state: 'status',
    below: ['deviceNo', 'stationAddress'],
    age: 'lastSeenTime',
  })
  expect(phoneFields(resource, ['name', 'deviceNo'])).toEqual({ state: null, below: ['deviceNo'], age: null })
})

test('the only action of a row is a button in it, unless it destroys', async () => {
  const alone = (danger: boolean) => ({
    rowActions: ({ id }: { id: string }) => [{ key: 'adopt', label: 'adopt', danger, onClick: () => did(id) }],
  })
  useSession.setState({ phase: 'ready', token: 't', roles: ['device:list'] })
  const user = await open(alone(false))
  await user.click(within(rows()[0]!).getByRole('button', { name: 'adopt' }))
  expect(did.mock.calls).toEqual([['1']])
  expect(within(rows()[0]!).queryByRole('button', { name: /device 1/ })).toBeNull()
  cleanup()
  await open(alone(true))
  expect(within(rows()[0]!).queryByRole('button', { name: 'adopt' })).toBeNull()
})

test('a list may say the two lines itself', async () => {
  const phone = { title: ({ id }: { id: string }) => `no. ${id}: device ${id}`, second: () => 'all well' }
  await open({ phone }, 'no. 1: device 1')
  const lines = [...rows()[0]!.querySelectorAll('.phone-row-line')].map((line) => line.textContent)
  expect(lines).toEqual(['no. 1: device 1', expect.stringMatching(/^all well/)])
})
