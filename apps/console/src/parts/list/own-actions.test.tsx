import { defineOperation, defineResource } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { queryClient } from '../../lib/api/query.ts'
import { useSession } from '../../lib/access/session.ts'
import { startTexts } from '../../lib/text/text.ts'
import { forgetToasts } from '../../lib/page/toast.ts'
import { AskHost } from '../overlay/ask-host.tsx'
import { ToastHost } from '../overlay/toast-host.tsx'
import { ListPage } from './list-page.tsx'
import type { ListSlots } from './layout/list-slots.ts'

const operation = (verb: string) =>
  defineOperation({
    title: ['做', verb],
    method: 'POST',
    path: `/device/v1/gate/${verb}`,
    access: { key: `gate:${verb}` },
    callers: 'people',
    tenant: { row: 'gate', in: 'id' },
    audit: `gate.${verb}`,
    input: z.strictObject({ id: z.string() }),
    output: z.literal(true),
  })

const gateResource = defineResource({
  name: 'gate',
  names: { many: ['闸门', 'Gates'], one: ['闸门', 'gate'] },
  service: 'device',
  path: 'gate',
  table: 'gate',
  permission: 'gate',
  scope: 'dept',
  display: 'name',
  fields: {
    name: { kind: 'text', label: ['名称', 'Name'], required: true },
    open: { kind: 'boolean', label: ['开启', 'Open'], required: true },
  },
  list: { columns: ['name'] },
  actions: ['update'],
  rowActions: [
    {
      name: 'close',
      label: ['关闸', 'Close'],
      on: ['row', 'selection'],
      danger: true,
      call: operation('close'),
      unless: ({ open }) => (open ? null : ['闸门已关闭', 'It is closed']),
      confirm: { text: ({ name }, n) => [`关闭${name}等 ${n} 个`, `Close ${name} and so on, ${n}`] },
      done: (_gate, n) => [`已关闭 ${n} 个`, `${n} closed`],
    },
    { name: 'rename', label: ['改名', 'Rename'], change: ({ name }) => ({ name: `${name}改` }) },
    { name: 'mine', label: ['我的', 'Mine'], suits: ({ name }) => name === '1#闸', to: ({ id }) => `?gate=${id}` },
    {
      name: 'look',
      label: ['查看', 'Look'],
      on: ['row', 'selection'],
      form: operation('look'),
      unless: ({ name }) => (name === '2#闸' ? ['看不了', 'Out of sight'] : null),
    },
    {
      name: 'lock',
      label: ['锁定', 'Lock'],
      call: operation('lock'),
      send: ({ id, version }) => ({ id, version }),
      unless: (_gate, { userId, below }) => [`${userId} ${below}`, ''],
    },
  ],
  listActions: [{ name: 'plan', label: ['计划', 'Plan'], form: true, key: 'gate:plan' }],
})
type Gates = typeof gateResource
const SLOTS: ListSlots<Gates> = {
  forms: {
    look: ({ name }, close, rows) => (
      <button type="button" onClick={close}>
        查看{name}
        {rows.length > 1 && `等 ${rows.length} 个`}
      </button>
    ),
  },
  listForms: { plan: (close) => <button type="button" onClick={close} aria-label="计划表" /> },
}

const RIGHTS = ['list', 'edit', 'close', 'look', 'lock', 'plan'].map((verb) => `gate:${verb}`)
const gate = (id: number, open: boolean) => ({ id: String(id), version: 3, name: `${id}#闸`, open })
let sent: { path: string; body: Record<string, unknown> }[] = []
let pages = 0
let refused = ''

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  sent = []
  pages = 0
  refused = ''
  useSession.setState({ phase: 'ready', token: 't', roles: RIGHTS })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const { pathname: path } = new URL(url, 'http://here')
    const body = JSON.parse(String(init.body ?? '{}')) as Record<string, unknown>
    if (path.endsWith('/preference/get')) return Response.json({ code: 0, message: '', data: null })
    if (path.endsWith('/page')) {
      pages++
      const list = [gate(1, true), gate(2, false), gate(3, true)]
      return Response.json({ code: 0, message: '', data: { list, total: 3, page: 1, limit: 20 } })
    }
    sent.push({ path, body })
    const isRefused = body['id'] === refused
    return Response.json(isRefused ? { code: 500, message: '闸门卡住' } : { code: 0, message: '', data: true })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  forgetToasts()
  vi.unstubAllGlobals()
})

