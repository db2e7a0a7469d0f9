import { flowDefinitionResource, permissionKey, READY_FLOWS } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { useSession } from '../../../lib/access/session.ts'
import { queryClient } from '../../../lib/api/query.ts'
import { DetailAddresses } from '../../../lib/page/detail-address.tsx'
import { startTexts } from '../../../lib/text/text.ts'
import { EDITS } from '../designer/designer.fixture.tsx'
import { WATER } from '../designer/flow.fixture.ts'
import DefinitionScreen from './definition.screen.tsx'
import { fileText, flowIn } from './flow-file.ts'

beforeAll(() => startTexts('zh-CN'))
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a file holds the flow as it is drawn, and what is no flow is refused', () => {
  const flow = { code: 'water', name: '用水申请', flowType: 'GENERAL', model: WATER } as const
  expect(flowIn(fileText(flow))).toEqual({ format: 'sluice-flow', formatVersion: 1, ...flow })
  for (const other of ['', '{}', '[]', fileText({ ...flow, code: 'Wasser 1' }), fileText({ ...flow, name: '' })])
    expect(flowIn(other)).toBeNull()
  expect(flowIn(fileText(flow).replace('"CHOICE"', '"SCRIPT"'))).toBeNull()
})

const ROW = {
  id: '7',
  version: 1,
  code: 'water',
  name: '用水申请',
  flowType: 'GENERAL',
  deptId: '9',
  deptIdName: '清河县',
  status: 'DRAFT',
  running: 0,
}

function Place() {
  return <output data-testid="place">{useLocation().pathname}</output>
}

async function open() {
  const sent: { path: string; body: unknown }[] = []
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
    const { pathname } = new URL(address, 'http://x')
    if (init?.method === 'POST') sent.push({ path: pathname, body: JSON.parse(String(init.body)) })
    const answers: Readonly<Record<string, unknown>> = {
      '/flow/v1/definition/page': { list: [ROW], total: 1 },
      '/flow/v1/definition/insert': { id: '8' },
      '/flow/v1/definition/save': { version: 1, savedTime: '2025-09-12T06:32:00Z', problems: [] },
      '/flow/v1/definition/model': {
        id: '8',
        name: '',
        version: 0,
        model: WATER,
        problems: [],
        savedTime: '2025-09-12T06:31:00Z',
        versions: [],
      },
    }
    return Promise.resolve(Response.json({ code: 0, data: answers[pathname] ?? [] }))
  })
  const keys = (['insert', 'export', 'del'] as const).map((verb) => permissionKey(flowDefinitionResource, verb))
  useSession.setState({ roles: [...EDITS, ...keys], userInfo: { id: 'u1', nickName: '李文渠', deptId: '9' } as never })
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={['/workflow/definition']}>
        <DetailAddresses lists={{ flowDefinition: '/workflow/definition' }}>
          <DefinitionScreen />
          <Place />
        </DetailAddresses>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByText('用水申请')
  return { user: userEvent.setup({ pointerEventsCheck: 0 }), sent }
}

const place = () => screen.getByTestId('place').textContent

test('a row leads to its drawing, and its flow is saved as a file', async () => {
  const { user } = await open()
  const saved: Blob[] = []
  const names: string[] = []
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: (blob: Blob) => saved.push(blob) && 'blob:x', revokeObjectURL: () => {} }),
  )
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download)
  })
  await user.click(screen.getByRole('button', { name: '用水申请的更多操作' }))
  await user.click(await screen.findByRole('menuitem', { name: '导出文件' }))
  await waitFor(() => expect(names).toEqual(['water.flow.json']))
  expect(flowIn(await saved[0]!.text())?.model).toEqual(WATER)
  vi.restoreAllMocks()
  await user.click(screen.getByRole('button', { name: '设计' }))
  expect(place()).toBe('/workflow/definition/7')
})

test('a ready flow becomes a draft of its own, and leads to it', async () => {
  const { user, sent } = await open()
  await user.click(screen.getByRole('button', { name: '从现成流程开始' }))
  await user.click(await screen.findByRole('button', { name: '请假' }))
  await user.click(screen.getByRole('button', { name: '新建草稿' }))
  await waitFor(() => expect(place()).toBe('/workflow/definition/8'))
  expect(sent).toEqual([
    {
      path: '/flow/v1/definition/insert',
      body: { code: 'leave', name: '请假', flowType: 'LEAVE', deptId: '9' },
    },
    {
      path: '/flow/v1/definition/save',
      body: { id: '8', version: 0, model: READY_FLOWS[0]!.model('zh-CN') },
    },
  ])
})

test('a file becomes a draft under the key that is typed', async () => {
  const { user, sent } = await open()
  await user.click(screen.getByRole('button', { name: '从文件导入' }))
  const choose = (text: string) =>
    fireEvent.change(screen.getByTestId('import-file'), { target: { files: [new File([text], 'a.flow.json')] } })
  choose('{}')
  expect(await screen.findByText('这不是流程文件')).toBeTruthy()
  choose(fileText({ code: 'water', name: '用水申请', flowType: 'GENERAL', model: WATER }))
  const key = await screen.findByDisplayValue('water')
  await user.type(key, '-2')
  await user.click(screen.getByRole('button', { name: '新建草稿' }))
  await waitFor(() => expect(place()).toBe('/workflow/definition/8'))
  expect(sent[0]?.body).toMatchObject({ code: 'water-2', name: '用水申请' })
  expect(sent[1]?.body).toMatchObject({ id: '8', model: WATER })
})
