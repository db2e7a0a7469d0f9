import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/api/query.ts'
import { startTexts } from '../../../lib/text/text.ts'
import { PRODUCT_FORMS } from './product-forms.tsx'

beforeAll(() => startTexts('zh-CN'))
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const LIBRARY = [
  {
    productNo: 'LIB-COVER',
    name: '智能井盖',
    englishName: 'Manhole cover',
    deviceTypeCode: 'COVER',
    protocol: 'TB_MQTT',
  },
  { productNo: 'LIB-RAIN', name: '雨量站', englishName: 'Rain station', deviceTypeCode: 'SENSOR', protocol: 'SL651' },
]

function answerTo(url: string): unknown {
  if (url.includes('/library')) return LIBRARY
  if (url.includes('/vocabulary')) return { metrics: [], usual: [], protocols: [], elements: [] }
  return { id: '9' }
}

test('a ready model is found by any of its words, and names and makes the new product', async () => {
  const sent: unknown[] = []
  const onClose = vi.fn<() => void>()
  const fetched = vi.fn<(url: string, request?: RequestInit) => Promise<Response>>((url, request) => {
    if (request?.body) sent.push(JSON.parse(String(request.body)))
    return Promise.resolve(Response.json({ code: 0, message: 'ok', data: answerTo(String(url)) }))
  })
  vi.stubGlobal('fetch', fetched)
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={['/cloud/product']}>{PRODUCT_FORMS.listForms.create(onClose)}</MemoryRouter>
    </QueryClientProvider>,
  )
  const choice = screen.getByLabelText('从模板库新建')
  await waitFor(() => expect(fetched.mock.calls.some(([url]) => String(url).includes('/library'))).toBe(true))
  fireEvent.mouseDown(choice)
  await screen.findByText('雨量站 · 传感器 · SL651', { selector: '.ant-select-item-option-content' })
  fireEvent.change(choice, { target: { value: 'manhole' } })
  await waitFor(() => expect(document.querySelectorAll('.ant-select-item-option-content')).toHaveLength(1))
  fireEvent.click(document.querySelector('.ant-select-item-option-content')!)
  expect((screen.getByLabelText('产品名称') as HTMLInputElement).value).toBe('智能井盖')
  // The model says what it is: nothing else is asked.
  await waitFor(() => expect(screen.queryByLabelText('节点')).toBeNull())
  fireEvent.change(screen.getByLabelText('型号'), { target: { value: 'our-cover' } })
  fireEvent.click(screen.getByText('确定'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent).toEqual([
    {
      productNo: 'OUR-COVER',
      name: '智能井盖',
      englishName: 'Manhole cover',
      from: { template: 'LIB-COVER' },
    },
  ])
})
