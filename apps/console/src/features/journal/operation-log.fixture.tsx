import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { useSession } from '../../lib/access/session.ts'
import { queryClient } from '../../lib/api/query.ts'
import { startTexts } from '../../lib/text/text.ts'
import { useVerdict } from './chain-node.tsx'
import OperationLogScreen from './operation-log.screen.tsx'

export const line = (id: string, action: string, more: object = {}) => ({
  id,
  version: 0,
  ts: '2026-08-03T01:00:00Z',
  username: 'admin',
  nickName: '管理员',
  apiKeyName: null,
  deptName: '平台',
  action,
  area: action.split('.')[0],
  verb: action.split('.')[1],
  targetIds: ['7', '8', '9', '10'],
  ip: '10.0.0.8',
  traceId: 'abcdefgh-1234',
  change: null,
  outcome: null,
  batch: id,
  ...more,
})

export const named = (id: string, name: string | null, more: object = {}) => ({
  id,
  name,
  was: null,
  gone: false,
  fault: null,
  ...more,
})
export const command = (status: string, more: object = {}) => ({
  id: '90',
  code: 'CLOSE',
  status,
  target: { opening: 0 },
  before: { opening: 100, valveState: null },
  after: null,
  late: false,
  ...more,
})
export const about = (id: string, kind: string, objects: object[], more: object = {}) => ({
  id,
  kind,
  objects,
  command: null,
  batch: { lines: 1, outcomes: {} },
  ...more,
})
export const VALVE = named('7', '北一斗-10#阀')
export const STARTED = '2026-08-03T01:00:00.000Z'

interface Asked {
  path: string
  query: Record<string, string>
  body: Record<string, unknown>
}

/** What the server has, and what it was asked. */
interface ServedLog {
  lines: ReturnType<typeof line>[]
  objects: object[]
  /** A line as its details read it. */
  whole: object
  /** How far the verification is at each question; the next answer comes when the test has seen the one before. */
  verified: number[]
  seen: Promise<void>
  asked: Asked[]
}

function begun(): ServedLog {
  return {
    lines: [
      line('1', 'resource.update'),
      line('2', 'user.resetPassword', { targetIds: ['5'] }),
      line('3', 'command.send', { targetIds: ['7'] }),
    ],
    objects: [
      about('2', 'user', [named('5', '周岚')]),
      about('3', 'device', [VALVE], { command: command('EXECUTED', { after: { opening: 1, valveState: null } }) }),
    ],
    whole: { before: { type: '2' }, after: { type: '3' }, chain: null },
    verified: [],
    seen: Promise.resolve(),
    asked: [],
  }
}

function answer(log: ServedLog, path: string): unknown {
  const { lines, objects, whole, verified } = log
  if (path.endsWith('/page')) return { list: lines, total: lines.length, page: 1, limit: 20 }
  if (path.endsWith('/actions')) return lines.map(({ action }) => action)
  if (path.endsWith('/operation/proof')) return { seq: 5, line: '[1]' }
  if (path.endsWith('/operation/get')) return { ...lines[0], ...whole }
  if (path.endsWith('/objects')) return objects
  if (path.endsWith('/verify')) {
    const verdict = { lines: 20_118, unsealed: 0, verifiedTime: '2026-08-03T01:00:00Z', broken: null }
    const done = verified.shift() ?? 20_118
    return { startedTime: STARTED, total: 20_118, done, verdict: done < 20_118 ? null : verdict }
  }
  if (path.endsWith('/export')) return { jobId: '1' }
  return path.endsWith('/preference/get') ? null : []
}

/** A log of three lines before each test of the file; its tests change what the server has. */
export function servedLog(): ServedLog {
  const log = begun()
  // Tables are slow to draw without a browser, even more on a busy machine.
  configure({ asyncUtilTimeout: 8000 })
  beforeAll(() => startTexts('zh-CN'))
  beforeEach(() => {
    Object.assign(log, begun())
    useSession.setState({
      phase: 'ready',
      token: 't',
      roles: ['operationLog:list', 'operationLog:export', 'device:list'],
    })
    vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
      const { pathname: path, searchParams } = new URL(url, 'http://here')
      const body = JSON.parse(String(init.body ?? '{}')) as Record<string, unknown>
      log.asked.push({ path, query: Object.fromEntries(searchParams), body })
      const respond = () => Response.json({ code: 0, message: '', data: answer(log, path) })
      return path.endsWith('/verify') ? log.seen.then(respond) : Promise.resolve(respond())
    })
  })
  afterEach(() => {
    cleanup()
    queryClient.clear()
    useVerdict.setState({ verdict: null })
    log.seen = Promise.resolve()
    vi.unstubAllGlobals()
  })
  return log
}

function Address() {
  return <output data-testid="address">{useLocation().search}</output>
}

export async function open(search = '') {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[`/log/operation${search}`]}>
        <OperationLogScreen />
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findAllByText('管理员')
  return userEvent.setup()
}

export const details = () => within(screen.getByRole('complementary', { name: '记录详情' }))
/** Where the row of a line is, by its number. */
export const row = (id: string) => document.querySelector<HTMLElement>(`tr[data-row-key="${id}"]`)!
export const press = (user: ReturnType<typeof userEvent.setup>, id: string) =>
  user.click(within(row(id)).getByRole('button', { name: /^打开/ }))
