import type { MenuRoute } from '@sluice/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { setSession } from '../../lib/access/session.ts'
import { startTexts } from '../../lib/text/text.ts'
import { screensOf } from '../menu/menu-tree.ts'
import { PaletteHost } from './palette-host.tsx'
import { closePalette } from './palette-state.ts'
import { tabBeside } from './use-shortcuts.ts'

const entry = (path: string, name: string, title: string, component: string): MenuRoute => ({
  path,
  name,
  component,
  hidden: false,
  alwaysShow: false,
  meta: { title },
})
const MENU: MenuRoute[] = [
  {
    ...entry('/device', 'Device', '设备', 'Layout'),
    children: [
      entry('index', 'DeviceIndex', '设备列表', 'device/index'),
      entry('unknown', 'DeviceUnknown', '待接入站点', 'device/unknown'),
    ],
  },
  {
    ...entry('/valve', 'Valve', '阀门', 'Layout'),
    children: [entry('slave', 'ValveSlave', '阀门列表', 'valve/slave')],
  },
  { ...entry('/admin', 'Admin', '系统', 'Layout'), children: [entry('user', 'AdminUser', '用户管理', 'admin/user')] },
]

const sent: { path: string; body: unknown }[] = []
const DEVICE = {
  id: '7',
  version: 1,
  name: '东干渠-12#阀',
  deviceNo: 'QH-0312',
  status: 'ONLINE',
  deviceTypeCode: 'VALVE',
}

function answer(url: string, init?: RequestInit): unknown {
  const { pathname, searchParams } = new URL(url, 'http://console')
  sent.push({
    path: pathname + (searchParams.get('keyword') ?? ''),
    body: init?.body ? JSON.parse(String(init.body)) : null,
  })
  if (pathname.endsWith('/device/page')) return { list: [DEVICE], total: 1, page: 1, limit: 6 }
  return pathname.endsWith('/preference/get') ? null : true
}

function Where() {
  return <output>{useLocation().pathname}</output>
}

function show() {
  const screens = screensOf(MENU)
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={['/device/index']}>
        <input aria-label="other" />
        <PaletteHost screens={screens} />
        <Where />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  sent.length = 0
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    Promise.resolve(Response.json({ code: 0, message: '', data: answer(url, init) })),
  )
  const info = { token: 't', nickName: '王工', roles: [], resources: ['device:list', 'device:add', 'user:list'] }
  setSession(info as unknown as Parameters<typeof setSession>[0], MENU)
})
afterEach(() => {
  vi.useRealTimers()
  closePalette()
  cleanup()
  vi.unstubAllGlobals()
})

const options = () => screen.getAllByRole('option').map((option) => option.textContent)

test('Ctrl+K opens it from a field too; screens and permitted actions are grouped', async () => {
  show()
  const user = userEvent.setup()
  await user.click(screen.getByLabelText('other'))
  await user.keyboard('{Control>}k{/Control}')
  const screens = await screen.findByRole('group', { name: '页面' })
  expect(within(screens).getAllByRole('option')).toHaveLength(4)
  const actions = within(screen.getByRole('group', { name: '操作' }))
  expect(actions.getByText('新增设备')).toBeTruthy()
  // Without permission to add users the action is absent.
  expect(actions.queryByText('新增用户')).toBeNull()
})

test('pinyin initials, route names and English titles find a screen; arrows and Enter open it', async () => {
  show()
  const user = userEvent.setup()
  await user.keyboard('{Meta>}k{/Meta}')
  const field = await screen.findByRole('combobox')
  for (const typed of ['yhgl', 'adminuser', 'Users', '用户管']) {
    await user.clear(field)
    await user.type(field, typed)
    await waitFor(() => expect(options()[0]).toContain('用户管理'))
  }
  expect(field.getAttribute('aria-activedescendant')).toBe(screen.getAllByRole('option')[0]!.id)
  expect(document.querySelector('mark')?.textContent).toBe('用户管')
  await user.keyboard('{Enter}')
  expect(screen.getByRole('status').textContent).toBe('/admin/user')
  expect(screen.queryByRole('combobox')).toBeNull()
})

test('devices are searched on the server once typing pauses, opened by Enter, and stored as recent', async () => {
  show()
  const user = userEvent.setup()
  await user.keyboard('{Control>}k{/Control}')
  const field = await screen.findByRole('combobox')
  // Time passes only between the letters, so that a slow machine does not count as a pause.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  for (const typed of ['0', '03', '031', '0312']) {
    fireEvent.change(field, { target: { value: typed } })
    await act(() => vi.advanceTimersByTimeAsync(150))
  }
  const asked = () =>
    sent.filter(({ path }) => path.includes('/device/page')).map(({ path }) => path.replace(/.*page/, ''))
  expect(asked()).toEqual([])
  vi.setTimerTickMode('interval')
  const devices = await screen.findByRole('group', { name: '设备' })
  expect(within(devices).getByRole('option').textContent).toContain('东干渠-12#阀')
  expect(within(devices).getByRole('option').textContent).toContain('QH-0312 · 在线')
  expect(asked()).toEqual(['0312'])
  await user.click(within(devices).getByRole('option'))
  expect(screen.getByRole('status').textContent).toBe('/device/detail/7')
  const saved = await waitFor(() => sent.find(({ path }) => path.endsWith('/preference/save'))!.body)
  expect(saved).toEqual({ key: 'palette', value: [{ id: 'device:7', title: '东干渠-12#阀' }] })
  await user.keyboard('{Control>}k{/Control}')
  const recent = await screen.findByRole('group', { name: '最近使用' })
  expect(within(recent).getByRole('option').textContent).toBe('东干渠-12#阀')
})

test('docs/spec/look.md#8: g v goes to the valves, ? lists the keys, a field keeps its letters', async () => {
  show()
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('other'), 'gv?')
  expect(screen.getByRole('status').textContent).toBe('/device/index')
  await user.click(document.body)
  await user.keyboard('gv')
  expect(screen.getByRole('status').textContent).toBe('/valve/slave')
  await user.keyboard('?')
  expect(await screen.findByRole('heading', { name: '快捷键' })).toBeTruthy()
  expect(screen.getByText('报修').closest('div')!.querySelector('kbd')!.textContent).toBe('w')
})

test('docs/spec/look.md#8: [ and ] move through the tabs in a circle', () => {
  expect(tabBeside(['/a', '/b', '/c'], '/c', 1)).toBe('/a')
  expect(tabBeside(['/a', '/b', '/c'], '/a', -1)).toBe('/c')
  expect(tabBeside(['/a'], '/a', 1)).toBeNull()
})
