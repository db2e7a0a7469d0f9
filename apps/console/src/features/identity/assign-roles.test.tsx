import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../lib/query.ts'
import { startTexts } from '../../lib/text.ts'
import { forgetToasts } from '../../lib/toast.ts'
import { AssignRoles } from './assign-roles.tsx'

const role = (id: string, roleName: string, roleStatus: 'NORMAL' | 'DISABLED', granted: boolean) => ({
  id,
  roleName,
  roleKey: `ROLE_${id}`,
  roleStatus,
  granted,
})
const ROLES = [
  role('1', '操作员', 'NORMAL', true),
  role('2', '查看者', 'NORMAL', false),
  role('3', '旧角色', 'DISABLED', false),
  role('4', '停用的', 'DISABLED', true),
]
const saved = vi.fn<(body: unknown) => void>()
const onClose = vi.fn<() => void>()

beforeAll(() => startTexts('zh-CN'))
beforeEach(async () => {
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    if (method === 'POST') saved(JSON.parse(String(body)))
    return Response.json({ code: 0, message: '', data: url.includes('getAuthRoleList') ? ROLES : true })
  })
  render(
    <QueryClientProvider client={queryClient}>
      <AssignRoles user={{ id: '7', version: 0, nickName: '李文渠' }} onClose={onClose} />
    </QueryClientProvider>,
  )
  await screen.findByText('操作员')
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  forgetToasts()
  vi.clearAllMocks()
  vi.unstubAllGlobals()
})

const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name })

test('AD-2 a disabled role cannot be ticked; one that is held can be taken away', async () => {
  const user = userEvent.setup()
  expect([box(/旧角色/).disabled, box(/查看者/).disabled, box(/停用的/).disabled]).toEqual([true, false, false])
  await user.click(box(/旧角色/))
  expect(box(/旧角色/).checked).toBe(false)
  await user.click(box(/停用的/))
  expect(box(/停用的/).checked).toBe(false)
})

test('AD-2 what is held stands ticked, and saving replaces the whole set', async () => {
  const user = userEvent.setup()
  expect([/操作员/, /查看者/, /旧角色/, /停用的/].map((name) => box(name).checked)).toEqual([true, false, false, true])
  await user.click(box(/操作员/))
  await user.click(box(/查看者/))
  await user.click(screen.getByRole('button', { name: '确定' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(saved.mock.calls).toEqual([[{ userId: '7', roleIds: ['4', '2'] }]])
})
