import { describe, expect, test } from 'vitest'
import type { MenuRoute } from '@sluice/contract'
import { entriesOf, foldersOf, screensOf } from '../menu/menu-tree.ts'
import { screensFor } from '../session/visitor.ts'
import { decide, settle, type Visitor } from './guard.ts'

const leaf = (path: string, component: string, title: string, more: Partial<MenuRoute> = {}): MenuRoute => ({
  path,
  name: title,
  component,
  hidden: false,
  alwaysShow: false,
  meta: { title },
  ...more,
})

const menu: MenuRoute[] = [
  leaf('/device', 'Layout', '设备', {
    children: [
      leaf('index', 'device/index', '设备列表'),
      leaf('detail/:id', 'device/detail', '设备详情', { hidden: true }),
    ],
  }),
  leaf('/leave', 'Layout', '在线办公', {
    alwaysShow: true,
    children: [
      leaf('task', 'ParentView', '我的任务', {
        alwaysShow: true,
        children: [leaf('run-task', 'leave/run', '待办任务')],
      }),
    ],
  }),
  leaf('/help', 'Layout', '帮助', {
    children: [leaf('https://help.example/', 'x', '手册'), leaf('javascript:1', 'x', '坏')],
  }),
]

const ready: Visitor = { phase: 'ready', granted: 3, screens: screensFor(menu, []), folders: foldersOf(menu) }
const nobody: Visitor = { phase: 'anonymous', granted: 0, screens: [], folders: new Map() }

test('from the home screen it opens on what waits, or at home for people who may not see faults', () => {
  const faults = leaf('/fault', 'Layout', '故障', {
    children: [leaf('fault-device', 'fault/fault-device', '设备故障')],
  })
  const sees: Visitor = { ...ready, screens: screensFor([...menu, faults], []) }
  const to = (visitor: Visitor, search: string) => {
    const { pathname, search: query } = settle('/', search, visitor)
    return pathname + query
  }
  const waiting = '/fault/fault-device?conditionState=ACTIVE&handleState=UNHANDLED'
  expect(to(sees, '?start=waiting')).toBe(waiting)
  expect(to(ready, '?start=waiting')).toBe('/dashboard')
  expect(to(sees, '?start=scan')).toBe('/dashboard?start=scan')
  // Signed out, they come to the same by way of the sign-in.
  const signIn = settle('/', '?start=waiting', nobody)
  expect(settle(signIn.pathname, signIn.search, sees)).toMatchObject({ pathname: '/fault/fault-device' })
})

describe('guard without a token', () => {
  test.each(['/', '/device/index', '/404', '/401', '/no/such', '/redirect/x'])(
    'RG-2, AM-7 %s goes to sign-in',
    (path) => {
      expect(decide(path, '?a=1', nobody)).toEqual({
        do: 'go',
        to: `/login?redirect=${encodeURIComponent(`${path}?a=1`)}`,
      })
    },
  )

  test('RG-1 (part), AM-1 (1 of 2) the command page is open, bare for nobody and within the layout for a user', () => {
    const bare = { do: 'public', page: 'command' }
    expect(decide('/netty/netty-cmd', '', nobody)).toEqual(bare)
    expect(decide('/netty/netty-cmd', '', { ...ready, granted: 0 })).toEqual(bare)
    expect(decide('/netty/netty-cmd', '', { ...nobody, phase: 'unknown' })).toEqual({ do: 'wait' })
    expect(decide('/netty/netty-cmd', '', ready)).toMatchObject({ do: 'view', screen: { screen: 'netty/netty-cmd' } })
    expect(decide('/netty/byte-log', '', nobody)).toMatchObject({ do: 'go' })
    expect(decide('/netty', '', nobody)).toMatchObject({ do: 'go' })
  })

  test('RG-1 (part) sign-in is open, and nothing is decided before the boot call is answered', () => {
    expect(decide('/login', '', nobody)).toEqual({ do: 'login' })
    expect(decide('/device/index', '', { ...nobody, phase: 'unknown' })).toEqual({ do: 'wait' })
  })
})

