import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../lib/api/query.ts'
import { useSession } from '../../lib/access/session.ts'
import { startTexts } from '../../lib/text/text.ts'
import { ParameterTab } from './parameter-tab.tsx'

const since = '2026-05-01T00:00:00.000Z'
const wanted = { since, byName: '李工', reportedTime: since }
const unset = { desired: null, since: null, byName: null, reported: null, reportedTime: null, state: 'UNSET' }
let saved: unknown[]

configure({ asyncUtilTimeout: 8000 })
beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  saved = []
  useSession.setState({ phase: 'ready', token: 't', roles: ['device:list', 'device:parameter'] })
  const parameters = [
    {
      key: 'reportS',
      name: ['上报间隔', 'Report interval'],
      kind: 'integer',
      unit: 's',
      min: 5,
      max: 3600,
      ...wanted,
      desired: 60,
      reported: 30,
      state: 'PENDING',
    },
    { key: 'autoClose', name: ['断电自闭', 'Close on power loss'], kind: 'boolean', ...unset },
  ]
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    const data: Record<string, unknown> = { version: 3, parameters }
    if (new URL(url, 'http://here').pathname.endsWith('/saveParameters')) {
      saved.push(JSON.parse(String(init.body)))
      Object.assign(data, { pushed: true })
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
      <ParameterTab deviceId="12" />
    </QueryClientProvider>,
  )
  await screen.findByText('断电自闭')
  return userEvent.setup()
}

test('what is wanted stands beside what the device says, and what it did not report is not shown as done', async () => {
  await open()
  expect([screen.getByText('60 s'), screen.getByText('30 s'), screen.getByText('待设备上报')]).toHaveLength(3)
  expect(screen.queryByText('一致')).toBeNull()
  expect(screen.getByText('1 个参数与设备不一致')).toBeDefined()
  expect(screen.getByText('未设定')).toBeDefined()
})

test('only what was changed is sent, with the version that was seen; an emptied field asks for nothing any more', async () => {
  const user = await open()
  await user.click(screen.getByRole('button', { name: '设置参数' }))
  const interval = await screen.findByLabelText<HTMLInputElement>('上报间隔')
  await user.clear(interval)
  await user.type(interval, '4')
  await user.click(screen.getByRole('button', { name: '确定' }))
  await screen.findByText('过小')
  expect(saved).toEqual([])
  await user.clear(interval)
  await user.click(screen.getByRole('button', { name: '确定' }))
  await waitFor(() => expect(saved).toEqual([{ deviceId: '12', version: 3, values: { reportS: null } }]))
})

test('who may not set parameters sees them and has no button', async () => {
  useSession.setState({ roles: ['device:list'] })
  await open()
  expect(screen.queryAllByRole('button')).toEqual([])
})
