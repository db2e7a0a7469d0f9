import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Form } from 'antd'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/api/query.ts'
import { startTexts } from '../../../lib/text/text.ts'
import { RoleField } from './role-field.tsx'

const ROLE = { id: '5', version: 0, name: '水管员', dataScope: 'DEPT', status: 'NORMAL' }
let broken: string | null = null

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  broken = null
  vi.stubGlobal('fetch', async (url: string) => {
    const path = url.split('?')[0]!
    if (broken !== null && path.endsWith(broken)) return Response.json({ code: 500, message: '库忙', data: null })
    const data = path.endsWith('/page') ? { list: [ROLE], total: 1 } : [{ id: '5', granted: true }]
    return Response.json({ code: 0, message: '', data })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const open = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <Form>
        <RoleField userId="3" />
      </Form>
    </QueryClientProvider>,
  )

test('the form shows that the roles are on their way, and then those that the user has', async () => {
  open()
  expect(screen.getByText('角色')).toBeTruthy()
  expect(screen.queryByRole('combobox')).toBeNull()
  await screen.findByText(/水管员/)
})

test.each(['/page', '/getAuthRoleListByUserId'])(
  'what failed of the roles says so and is asked for again: %s',
  async (path) => {
    broken = path
    open()
    await screen.findByText('加载失败')
    expect(screen.queryByRole('combobox')).toBeNull()
    broken = null
    await userEvent.click(screen.getByRole('button', { name: '重试' }))
    await waitFor(() => expect(screen.getByRole('combobox')).toBeTruthy())
  },
)
