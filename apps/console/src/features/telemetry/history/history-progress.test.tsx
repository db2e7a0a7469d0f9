import { historyImportSchema, type HistoryImport, type LiveEvent } from '@sluice/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../../lib/access/session.ts'
import { changeLanguage, startTexts } from '../../../lib/text/text.ts'
import { HistoryProgress } from './history-progress.tsx'
import { isGoingOn, percentOf, withRun } from './history-runs.ts'

const heard = vi.hoisted(() => new Set<(event: LiveEvent) => void>())
vi.mock('../../../lib/live/live.ts', async (original) => ({
  ...(await original<Record<string, unknown>>()),
  onLive: (listener: (event: LiveEvent) => void) => {
    heard.add(listener)
    return () => heard.delete(listener)
  },
}))

let answer: HistoryImport[]

function runOf(more: Partial<HistoryImport> = {}): HistoryImport {
  return historyImportSchema.parse({
    id: '1',
    deptId: '1',
    name: '清河县',
    program: 'p',
    status: 'RUNNING',
    fromTime: '2026-08-24T00:00:00.000Z',
    toTime: '2026-11-21T00:00:00.000Z',
    expected: 1000,
    done: 420,
    marked: 0,
    rejected: { BAD_TIME: 5 },
    cursor: 'c',
    reachedTime: '2026-10-02T04:00:00.000Z',
    secondsLeft: 95,
    createBy: '1',
    createTime: new Date().toISOString(),
    lastTime: new Date().toISOString(),
    endTime: null,
    ...more,
  })
}

const tell = (run: HistoryImport) => act(() => heard.forEach((listener) => listener({ type: 'historyImport', run })))

function show() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  return render(
    <QueryClientProvider client={client}>
      <HistoryProgress />
    </QueryClientProvider>,
  )
}

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  answer = []
  useSession.setState({ phase: 'ready', roles: ['historyImport:list'] })
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Response.json({ code: 0, message: 'ok', data: answer })),
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('nothing is drawn without a running import, or for one whose program has been gone for minutes', async () => {
  answer = [runOf({ lastTime: new Date(Date.now() - 180_000).toISOString() })]
  const { container } = show()
  await waitFor(() => expect(fetch).toHaveBeenCalled())
  await act(async () => undefined)
  expect(container.textContent).toBe('')
})

test('a running import shows name, percent, day and time left, and follows the live channel', async () => {
  answer = [runOf()]
  show()
  const bar = await screen.findByRole('progressbar')
  expect(bar.getAttribute('aria-valuenow')).toBe('42')
  expect(screen.getByTestId('history-progress').textContent).toContain('清河县')
  for (const fact of ['42 %', '2026-10-02', '2 分钟']) expect(bar.getAttribute('aria-valuetext')).toContain(fact)
  tell(runOf({ done: 900, secondsLeft: 9 }))
  await waitFor(() => expect(bar.getAttribute('aria-valuenow')).toBe('90'))
  expect(bar.getAttribute('aria-valuetext')).toContain('9 秒')
})

test('its end is shown once and then disappears; a cancelled one just disappears', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  answer = [runOf()]
  show()
  await screen.findByRole('progressbar')
  tell(runOf({ status: 'DONE', done: 995 }))
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  expect(screen.getByRole('status').textContent).toContain('清河县')
  act(() => void vi.advanceTimersByTime(13_000))
  expect(screen.queryByRole('status')).toBeNull()
  tell(runOf({ id: '2' }))
  expect(await screen.findByRole('progressbar')).toBeTruthy()
  tell(runOf({ id: '2', status: 'CANCELLED' }))
  await waitFor(() => expect(screen.queryByTestId('history-progress')).toBeNull())
  expect(screen.queryByRole('status')).toBeNull()
})

test('a user without the permission makes no call and sees nothing', async () => {
  useSession.setState({ roles: ['device:list'] })
  const { container } = show()
  tell(runOf())
  expect(fetch).not.toHaveBeenCalled()
  expect(container.textContent).toBe('')
})

test('it is available in English', async () => {
  await changeLanguage('en-US')
  answer = [runOf()]
  show()
  await screen.findByRole('progressbar')
  expect(screen.getByTestId('history-progress').textContent).toMatch(
    /Importing history: 清河县.*42 % · reached 2026-10-02/,
  )
  await act(() => changeLanguage('zh-CN'))
})

test('the percentage includes refused reports, and is never 100 before the end', () => {
  expect(percentOf(runOf({ done: 995 }))).toBe(99)
  expect(percentOf(runOf({ expected: 0 }))).toBe(0)
  expect(isGoingOn(runOf({ lastTime: null }), Date.now())).toBe(true)
  expect(withRun([runOf()], runOf({ id: '2' })).map(({ id }) => id)).toEqual(['2', '1'])
})
