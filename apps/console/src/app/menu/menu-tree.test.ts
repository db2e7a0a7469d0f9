import type { MenuRoute } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import { screensFor } from '../session/visitor.ts'
import { crumbsOf } from '../shell/breadcrumb.tsx'
import {
  detailLists,
  resourceLists,
  entriesOf,
  fillPath,
  foldersOf,
  joinPath,
  permittedRoutes,
  screenAt,
  screensOf,
} from './menu-tree.ts'

const route = (path: string, component: string, children?: MenuRoute[]): MenuRoute => ({
  path,
  name: path,
  component,
  hidden: false,
  alwaysShow: false,
  meta: { title: path },
  ...(children ? { children } : {}),
})

test('MR-7 (1 of 2) a path is joined to its parent unless it starts with / or is external', () => {
  expect(joinPath('/admin/', 'user')).toBe('/admin/user')
  expect(joinPath('/admin', '/user')).toBe('/user')
  for (const outside of ['https://a.example/b', 'mailto:a@b.example', 'tel:123']) {
    expect(joinPath('/admin', outside)).toBe(outside)
  }
})

test('MR-7 (part), SEC-7 (part) an external entry is a link, not a screen; other schemes are dropped', () => {
  const menu = [
    route('/help', 'Layout', [
      route('https://docs.example', ''),
      route('javascript:alert(1)', ''),
      route('guide', 'help/guide'),
    ]),
  ]
  expect(entriesOf(menu)[0]!.children.map(({ to, external }) => [to, external])).toEqual([
    ['https://docs.example', true],
    ['/help/guide', false],
  ])
  expect(screensOf(menu).map(({ path }) => path)).toEqual(['/help/guide'])
})

/** The same route with other values in some fields. */
const but = (one: MenuRoute, more: Partial<MenuRoute>): MenuRoute => ({ ...one, ...more })
const withRoles = (one: MenuRoute, ...roles: string[]) => but(one, { meta: { ...one.meta, roles } })
const pathsOf = (menu: MenuRoute[], roles: string[] = []) => screensFor(menu, roles).map(({ path }) => path)
const CONSTANTS = ['/dashboard', '/netty/netty-cmd', '/profile/index']

test('MR-2 Layout and ParentView contain screens and are not screens themselves', () => {
  const menu = [route('/a', 'Layout', [route('b', 'ParentView', [route('c', 'x/c')])])]
  expect(screensOf(menu).map(({ path, screen }) => [path, screen])).toEqual([['/a/b/c', 'x/c']])
})

test('MR-5 alwaysShow keeps a folder of one child', () => {
  const folder = route('/a', 'Layout', [route('b', 'x/b')])
  expect(entriesOf([folder])[0]).toMatchObject({ title: 'b', children: [] })
  expect(entriesOf([but(folder, { alwaysShow: true })])[0]).toMatchObject({ title: '/a', children: [{ title: 'b' }] })
})

test('MR-6 a folder leads to its first visible screen, to its redirect, or nowhere', () => {
  const children = [but(route('hidden', 'x/h'), { hidden: true }), route('b', 'x/b'), route('c', 'x/c')]
  const folder = route('/a', 'Layout', children)
  expect(foldersOf([folder]).get('/a')).toBe('/a/b')
  expect(foldersOf([but(folder, { redirect: 'c' })]).get('/a')).toBe('/a/c')
  const [none] = [but(folder, { redirect: 'noRedirect' })]
  expect(foldersOf([none]).has('/a')).toBe(false)
  expect(screensOf([none])[0]!.levels[0]!.to).toBeNull()
})

describe('MR-9 meta roles', () => {
  const menu = [
    withRoles(route('/a', 'Layout', [route('b', 'x/b')]), 'a:list', 'ROLE_A'),
    route('/c', 'Layout', [withRoles(route('d', 'x/d'), 'd:list'), route('e', 'x/e')]),
  ]
  test('any one of its roles opens a route, a refused folder refuses its children, no roles open it to every user', () => {
    const open = (...roles: string[]) => screensOf(permittedRoutes(menu, roles)).map(({ path }) => path)
    expect(open()).toEqual(['/c/e'])
    expect(open('ROLE_A', 'other')).toEqual(['/a/b', '/c/e'])
    expect(open('d:list')).toEqual(['/c/d', '/c/e'])
  })

  test('MR-12 (part) an administrator gets all screens, also static ones that are not in the menu', () => {
    expect(pathsOf(menu, ['ROLE_ADMIN'])).toEqual([
      '/a/b',
      '/c/d',
      '/c/e',
      '/dashboard',
      '/valve/slave',
      '/temperature/device-list',
      '/fault/fault-device',
      '/fault/fault-device/:id',
      '/netty/netty-cmd',
      '/profile/index',
    ])
  })
})

