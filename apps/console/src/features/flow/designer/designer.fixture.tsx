import type { FlowModel, FlowWay } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, Route, Routes } from 'react-router'
import { vi } from 'vitest'
import { useSession } from '../../../lib/access/session.ts'
import { queryClient } from '../../../lib/api/query.ts'
import { AskHost } from '../../../parts/overlay/ask-host.tsx'
import { ToastHost } from '../../../parts/overlay/toast-host.tsx'
import FlowDesignerScreen from './flow-designer.screen.tsx'

/** The page of a flow with a server that answers, for tests. */

interface Given {
  model: FlowModel
  way?: FlowWay
  tab?: string
  versions?: readonly { versionNo: number; time: string; byName: string | null; note: string | null }[]
  /** The drawings of versions, by their number. */
  published?: Readonly<Record<number, FlowModel>>
  /** Answers of a path in place of its usual one; undefined for the usual. */
  answer?: (path: string, body: Record<string, unknown>) => object | undefined
  keys?: readonly string[]
}

interface Sent {
  path: string
  body: Record<string, unknown>
}

const ROW = {
  id: '1',
  version: 4,
  code: 'water',
  name: '用水申请',
  category: null,
  flowType: 'GENERAL',
  deptId: '9',
  deptIdName: '清河县',
  status: 'DRAFT',
  versionNo: null,
  publishTime: null,
  running: 0,
  remark: null,
}
export const EDITS = ['flowDefinition:edit', 'flowDefinition:publish', 'flowDefinition:list']

export async function openDesigner({ model, way, tab, versions = [], published = {}, answer, keys = EDITS }: Given) {
  const sent: Sent[] = []
  let version = 4
  const usual = (url: URL, body: Record<string, unknown>): unknown => {
    const path = url.pathname
    if (path.endsWith('/definition/model')) {
      const of = published[Number(url.searchParams.get('versionNo'))] ?? model
      return {
        id: '1',
        name: '用水申请',
        version,
        model: of,
        problems: [],
        savedTime: '2025-09-12T06:31:00Z',
        versions,
      }
    }
    if (path.endsWith('/definition/save'))
      return { version: ++version, savedTime: '2025-09-12T06:32:00Z', problems: [] }
    if (path.endsWith('/definition/publish')) return { versionNo: 1, version: ++version, problems: [] }
    if (path.endsWith('/definition/rollBack')) return { version: ++version }
    if (path.endsWith('/definition/try')) return way ?? { steps: [], end: 'APPROVED' }
    if (path.endsWith('getOptionDataByFlowType')) return [{ id: 'u7', name: '赵广田', deptName: '东灌区' }]
    return body['id'] === undefined ? ROW : { ...ROW, id: body['id'] }
  }
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
    const url = new URL(address, 'http://x')
    const body = init?.body ? (JSON.parse(String(init.body)) as Record<string, unknown>) : {}
    if (init?.method === 'POST') sent.push({ path: url.pathname.split('/').at(-1)!, body })
    const own = answer?.(url.pathname, body)
    return Promise.resolve(Response.json(own ?? { code: 0, data: usual(url, body) }))
  })
  useSession.setState({ roles: keys, userInfo: { id: 'u1', nickName: '李文渠', deptId: '9' } as never })
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[`/workflow/definition/1${tab ? `?tab=${tab}` : ''}`]}>
        <Routes>
          <Route path="/workflow/definition/:id" element={<FlowDesignerScreen />} />
        </Routes>
      </MemoryRouter>
      <ToastHost />
      <AskHost />
    </QueryClientProvider>,
  )
  await screen.findByRole('heading', { name: '用水申请' })
  const saved = () => sent.filter(({ path }) => path === 'save').map(({ body }) => body['model'] as FlowModel)
  return { user: userEvent.setup({ pointerEventsCheck: 0 }), sent, saved }
}

export const card = (node: string) => document.querySelector<HTMLElement>(`[data-node="${node}"]`)!
