import type { ProductRow } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/api/query.ts'
import { startTexts } from '../../../lib/text/text.ts'
import { ExportFile, ImportFile } from './product-file.tsx'

const MODEL = {
  productNo: 'OWN-1',
  name: '淤积传感器',
  englishName: 'Silt sensor',
  deviceTypeCode: 'SENSOR',
  nodeKind: 'DIRECT',
  protocol: 'TB_MQTT',
  keepsOnline: true,
  reportIntervalS: 300,
  points: [],
  uplink: { protocol: 'TB_MQTT', keys: [] },
  commands: [],
  downlinks: null,
}
const PRODUCT = { id: '7', productNo: 'OWN-1', name: '淤积传感器' } as ProductRow
const FILE = { format: 'sluice-product', formatVersion: 1, hash: 'a'.repeat(64), model: MODEL }

beforeAll(() => startTexts('zh-CN'))
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function Place() {
  return <output>{useLocation().pathname}</output>
}

function opened(dialog: ReactNode, answer: object) {
  const sent: unknown[] = []
  const fetched = vi.fn<(url: string, request?: RequestInit) => Promise<Response>>((_url, request) => {
    if (request?.body) sent.push(JSON.parse(String(request.body)))
    return Promise.resolve(Response.json(answer))
  })
  vi.stubGlobal('fetch', fetched)
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={['/cloud/product']}>
        {dialog}
        <Place />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return { sent, fetched }
}

function choose(content: unknown) {
  const file = new File([typeof content === 'string' ? content : JSON.stringify(content)], 'own.product.json')
  fireEvent.change(screen.getByTestId('import-file'), { target: { files: [file] } })
}

async function confirm() {
  const button = await waitFor(() => {
    const found = screen.getByText('确定').closest('button')!
    expect(found.disabled).toBe(false)
    return found
  })
  fireEvent.click(button)
}

test('a product is saved as one file with its number as name', async () => {
  const made: Blob[] = []
  const names: string[] = []
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: (blob: Blob) => made.push(blob) && 'blob:x', revokeObjectURL: () => {} }),
  )
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download)
  })
  const onClose = vi.fn<() => void>()
  const product = PRODUCT
  opened(<ExportFile product={product} onClose={onClose} />, { code: 0, message: 'ok', data: FILE })
  fireEvent.click(screen.getByText('下载'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(names).toEqual(['OWN-1.product.json'])
  expect(JSON.parse(await made[0]!.text())).toEqual(FILE)
})

test('a file is sent as it is, and its draft is opened', async () => {
  const answer = { code: 0, message: 'ok', data: { id: '9', isNew: true, problems: {} } }
  const { sent } = opened(<ImportFile onClose={() => undefined} />, answer)
  choose(FILE)
  await confirm()
  await waitFor(() => expect(screen.getByText('/cloud/product/9')).toBeTruthy())
  expect(sent).toEqual([{ file: FILE }])
})

test('what is no product file is refused before anything is sent', async () => {
  const { fetched } = opened(<ImportFile onClose={() => undefined} />, {})
  for (const content of ['{', { ...FILE, format: 'other' }]) {
    choose(content)
    expect((await screen.findByRole('alert')).textContent).toBe('不是产品文件，也不是阿里云物模型')
  }
  expect(fetched).not.toHaveBeenCalled()
})

test('the server says why it takes no file', async () => {
  const refused = { code: 40001, message: 'no', data: { error: 'validation', fields: { 'file.hash': 'wrong-hash' } } }
  opened(<ImportFile onClose={() => undefined} />, refused)
  choose(FILE)
  await confirm()
  expect((await screen.findByRole('alert')).textContent).toBe('文件内容与校验值不符：不完整或被改过')
})

test('a thing model asks for the name of its product, and what was not taken is listed before its draft is opened', async () => {
  const leftOut = [{ item: 'events.Error', reason: 'event' }]
  const { sent } = opened(<ImportFile onClose={() => undefined} />, {
    code: 0,
    message: 'ok',
    data: { id: '11', leftOut },
  })
  const tsl = { properties: [{ identifier: 'Level', dataType: { type: 'double' } }] }
  choose(tsl)
  fireEvent.change(await screen.findByLabelText('型号'), { target: { value: 'ali-1' } })
  fireEvent.change(screen.getByLabelText('产品名称'), { target: { value: '液位计' } })
  fireEvent.change(screen.getByLabelText('英文名称'), { target: { value: 'Level gauge' } })
  await confirm()
  expect((await screen.findByText('events.Error')).closest('tr')!.textContent).toContain('平台不接收事件')
  expect(sent).toEqual([
    { productNo: 'ALI-1', name: '液位计', englishName: 'Level gauge', deviceTypeCode: 'SENSOR', tsl },
  ])
  fireEvent.click(screen.getByText('打开草稿'))
  await waitFor(() => expect(screen.getByText('/cloud/product/11')).toBeTruthy())
})