describe('guard when signed in', () => {
  test('RG-3 /login goes home, or to a redirect that is one of the screens (RG-12)', () => {
    expect(decide('/login', '', ready)).toEqual({ do: 'go', to: '/' })
    expect(decide('/login', '?redirect=%2Fdevice%2Findex%3Fpage%3D2', ready)).toEqual({
      do: 'go',
      to: '/device/index?page=2',
    })
    expect(decide('/login', '?redirect=%2Fno%2Fsuch', ready)).toEqual({ do: 'go', to: '/' })
  })

  test('RG-5, RG-6 (part) a user without permissions is sent to /401 and stays there', () => {
    const empty = { ...ready, granted: 0 }
    expect(decide('/device/index', '', empty)).toEqual({ do: 'go', to: '/401' })
    expect(decide('/login', '', empty)).toEqual({ do: 'go', to: '/401' })
    expect(decide('/401', '', empty)).toEqual({ do: 'refused' })
    expect(decide('/404', '', empty)).toEqual({ do: 'missing' })
  })

  test('RG-8 (part) unknown paths go to /404, parameters and hidden screens open', () => {
    expect(decide('/no/such', '', ready)).toEqual({ do: 'go', to: '/404' })
    expect(decide('/404', '', ready)).toEqual({ do: 'missing' })
    expect(decide('/device/detail/7', '', ready)).toMatchObject({ do: 'view', screen: { name: '设备详情' } })
  })

  test('RG-3 (part), RG-11 (part), MR-11 (part) / is the map, for every user, with the query of the address', () => {
    expect(decide('/', '?from=mail', ready)).toEqual({ do: 'go', to: '/dashboard?from=mail' })
    expect(settle('/login', '?from=mail', ready)).toMatchObject({
      decision: { do: 'view', screen: { name: 'DashboardIndex' } },
      pathname: '/dashboard',
      search: '?from=mail',
    })
  })

  test('the wall is open to every user with a permission, also after sign-in, and is outside the shell', () => {
    expect(decide('/wall', '', ready)).toEqual({ do: 'wall' })
    expect(decide('/wall', '', nobody)).toEqual({ do: 'go', to: '/login?redirect=%2Fwall' })
    expect(settle('/login', '?redirect=%2Fwall', ready)).toMatchObject({ decision: { do: 'wall' }, pathname: '/wall' })
    expect(decide('/wall', '', { ...ready, granted: 0 })).toEqual({ do: 'go', to: '/401' })
  })

  test('MR-6 (part) a folder opens its first visible screen', () => {
    expect(decide('/leave', '', ready)).toEqual({ do: 'go', to: '/leave/task/run-task' })
    expect(decide('/device/', '?a=1', ready)).toEqual({ do: 'go', to: '/device/index?a=1' })
  })

  test('RG-16 (part) /redirect/ ends in one step at the screen, at home when it leads outside or to itself', () => {
    const end = (path: string) => settle(path, '', ready).pathname
    expect(end('/redirect/device/index')).toBe('/device/index')
    expect(end('/redirect//evil.example')).toBe('/dashboard')
    expect(end('/redirect/redirect/device/index')).toBe('/dashboard')
  })

  test('RG-4 (part) the public pages stay open', () => {
    expect(decide('/register', '', ready)).toEqual({ do: 'public', page: 'register' })
    expect(decide('/auth-redirect', '', ready)).toEqual({ do: 'public', page: 'auth-redirect' })
  })
})

describe('menu', () => {
  test('BC-6 (part), MR-8 (part) folder levels', () => {
    const screen = screensOf(menu).find((one) => one.name === '待办任务')!
    expect(screen.path).toBe('/leave/task/run-task')
    expect(screen.levels.map((level) => level.title)).toEqual(['在线办公', '我的任务', '待办任务'])
    expect(screen.levels[0]!.to).toBe('/leave/task/run-task')
  })

  test('SB-5 (1 of 2) a folder with one visible child is drawn as that child, MR-5 unless alwaysShow', () => {
    const entries = entriesOf(menu)
    expect(entries.map((entry) => entry.title)).toEqual(['设备列表', '在线办公', '手册'])
    expect(entries[1]!.children[0]!.title).toBe('我的任务')
  })

  test('MR-7 (part), SEC-7 (part) external links stay links, other schemes are dropped', () => {
    const link = entriesOf(menu)[2]!
    expect(link).toMatchObject({ external: true, to: 'https://help.example/' })
  })
})