test('MR-10, AM-5 an entry of the server wins over the one this console knows', () => {
  const ofServer = but(route('dashboard', 'dashboard/index'), {
    hidden: true,
    meta: { title: '总览', icon: 'chart' },
  })
  const found = screensFor([route('/', 'Layout', [ofServer])], []).filter(({ path }) => path === '/dashboard')
  expect(found).toMatchObject([{ title: '总览', hidden: true, affix: false }])
  // The sidebar has the icons of the server, in the server's order.
  const shown = but(ofServer, { hidden: false })
  const slaves = but(route('/valve/slave', 'valve/slave'), { meta: { title: '阀', icon: 'tap' } })
  const entries = entriesOf([route('/', 'Layout', [slaves, shown])])[0]!.children
  expect(entries.map(({ title, icon }) => [title, icon])).toEqual([
    ['阀', 'tap'],
    ['总览', 'chart'],
  ])
})

test('MR-11 map, profile and command page are open to every user, other static screens only to users whose menu has them', () => {
  expect(pathsOf([])).toEqual(CONSTANTS)
  expect(pathsOf([route('/valve', 'Layout', [route('slave', 'valve/slave')])])).toEqual(['/valve/slave', ...CONSTANTS])
})

test('SB-5 (2 of 2) a folder without visible children is drawn as a leaf', () => {
  const folder = route('/a', 'Layout', [but(route('b', 'x/b'), { hidden: true })])
  expect(entriesOf([folder])).toMatchObject([{ title: '/a', children: [] }])
})

describe('the levels above a screen', () => {
  const deep = route('/leave', 'Layout', [route('task', 'ParentView', [route('run', 'x/run')])])
  const crumbs = (menu: MenuRoute[], path: string) => {
    const screens = screensFor(menu, [])
    return crumbsOf(screens.find((screen) => screen.path === path)!, screens).map(({ title, to }) => [title, to])
  }

  test('BC-1 (part), BC-2, BC-6 (part) the map, the folders, the screen; the map alone has only itself', () => {
    expect(crumbs([deep], '/leave/task/run')).toEqual([
      ['地图监控', '/dashboard'],
      ['/leave', '/leave/task/run'],
      ['task', '/leave/task/run'],
      ['run', '/leave/task/run'],
    ])
    expect(crumbs([deep], '/dashboard')).toEqual([['地图监控', '/dashboard']])
  })

  test('BC-1 (2 of 2), BC-4 a level without a title, or excluded from the breadcrumb, is left out', () => {
    const quiet = but(deep, { meta: { title: '请假', breadcrumb: false } })
    const untitled = but(deep, { meta: { title: '' } })
    for (const menu of [[quiet], [untitled]]) {
      expect(crumbs(menu, '/leave/task/run').map(([title]) => title)).toEqual(['地图监控', 'task', 'run'])
    }
  })

  test('BC-3 (2 of 2) parameters of a pattern are filled from the address', () => {
    expect(fillPath('/device/detail/:id/log', '/device/detail/:id/log/:day', '/device/detail/7/log/3')).toBe(
      '/device/detail/7/log',
    )
    expect(fillPath('/a/:id', '/b/:other', '/b/7')).toBeNull()
    expect(fillPath('/a', '/b', '/b')).toBe('/a')
  })
})

test('a user who may open a list may open the pages of its rows below it, wherever the list is', () => {
  const menu = [route('/model', 'Layout', [route('all', 'product/index'), route('people', 'admin/user')])]
  const screens = screensOf(menu)
  expect(screens.map(({ path }) => path)).toEqual(['/model/all', '/model/all/:id', '/model/people'])
  const page = screenAt(screens, '/model/all/5')!
  expect(page).toMatchObject({
    screen: 'detail/product',
    name: 'productDetail',
    hidden: true,
    activeMenu: '/model/all',
  })
  expect(crumbsOf(page, screens).map(({ title }) => title)).toEqual(['/model', 'all', '产品'])
  expect(detailLists(screens)).toEqual({ product: '/model/all' })
  expect(resourceLists(screens)).toEqual({ product: '/model/all', user: '/model/people' })
  expect(entriesOf(menu)[0]!.children.map(({ to }) => to)).toEqual(['/model/all', '/model/people'])
  expect(detailLists(screensOf([route('/model', 'Layout', [])]))).toEqual({})
})
