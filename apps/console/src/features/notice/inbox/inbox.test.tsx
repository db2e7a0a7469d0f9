import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/api/query.ts'
import { forgetToasts, useToasts } from '../../../lib/page/toast.ts'
import { forgetToldFaults, isFaultTold } from '../../../lib/page/told-faults.ts'
import { startTexts } from '../../../lib/text/text.ts'
import Inbox from './inbox.tsx'
import { useDesktop } from './desktop.ts'

const heard: ((event: { type: string }) => void)[] = []
vi.mock('../../../lib/live/live.ts', async (load) => ({
  ...(await load<object>()),
  onLive: (listener: (event: { type: string }) => void) => {
    heard.push(listener)
    return () => heard.splice(heard.indexOf(listener), 1)
  },
}))

const message = (id: string, more: object = {}) => ({
  id,
  title: `严重故障：东干渠-${id}#阀 阀门堵转`,
  text: '阀门堵转，06-18 14:00 开始',
  url: `/fault/fault-device/${id}`,
  faultIds: [id],
  level: 3,
  sentTime: '2026-06-18T06:00:00.000Z',
  readTime: null,
  takenBy: [],
  ...more,
})
let messages: object[]
let sent: { path: string; body: unknown }[]

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  messages = [message('2'), message('1', { readTime: '2026-06-18T06:30:00.000Z' })]
  sent = []
  vi.stubGlobal('fetch', async (url: string, init?: { method?: string; body?: string }) => {
    const { pathname: path } = new URL(url, 'http://here')
    if (init?.method === 'POST') sent.push({ path, body: JSON.parse(init.body ?? '{}') })
    const data = path.endsWith('/own') ? messages : true
    return new Response(JSON.stringify({ code: 0, message: 'ok', data }))
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  forgetToasts()
  forgetToldFaults()
  vi.unstubAllGlobals()
})

const Where = () => <output>{useLocation().pathname}</output>

function shown(at = '/') {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[at]}>
        <Inbox />
        <Where />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
const button = () => screen.getByTestId('inbox-button')
const posted = (end: string) => sent.filter(({ path }) => path.endsWith(end)).map(({ body }) => body)
const arrives = (one: object) => {
  messages = [one, ...messages]
  act(() => heard.forEach((listener) => listener({ type: 'pushes' })))
}

test('the unread are counted; a line leads to its fault, and is read with it', async () => {
  shown()
  await waitFor(() => expect(button().getAttribute('aria-label')).toBe('1 条未读消息'))
  await userEvent.click(button())
  const lines = screen.getAllByRole('link')
  expect(lines.map((line) => line.getAttribute('href'))).toEqual(['/fault/fault-device/2', '/fault/fault-device/1'])
  await userEvent.click(lines[0]!)
  expect(document.querySelector('output')?.textContent).toBe('/fault/fault-device/2')
  expect(posted('/push/read')).toEqual([{ ids: ['2'] }])
  expect(screen.queryByTestId('inbox')).toBeNull()
})

test('a line says who took its fault', async () => {
  messages = [message('2', { takenBy: ['赵国强'] }), message('1')]
  shown()
  await waitFor(() => expect(button().textContent).toBe('2'))
  await userEvent.click(button())
  const [taken, open] = screen.getAllByRole('link').map(({ textContent }) => textContent)
  expect(taken).toContain('赵国强 已接手')
  expect(open).not.toContain('已接手')
})

test('all are marked as read up to the newest that is shown', async () => {
  shown()
  await waitFor(() => expect(button().textContent).toBe('1'))
  await userEvent.click(button())
  messages = [message('2', { readTime: '2026-06-18T07:00:00.000Z' })]
  await userEvent.click(screen.getByRole('button', { name: '全部标为已读' }))
  expect(posted('/push/readAll')).toEqual([{ until: '2026-06-18T06:00:00.000Z' }])
  await waitFor(() => expect(screen.queryByRole('button', { name: '全部标为已读' })).toBeNull())
})

test('what was there is no news; what arrives is told once, and its toast leads to the fault', async () => {
  shown()
  await waitFor(() => expect(button().textContent).toBe('1'))
  expect(useToasts.getState().toasts).toEqual([])
  arrives(message('3', { level: 4 }))
  await waitFor(() => expect(useToasts.getState().toasts.map(({ kind }) => kind)).toEqual(['warning']))
  // What it tells of is not told by the bell as well; what was there before is.
  expect(['3', '2'].map(isFaultTold)).toEqual([true, false])
  // An urgent one stays until somebody closes it.
  expect(useToasts.getState().toasts[0]!.action).toMatchObject({ stays: true })
  arrives(message('1', { readTime: '2026-06-18T06:30:00.000Z' }))
  await waitFor(() => expect(button().textContent).toBe('2'))
  expect(useToasts.getState().toasts).toHaveLength(1)
  act(() => useToasts.getState().toasts[0]!.action!.onClick())
  expect(document.querySelector('output')?.textContent).toBe('/fault/fault-device/3')
  expect(posted('/push/read')).toEqual([{ ids: ['3'] }])
})

test('whoever comes by the link of a message has read it', async () => {
  shown('/fault/fault-device/9?push=77')
  await waitFor(() => expect(posted('/push/read')).toEqual([{ ids: ['77'] }]))
})

test('the browser is asked for desktop notifications only after the button, and shows them while the page is hidden', async () => {
  const made: string[] = []
  const request = vi.fn<() => Promise<string>>(async () => {
    Desktop.permission = 'granted'
    return 'granted'
  })
  class Desktop {
    static permission = 'default'
    static requestPermission = request
    onclick: (() => void) | null = null
    constructor(title: string) {
      made.push(title)
    }
    close() {}
  }
  vi.stubGlobal('Notification', Desktop)
  useDesktop.setState({ state: 'off' })
  shown()
  await waitFor(() => expect(button().textContent).toBe('1'))
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  arrives(message('3'))
  await waitFor(() => expect(button().textContent).toBe('2'))
  expect([request.mock.calls.length, made]).toEqual([0, []])
  await userEvent.click(button())
  await userEvent.click(screen.getByRole('button', { name: '开启桌面通知' }))
  expect(await screen.findByText('桌面通知已开启')).toBeDefined()
  arrives(message('4'))
  await waitFor(() => expect(made).toEqual([message('4').title]))
  expect(useToasts.getState().toasts).toEqual([])
  vi.restoreAllMocks()
})
