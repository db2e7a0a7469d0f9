import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../lib/api/query.ts'
import { useSession } from '../../lib/access/session.ts'
import { startTexts } from '../../lib/text/text.ts'
import { AttributeTab } from './attribute-tab.tsx'

const updateTime = '2026-05-01T00:00:00.000Z'
let shared: { key: string; value: unknown; updateTime: string }[]
let saved: unknown[]

configure({ asyncUtilTimeout: 8000 })
beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  saved = []
  shared = [{ key: 'uploadFrequency', value: 60, updateTime }]
  useSession.setState({ phase: 'ready', token: 't', roles: ['device:list', 'device:edit'] })
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    const { pathname } = new URL(url, 'http://here')
    const client = [{ key: 'sensorModel', value: 'DHT-22', updateTime }]
    const data: Record<string, unknown> = { client, shared }
    if (pathname.endsWith('/saveSharedAttributes')) {
      saved.push(JSON.parse(String(init.body)))
      shared = [{ key: 'mode', value: { night: [22, 6] }, updateTime }]
      Object.assign(data, { shared, pushed: true })
    }
    return Promise.resolve(Response.json({ code: 0, message: '', data }))
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

async function open() {
  render(
    <QueryClientProvider client={queryClient}>
      <AttributeTab deviceId="12" />
    </QueryClientProvider>,
  )
  await screen.findByText('sensorModel')
  return userEvent.setup()
}

test('reported and shared attributes are side by side; a change is sent with its type and shown', async () => {
  const user = await open()
  expect(screen.getByText('uploadFrequency')).toBeDefined()
  await user.click(screen.getByRole('button', { name: '修改' }))
  const value = screen.getByLabelText<HTMLInputElement>('值')
  expect([screen.getByLabelText<HTMLInputElement>('键').value, value.value]).toEqual(['uploadFrequency', '60'])
  await user.clear(value)
  await user.type(value, '30')
  await user.click(screen.getByRole('button', { name: '保存并下发' }))
  await screen.findByText('{"night":[22,6]}')
  expect(saved).toEqual([{ deviceId: '12', values: { uploadFrequency: 30 } }])
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('值').value).toBe(''))
})

test('nothing is sent without a key and a value', async () => {
  const user = await open()
  await user.click(screen.getByRole('button', { name: '保存并下发' }))
  await screen.findByText('请输入键')
  expect(saved).toEqual([])
})

test('users who may not change devices see both and can change neither', async () => {
  useSession.setState({ roles: ['device:list'] })
  await open()
  expect(screen.queryAllByRole('button')).toEqual([])
})