function Address() {
  return <output data-testid="address">{useLocation().search}</output>
}

async function open(slots: ListSlots<Gates> = SLOTS, resource: Gates = gateResource) {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={['/gates']}>
        <ListPage resource={resource} slots={slots} />
        <Address />
        <AskHost />
        <ToastHost />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByText('1#闸')
  return userEvent.setup()
}
const row = (name: string) => within(screen.getByText(name).closest('tr')!)
const button = (name: string, label: string) => row(name).getByRole<HTMLButtonElement>('button', { name: label })
const answer = async (user: ReturnType<typeof userEvent.setup>, label: string) =>
  user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: label }))
const more = async (user: ReturnType<typeof userEvent.setup>, name: string) => {
  await user.click(button(name, `${name}的更多操作`))
  return screen.getAllByRole<HTMLButtonElement>('menuitem')
}

test('an action that cannot be done says why, and one that does not suit the row is not offered', async () => {
  useSession.setState({ userInfo: { ...useSession.getState().userInfo!, id: '5' } })
  const user = await open()
  expect([button('2#闸', '关闸').disabled, button('2#闸', '关闸').title]).toEqual([true, '闸门已关闭'])
  expect(button('1#闸', '关闸').disabled).toBe(false)
  const words = (await more(user, '1#闸')).map(({ textContent, disabled }) => `${textContent}${disabled ? '!' : ''}`)
  expect(words).toEqual(['改名', '我的', '查看', '锁定5 0!'])
  await user.keyboard('{Escape}')
  expect((await more(user, '2#闸')).map(({ textContent }) => textContent)).not.toContain('我的')
})

test('a row that is not changed any more says why in place of its form', async () => {
  await open(SLOTS, { ...gateResource, whyFixed: ({ open }) => (open ? null : ['闸门已关闭', 'It is closed']) })
  expect([button('1#闸', '修改').disabled, button('1#闸', '修改').title]).toEqual([false, ''])
  expect([button('2#闸', '修改').disabled, button('2#闸', '修改').title]).toEqual([true, '闸门已关闭'])
})

test('without its permission an action is left out; one that needs none stays', async () => {
  useSession.setState({ roles: ['gate:list'] })
  await open()
  expect(screen.queryByRole('button', { name: '计划' })).toBeNull()
  expect(screen.queryAllByRole('checkbox')).toEqual([])
  // The first row alone suits the only action that everyone may do.
  expect(
    row('1#闸')
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['我的'])
  expect(row('2#闸').queryAllByRole('button')).toEqual([])
})

test('the question names the row, and a cancelled one sends nothing', async () => {
  const user = await open()
  await user.click(button('1#闸', '关闸'))
  expect((await screen.findByRole('dialog')).textContent).toContain('关闭1#闸等 1 个')
  await answer(user, '取消')
  expect(sent).toEqual([])
  await user.click(button('1#闸', '关闸'))
  await answer(user, '关闸')
  expect(await screen.findByText('已关闭 1 个')).toBeTruthy()
  expect(sent).toEqual([{ path: '/device/v1/gate/close', body: { id: '1' } }])
})

test('a failure is shown once, and the rows are fetched again', async () => {
  refused = '1'
  const user = await open()
  const before = pages
  await user.click(button('1#闸', '关闸'))
  await answer(user, '关闸')
  await waitFor(() => expect(pages).toBe(before + 1))
  expect(screen.getAllByText('闸门卡住')).toHaveLength(1)
  expect(screen.queryByText(/已关闭/)).toBeNull()
})

