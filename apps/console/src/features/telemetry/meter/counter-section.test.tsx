import type { DeviceCounter } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/api/query.ts'
import { startTexts } from '../../../lib/text/text.ts'
import { CounterForm } from './counter-form.tsx'
import { CounterSection } from './counter-section.tsx'

const FACES = [{ key: 'totalVolume', unit: 'm³', decimals: 3 }]
const COUNTER: DeviceCounter = {
  key: 'totalVolume',
  last: 12,
  digits: 6,
  perPulse: null,
  since: '2026-03-01T04:00:00.000Z',
  productEnd: 1e9,
  productPerPulse: 0.01,
}

beforeAll(() => startTexts('zh-CN'))
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function answering(answer: object) {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', (_url: string, request?: RequestInit) => {
    if (request?.body) sent.push(JSON.parse(String(request.body)))
    return Promise.resolve(Response.json(answer))
  })
  return sent
}

test('a counter says where it begins again and what a count is worth, its own or its product’s', async () => {
  answering({ code: 0, message: 'ok', data: [COUNTER] })
  render(
    <QueryClientProvider client={queryClient}>
      <CounterSection deviceId="1" faces={FACES} />
    </QueryClientProvider>,
  )
  expect(await screen.findByText('6 位，到 1,000,000 m³ 归零')).toBeTruthy()
  expect(screen.getByText('按产品，每计一次 0.01 m³')).toBeTruthy()
})

test('what is left empty is as the product says, and a refusal stands at its field', async () => {
  const sent = answering({ code: 40001, message: 'no', data: { error: 'validation', fields: { perPulse: 'too-big' } } })
  const onClose = vi.fn<() => void>()
  render(
    <QueryClientProvider client={queryClient}>
      <CounterForm deviceId="1" counter={COUNTER} faces={FACES} onClose={onClose} />
    </QueryClientProvider>,
  )
  fireEvent.change(screen.getByLabelText('计数位数'), { target: { value: '' } })
  fireEvent.change(screen.getByLabelText('脉冲当量'), { target: { value: '0.1' } })
  fireEvent.click(screen.getByText('确定'))
  expect(await screen.findByText('过大')).toBeTruthy()
  expect(sent).toEqual([{ deviceId: '1', key: 'totalVolume', digits: null, perPulse: 0.1, remark: null }])
  expect(onClose).not.toHaveBeenCalled()
  answering({ code: 0, message: 'ok', data: true })
  fireEvent.click(screen.getByText('确定'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
})
