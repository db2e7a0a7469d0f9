import { type Dependents, productResource, type Resource, roleResource } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../../lib/access/session.ts'
import { queryClient } from '../../../lib/api/query.ts'
import { ListAddresses } from '../../../lib/page/list-address.tsx'
import { forgetToasts, useToasts } from '../../../lib/page/toast.ts'
import { startTexts } from '../../../lib/text/text.ts'
import { AskHost } from '../../overlay/ask-host.tsx'
import { useDelete } from './delete-rows.ts'
import { dependentsText, disablingOf } from './in-use.ts'

const BY: Dependents = {
  resource: 'user',
  field: 'deptId',
  count: 12,
  more: false,
  hidden: false,
  names: ['王工', '李工'],
}
let sent: { path: string; body: unknown }[] = []
let refusal: unknown

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  sent = []
  refusal = { error: 'in-use', dependents: [BY] }
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true
  }
  useSession.setState({ phase: 'ready', token: 't', roles: ['role:remove', 'role:edit', 'role:update', '*'] })
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    const { pathname } = new URL(url, 'http://here')
    if (init.method === 'POST') sent.push({ path: pathname.split('/').at(-1)!, body: JSON.parse(String(init.body)) })
    if (pathname.endsWith('/del'))
      return Promise.resolve(Response.json({ code: 409, message: '正在被使用，不能删除', data: refusal }))
    return Promise.resolve(Response.json({ code: 0, message: '', data: { id: '7', version: 3, status: 'NORMAL' } }))
  })
})
afterEach(() => {
  cleanup()
  forgetToasts()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function Page({ resource }: { resource: Resource }) {
  const remove = useDelete(resource)
  const { pathname, search } = useLocation()
  return (
    <>
      <button type="button" onClick={() => void remove(['7'])}>
        del
      </button>
      <p data-testid="at">{decodeURIComponent(pathname + search)}</p>
    </>
  )
}

async function refused(resource: Resource) {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <ListAddresses lists={{ user: '/system/user' }}>
          <Page resource={resource} />
        </ListAddresses>
        <AskHost />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const user = userEvent.setup()
  await user.click(screen.getByText('del'))
  await user.click(await screen.findByRole('button', { name: '确定' }))
  return user
}
const said = () => useToasts.getState().toasts.map(({ text }) => text)

test('what is in use is shown with what uses it: its count, names and a link to the filtered list; no toast repeats it', async () => {
  const user = await refused(productResource as Resource)
  const box = await screen.findByTestId('in-use')
  expect(box.textContent).toContain('用户 12 项：王工、李工等')
  expect(within(box).queryByRole('button', { name: '停用' })).toBeNull()
  expect(said()).toEqual([])
  await user.click(within(box).getByRole('link'))
  expect(screen.getByTestId('at').textContent).toBe('/system/user?deptId=7')
  expect(screen.queryByTestId('in-use')).toBeNull()
})

test('a list that cannot be filtered by what refers to the row is linked to as a whole', async () => {
  refusal = { error: 'in-use', dependents: [{ ...BY, field: 'roleIds' }] }
  const user = await refused(roleResource as Resource)
  await user.click(within(await screen.findByTestId('in-use')).getByRole('link'))
  expect(screen.getByTestId('at').textContent).toBe('/system/user')
})

test('a row that can be disabled is, in its newest version, when that is chosen instead', async () => {
  const user = await refused(roleResource as Resource)
  const box = await screen.findByTestId('in-use')
  await user.click(within(box).getByRole('button', { name: '停用' }))
  await waitFor(() => expect(said()).toEqual(['已停用']))
  expect(sent.at(-1)).toEqual({ path: 'update', body: { id: '7', version: 3, status: 'DISABLED' } })
})

test('without the right to change it nothing is offered; a deletion refused for another reason stays a toast', async () => {
  useSession.setState({ roles: [] })
  refusal = { error: 'not-permitted' }
  await refused(roleResource as Resource)
  await waitFor(() => expect(said()).toEqual(['正在被使用，不能删除']))
  expect(screen.queryByTestId('in-use')).toBeNull()
})

test('dependents outside the data scope count and are not named', () => {
  expect(dependentsText({ ...BY, count: 2 }, 'zh-CN')).toBe('用户 2 项：王工、李工')
  expect(dependentsText({ ...BY, hidden: true }, 'zh-CN')).toBe('用户 12 项：王工、李工等，另有您的数据范围以外的')
  expect(dependentsText({ ...BY, count: 0, names: [], hidden: true }, 'zh-CN')).toBe('用户：都在您的数据范围以外')
  expect(dependentsText({ ...BY, count: 1000, more: true }, 'zh-CN')).toContain('1000+ 项')
})

test('rows have a state that can be switched off, or they have not', () => {
  expect(disablingOf(roleResource as Resource)).toEqual({ status: 'DISABLED' })
  expect(disablingOf(productResource as Resource)).toBeNull()
})
