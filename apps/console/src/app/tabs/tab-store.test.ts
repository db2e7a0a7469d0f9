import { beforeEach, expect, test } from 'vitest'
import type { ScreenRoute } from '../menu/menu-tree.ts'
import { addressOf, closeTab, forgetTabs, refreshTab, startTabs, useTabs, visitTab } from './tab-store.ts'

const screen = (path: string, more: Partial<ScreenRoute> = {}): ScreenRoute => ({
  path,
  name: path.slice(1),
  screen: 'x/y',
  title: path,
  hidden: false,
  affix: false,
  noCache: false,
  activeMenu: null,
  levels: [],
  ...more,
})
const home = screen('/dashboard', { affix: true, noCache: true })
const list = screen('/list', { title: '列表' })

beforeEach(() => {
  forgetTabs()
  startTabs([home, list])
})

test('TB-2 (1 of 3) a tab holds path, name, title, meta, query and full path', () => {
  visitTab(list, '/list', '?page=2')
  expect(useTabs.getState().tabs[1]).toEqual({
    path: '/list',
    name: 'list',
    title: '列表',
    meta: { title: '列表', affix: false, noCache: false },
    query: '?page=2',
    fullPath: '/list?page=2',
  })
})

test('TB-3 (part) a pinned tab exists before it is visited, and is first', () => {
  visitTab(list, '/list', '')
  expect(useTabs.getState().tabs.map(({ path }) => path)).toEqual(['/dashboard', '/list'])
})

test('TB-12 (part) an uncached view is dropped as soon as another one is visited, a cached one stays', () => {
  visitTab(home, '/dashboard', '')
  visitTab(list, '/list', '')
  expect(useTabs.getState().alive).toEqual(['/list'])
  visitTab(home, '/dashboard', '')
  expect(useTabs.getState().alive).toEqual(['/list', '/dashboard'])
})

test('TB-14 (part) a refresh rebuilds that view and no other', () => {
  visitTab(home, '/dashboard', '')
  visitTab(list, '/list', '')
  refreshTab('/list')
  refreshTab('/list')
  expect(useTabs.getState()).toMatchObject({ alive: ['/list'], builds: { '/list': 2 } })
})

test('SI-24 (part), TB-19 (part) no tab is left after signing out', () => {
  visitTab(list, '/list', '')
  forgetTabs()
  expect(useTabs.getState()).toEqual({ tabs: [], alive: [], builds: {} })
})

test('a screen reopens as it was left, and the tab of a deleted object is closed, active or not', () => {
  const row = screen('/list/5')
  visitTab(list, '/list', '?page=3')
  visitTab(row, '/list/5', '')
  expect([addressOf('/list'), addressOf('/never')]).toEqual(['/list?page=3', '/never'])
  closeTab('/list/5')
  const { tabs, alive } = useTabs.getState()
  expect([tabs.map(({ path }) => path), alive]).toEqual([['/dashboard', '/list'], ['/list']])
})