test('on a selection an action applies to the rows it is offered for, and says how many they are', async () => {
  const told: unknown[] = []
  const user = await open({ ...SLOTS, onDone: (...all) => told.push(all) })
  const tool = () => document.querySelector<HTMLButtonElement>('.list-tools .btn')!
  expect([tool().textContent, tool().disabled]).toEqual(['关闸', true])
  await user.click(screen.getByRole('checkbox', { name: '选择2#闸' }))
  expect([tool().disabled, tool().title]).toEqual([true, '闸门已关闭'])
  await user.click(screen.getByRole('checkbox', { name: '全选本页' }))
  expect(tool().textContent).toBe('关闸2')
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('已选 3 条')
  await user.click(tool())
  expect((await screen.findByRole('dialog')).textContent).toContain('关闭1#闸等 2 个')
  await answer(user, '关闸')
  expect(await screen.findByText('已关闭 2 个')).toBeTruthy()
  expect(sent.map(({ body }) => body['id'])).toEqual(['1', '3'])
  await waitFor(() => expect(told).toEqual([['close', ['1', '3']]]))
})

test('an action on a selection stops at the first refusal, and says how many rows were done', async () => {
  refused = '3'
  const user = await open()
  await user.click(screen.getByRole('checkbox', { name: '全选本页' }))
  await user.click(document.querySelector('.list-tools .btn')!)
  await answer(user, '关闸')
  expect(await screen.findByText('已关闭 1 个')).toBeTruthy()
  expect(await screen.findByText('闸门卡住')).toBeTruthy()
})

test('a change is an update of the row as it was read', async () => {
  const user = await open()
  const [rename] = await more(user, '1#闸')
  await user.click(rename!)
  await waitFor(() =>
    expect(sent).toEqual([{ path: '/device/v1/gate/update', body: { id: '1', version: 3, name: '1#闸改' } }]),
  )
})

test('an action with an address navigates; Enter runs the first that is offered and not dangerous', async () => {
  const user = await open({ ...SLOTS, omitActions: ['rename'] })
  const [mine] = await more(user, '1#闸')
  await user.click(mine!)
  expect(screen.getByTestId('address').textContent).toBe('?gate=1')
  useSession.setState({ roles: ['gate:list', 'gate:look'] })
  await waitFor(() => expect(row('3#闸').getAllByRole('button')).toHaveLength(1))
  screen.getByText('3#闸').closest('tr')!.focus()
  await user.keyboard('{Enter}')
  expect(await screen.findByText('查看3#闸')).toBeTruthy()
})

test('a form gets the row and a close function; the rows are fetched again after it', async () => {
  const user = await open()
  const items = await more(user, '3#闸')
  await user.click(items.find(({ textContent }) => textContent === '查看')!)
  const before = pages
  await user.click(await screen.findByText('查看3#闸'))
  expect(screen.queryByText('查看3#闸')).toBeNull()
  await waitFor(() => expect(pages).toBe(before + 1))
})

test('a form on a selection gets the rows that allow it, and they are fetched again after it', async () => {
  const user = await open()
  await user.click(screen.getByRole('checkbox', { name: '选择2#闸' }))
  const look = () =>
    within(document.querySelector<HTMLElement>('.list-tools')!).getByRole<HTMLButtonElement>('button', {
      name: /^查看/,
    })
  expect([look().disabled, look().title]).toEqual([true, '看不了'])
  await user.click(screen.getByRole('checkbox', { name: '全选本页' }))
  expect(look().textContent).toBe('查看2')
  await user.click(look())
  const before = pages
  await user.click(await screen.findByText('查看1#闸等 2 个'))
  await waitFor(() => expect(pages).toBe(before + 1))
  expect(screen.queryByText('查看1#闸等 2 个')).toBeNull()
})

test('an action of the list is a button above the rows', async () => {
  const user = await open()
  await user.click(screen.getByRole('button', { name: '计划' }))
  await user.click(await screen.findByRole('button', { name: '计划表' }))
  expect(screen.queryByRole('button', { name: '计划表' })).toBeNull()
})

test('forms and omissions accept only actions of the resource', () => {
  const wrong: ListSlots<Gates>[] = [
    // @ts-expect-error no action has this name
    { forms: { opens: () => null } },
    // @ts-expect-error it is an action of the list
    { forms: { plan: () => null } },
    // @ts-expect-error it is an action of a row
    { listForms: { look: () => null } },
    // @ts-expect-error no action has this name
    { omitActions: ['opens'] },
    // @ts-expect-error no field has this name
    { forms: { look: (gate) => gate.width } },
  ]
  expect(wrong).toHaveLength(5)
})
