import type { MenuRoute } from '@sluice/contract'
import { useMemo } from 'react'
import { useSession } from '../../lib/access/session.ts'
import type { Visitor } from '../guard/guard.ts'
import { foldersOf, mergeScreens, permittedRoutes, type ScreenRoute, screensOf } from '../menu/menu-tree.ts'
import { CONSTANT_PATHS, STATIC_ROUTES } from '../menu/static-routes.ts'

/** MR-9 to MR-11: every screen that a user with these roles and this menu may open. */
export function screensFor(menu: readonly MenuRoute[], roles: readonly string[]): ScreenRoute[] {
  const ofServer = screensOf(permittedRoutes(menu, roles))
  const own = screensOf(permittedRoutes(STATIC_ROUTES, roles))
  return mergeScreens(ofServer, own, CONSTANT_PATHS, roles)
}

/** What the guard needs to know of the user. */
export function useVisitor(): Visitor {
  const phase = useSession((session) => session.phase)
  const menu = useSession((session) => session.menu)
  const roles = useSession((session) => session.roles)
  const granted = useSession((session) => session.userInfo?.resources.length ?? 0)
  return useMemo(
    () => ({
      phase,
      granted,
      screens: screensFor(menu, roles),
      folders: foldersOf(permittedRoutes(menu, roles)),
    }),
    [phase, granted, menu, roles],
  )
}
