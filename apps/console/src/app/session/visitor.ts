import type { MenuRoute } from '@sluice/contract'
import { useMemo } from 'react'
import { useSession } from '../../lib/session.ts'
import type { Visitor } from '../guard/guard.ts'
import { homeOf, type ScreenRoute, screensOf, withConstants } from '../menu/menu-tree.ts'

/** MR-11: screens of every signed-in user. */
const PROFILE: ScreenRoute = {
  path: '/profile/index',
  name: 'Profile',
  screen: 'profile/index',
  title: '个人信息',
  levels: [{ name: 'Profile', title: '个人信息', to: '/profile/index', breadcrumb: true }],
  hidden: true,
  noCache: false,
  affix: false,
  activeMenu: null,
}

export function screensFor(menu: readonly MenuRoute[]): ScreenRoute[] {
  return withConstants(screensOf(menu), [PROFILE])
}

/** What the guard asks about the person. */
export function useVisitor(): Visitor {
  const phase = useSession((session) => session.phase)
  const menu = useSession((session) => session.menu)
  const granted = useSession((session) => session.userInfo?.resources.length ?? 0)
  return useMemo(
    () => ({ phase, granted, screens: screensFor(menu), home: homeOf(menu) ?? PROFILE.path }),
    [phase, granted, menu],
  )
}
