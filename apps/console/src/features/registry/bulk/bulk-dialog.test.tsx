import type { DeviceRow } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { useSession } from '../../../lib/access/session.ts'
import { queryClient } from '../../../lib/api/query.ts'
import { startTexts } from '../../../lib/text/text.ts'
import { BulkTools } from './bulk-tools.tsx'

beforeAll(() => startTexts('zh-CN'))
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const row = (id: string, more: object = {}) =>
  ({
    id,
    version: 2,
    name: `${id}#阀`,
    deviceNo: `V-${id}`,
    serialNo: null,
    productIdName: '阀门',
    lifecycle: 'IN_STOCK',
    enabled: true,
    ...more,
  }) as unknown as DeviceRow

/** The second device is refused whatever is asked of it. */
function show(roles: string[], rows = [row('1'), row('2', { enabled: null }), row('3')]) {
  const sent: { path: string; body: unknown }[] = []
  useSession.setState({ phase: 'ready', token: 't', roles })
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    const body = JSON.parse(String(init.body ?? '{}')) as { id?: string }
    sent.push({ path: url, body })
    const refused = { code: 400, message: '有误', data: { error: 'validation', fields: { enabled: 'retired' } } }
    return Promise.resolve(Response.json(body.id === '2' ? refused : { code: 0, message: '', data: true }))
  })
  render(
    <QueryClientProvider client={queryClient}>
      <BulkTools rows={rows} />
    </QueryClientProvider>,
  )
  return sent
}

const user = userEvent.setup({ pointerEventsCheck: 0 })
async function choose(label: string, option: string) {
  await user.click(screen.getByRole('combobox', { name: label }))
  await user.click(await screen.findByText(option, { selector: '.ant-select-item-option-content' }))
}

test('a change is done device by device, says what became of each, and is taken back where it was done', async () => {
  const sent = show(['device:edit'])
  await user.click(screen.getByRole('button', { name: '批量修改' }))
  await choose('要做什么', '启用')
  await choose('启用', '否')
  await user.click(screen.getByRole('button', { name: '对 3 台执行' }))
  const status = await screen.findByRole('status')
  await waitFor(() => expect(status.textContent).toContain('成功 2 台，未成功 1 台'))
  expect(sent.map(({ body }) => body)).toEqual([
    { id: '1', version: 2, enabled: false },
    { id: '2', version: 2, enabled: false },
    { id: '3', version: 2, enabled: false },
  ])
  const [first] = screen.getAllByRole('listitem')
  expect(within(first!).getByText('2#阀')).toBeTruthy()
  expect(first!.textContent).toContain('设备已报废，不能再启用')
  await user.click(screen.getByRole('button', { name: '撤销' }))
  await waitFor(() => expect(sent).toHaveLength(5))
  expect(sent.slice(3).map(({ body }) => body)).toEqual([
    { id: '1', version: 3, enabled: true },
    { id: '3', version: 3, enabled: true },
  ])
  // What was taken back once is not offered again.
  await waitFor(() => expect(screen.queryByRole('button', { name: '撤销' })).toBeNull())
}, 30_000)

test('a typed text is what is sent, and an emptied one nothing', async () => {
  const sent = show(['device:edit'], [row('1', { installer: '李工' })])
  await user.click(screen.getByRole('button', { name: '批量修改' }))
  await choose('要做什么', '安装人')
  await user.type(document.querySelector('.bulk-value input')!, '王工')
  await user.click(screen.getByRole('button', { name: '对 1 台执行' }))
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ id: '1', version: 2, installer: '王工' }]))
  await user.click(await screen.findByRole('button', { name: '撤销' }))
  await waitFor(() => expect(sent[1]?.body).toEqual({ id: '1', version: 3, installer: '李工' }))
}, 30_000)

test('a step of a life skips those that are not there, with the reason, and cannot be taken back', async () => {
  const sent = show(['device:ship'], [row('1'), row('3', { lifecycle: 'PRODUCED' })])
  await user.click(screen.getByRole('button', { name: '批量修改' }))
  await choose('要做什么', '出库')
  await user.click(screen.getByRole('button', { name: '对 2 台执行' }))
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('成功 1 台，未成功 1 台'))
  expect(sent.map(({ path, body }) => [path, body])).toEqual([['/device/v1/device/ship', { id: '1', version: 2 }]])
  expect(document.body.textContent).toContain('仅在“在库”状态下可用')
  expect(screen.queryByRole('button', { name: '撤销' })).toBeNull()
}, 30_000)

test('labels are for everyone who sees devices, with a code for each', async () => {
  show(['device:list'])
  expect(screen.queryByRole('button', { name: '批量修改' })).toBeNull()
  await user.click(screen.getByRole('button', { name: '打印标签' }))
  await screen.findByRole('dialog')
  expect(screen.getAllByRole('img', { name: /的二维码/ })).toHaveLength(3)
  const print = vi.fn<() => void>()
  vi.stubGlobal('print', print)
  await user.click(screen.getByRole('button', { name: '打印' }))
  expect(print).toHaveBeenCalledOnce()
}, 30_000)
