import {
  ADMIN_ROLE,
  unitChoice,
  UNITS_KEY,
  type DepartmentNode,
  type Language,
  type MenuRoute,
  type ResourceNode,
  type UserInfo,
} from '@sluice/contract'
import { DEFAULT_ZONE } from '@sluice/kit'
import type { Database } from '../../../platform/db/db.ts'
import { readPreference } from '../../../platform/preference.store.ts'
import type { Session } from '../../../platform/http/session.ts'
import { readDeviceTypes, readFaultNames, readSurroundings } from '../sign-in/account.store.ts'
import { readVisibleDepts } from '../people/department.store.ts'
import { readGrants } from '../people/grant.store.ts'
import { menuRoutes } from './menu.rules.ts'
import { readMenu } from './menu.store.ts'
import { readResourcesOfRole } from '../people/role.store.ts'
import type { Sessions } from '../sign-in/session.service.ts'
import { treeOf } from '../people/tree.rules.ts'

/** What the console needs to draw itself for a user: who they are, their menu, the trees to choose from. */
export function createMenus({ db, sessions }: { db: Database; sessions: Sessions }) {
  return {
    /** API-2; issues the header token again after a reload (SEC-1). */
    async info(session: Session, cookie: string): Promise<UserInfo> {
      const [around, deviceTypes, faultNames, units] = await Promise.all([
        readSurroundings(db, session.userId),
        readDeviceTypes(db),
        readFaultNames(db),
        readPreference(db, session.userId, UNITS_KEY),
      ])
      return {
        id: session.userId,
        username: session.username,
        nickName: session.nickName,
        avatarPath: around.avatarPath,
        logo: around.logo,
        webName: around.webName,
        deptId: session.deptId,
        deptName: around.deptName,
        introduction: around.introduction,
        resources: [...session.keys],
        roles: [...session.roles],
        mustChangePwd: session.mustChangePassword,
        mustEnrol: session.mustEnrol ?? false,
        token: sessions.tokenFor(cookie),
        timeZone: around.timeZone ?? DEFAULT_ZONE,
        deviceTypes,
        faultNames,
        units: unitChoice(units),
      }
    },

    /** API-12. */
    async routes(session: Session, language: Language): Promise<MenuRoute[]> {
      const [menu, grants] = await Promise.all([readMenu(db, language), readGrants(db, session.userId, session.deptId)])
      return menuRoutes(menu, grants.resourceIds)
    },

    /** API-14: what the caller may give to a role, which is what the caller holds. */
    async grantable(session: Session, language: Language): Promise<ResourceNode[]> {
      const [menu, grants] = await Promise.all([readMenu(db, language), readGrants(db, session.userId, session.deptId)])
      const all = session.roles.includes(ADMIN_ROLE)
      const held = menu.filter((row) => all || grants.resourceIds.has(row.id))
      return treeOf(held.map(({ redirect: _redirect, activeMenu: _activeMenu, own: _own, ...entry }) => entry))
    },

    /** API-15. @throws AppError not-found for a role out of scope. */
    ofRole: (roleId: string, session: Session): Promise<string[]> => readResourcesOfRole(db, session, roleId),

    async departments(session: Session): Promise<DepartmentNode[]> {
      return treeOf(await readVisibleDepts(db, session))
    },
  }
}

export type Menus = ReturnType<typeof createMenus>
