import type { DeviceRow } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { useSession } from '../../lib/access/session.ts'
import { queryClient } from '../../lib/api/query.ts'
import { startTexts } from '../../lib/text/text.ts'
import { DeviceEdit } from './device-edit.tsx'

beforeAll(() => startTexts('zh-CN'))
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const ROW = {
  id: '7',
  version: 3,
  name: '一号阀',
  deviceNo: 'V-1',
  productId: '1',
  deptId: '1',
  nodeKind: 'SLAVE',
  traits: [],
  masterId: '2',
  lifecycle: 'SHIPPED',
  lng: 116,
  lat: 39,
  address: null,
  areaId: '3',
  network: null,
  iccid: null,
}

function show(roles: string[]) {
  const sent: unknown[] = []
  useSession.setState({ phase: 'ready', token: 't', roles })
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    if (url.endsWith('/update')) sent.push(JSON.parse(String(init.body)))
    const data = url.includes('/device/get')
      ? ROW
      : url.includes('/page')
        ? { list: [], total: 0, page: 1, limit: 50 }
        : []
    return Promise.resolve(Response.json({ code: 0, message: '', data }))
  })
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <DeviceEdit device={ROW as unknown as DeviceRow} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return sent
}

test('opens the form of the list with the fields of this kind, and saves what changed', async () => {
  const sent = show(['device:list', 'device:edit'])
  const user = userEvent.setup({ pointerEventsCheck: 0 })
  await user.click(screen.getByRole('button', { name: '修改' }))
  const name = await screen.findByDisplayValue('一号阀')
  // A slave has a master and no address of its own.
  expect(screen.queryByText('站址')).toBeNull()
  expect(screen.getByText('主机')).toBeTruthy()
  await user.clear(name)
  await user.type(name, '二号阀')
  await user.click(screen.getByRole('button', { name: '确定' }))
  await waitFor(() => expect(sent).toEqual([{ id: '7', version: 3, name: '二号阀' }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('offers the next step in its life, and says why it cannot be taken yet', async () => {
  show(['device:list', 'device:install', 'device:stockIn'])
  const user = userEvent.setup({ pointerEventsCheck: 0 })
  await user.click(screen.getByRole('button', { name: /更多/ }))
  const install = await screen.findByRole<HTMLButtonElement>('menuitem', { name: /安装/ })
  expect(install.disabled).toBe(true)
  expect(document.body.textContent).toContain('请先填写安装地址')
  expect(document.body.textContent).toContain('仅在“已生产”状态下可用')
})

test('is not there for those who may only look', async () => {
  show(['device:list'])
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull())
})
