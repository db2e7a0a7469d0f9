import { type ExplainedEntry, type MenuRoute, type Reason, RESOURCE_TYPES } from '@sluice/contract'
import { menuRoutes, type MenuRow } from '../menu/menu.rules.ts'

/** The rights that decide a user's calls (grant.store.ts). */
export interface Decided {
  keys: ReadonlySet<string>
  resourceIds: ReadonlySet<string>
}

export interface GrantingRole {
  id: string
  name: string
  isOn: boolean
}

/** Each folder, screen and button: the decision about it, and the roles that grant it. */
export function explainEntries(
  menu: readonly MenuRow[],
  decided: Decided,
  roles: readonly GrantingRole[],
  grantors: ReadonlyMap<string, readonly string[]>,
): ExplainedEntry[] {
  const shown = namesOf(menuRoutes(menu, decided.resourceIds))
  const byId = new Map(menu.map((row) => [row.id, row]))
  return menu.map((row) => {
    const granting = roles.filter(({ id }) => grantors.get(row.id)?.includes(id))
    return {
      id: row.id,
      parentId: row.parentId,
      type: row.type,
      title: row.title,
      name: row.name,
      permission: row.permission,
      isOn: row.status === 'NORMAL',
      isHidden: row.hidden,
      isHeld: row.permission === null ? decided.resourceIds.has(row.id) : decided.keys.has(row.permission),
      inMenu: row.type === RESOURCE_TYPES.BUTTON ? null : shown.has(row.name),
      through: granting.filter(({ isOn }) => isOn).map(({ name }) => name),
      offRoles: granting.filter(({ isOn }) => !isOn).map(({ name }) => name),
      folderOff: folderOff(row, byId),
    }
  })
}

function namesOf(routes: readonly MenuRoute[]): Set<string> {
  return new Set(routes.flatMap((route) => [route.name, ...namesOf(route.children ?? [])]))
}

function folderOff(row: MenuRow, byId: ReadonlyMap<string, MenuRow>): string | null {
  for (let at = parentOf(row, byId); at; at = parentOf(at, byId)) if (at.status !== 'NORMAL') return at.title
  return null
}

function parentOf(row: MenuRow, byId: ReadonlyMap<string, MenuRow>): MenuRow | undefined {
  return row.parentId === null ? undefined : byId.get(row.parentId)
}

export interface AccountState {
  status: string
  /** Their department or one above it is switched off. */
  isDeptOff: boolean
  mustChangePassword: boolean
  mustEnrol: boolean
}

/** Whether the user may sign in at all. */
export function explainAccount({ status, isDeptOff, mustChangePassword, mustEnrol }: AccountState): Reason[] {
  const reasons: Reason[] = []
  if (status === 'NORMAL') reasons.push({ because: 'user-active', holds: true, names: [] })
  else reasons.push({ because: status === 'LOCKED' ? 'user-locked' : 'user-disabled', holds: false, names: [] })
  if (isDeptOff) reasons.push({ because: 'department-disabled', holds: false, names: [] })
  if (mustChangePassword) reasons.push({ because: 'must-change-password', holds: false, names: [] })
  if (mustEnrol) reasons.push({ because: 'must-enrol', holds: false, names: [] })
  return reasons
}

/** Why a permission key is held or not; `isHeld` is the decision. */
export function explainKey(
  key: string,
  isHeld: boolean,
  entries: readonly ExplainedEntry[],
  roles: readonly GrantingRole[],
): Reason[] {
  const carriers = entries.filter(({ permission }) => permission === key)
  if (isHeld) {
    const names = unique(carriers.filter(({ isOn }) => isOn).flatMap(({ through }) => through))
    return [{ because: 'key-through-role', holds: true, names }]
  }
  if (carriers.length === 0) return [{ because: 'key-unknown', holds: false, names: [key] }]
  if (roles.length === 0) return [{ because: 'no-role', holds: false, names: [] }]
  const reasons: Reason[] = []
  const off = carriers.filter(({ isOn, through }) => !isOn && through.length > 0)
  if (off.length > 0) reasons.push({ because: 'key-resource-off', holds: false, names: off.map(({ title }) => title) })
  const offRoles = unique(carriers.flatMap((entry) => entry.offRoles))
  if (offRoles.length > 0) reasons.push({ because: 'key-role-off', holds: false, names: offRoles })
  return reasons.length > 0
    ? reasons
    : [{ because: 'key-not-granted', holds: false, names: unique(roles.map((role) => role.name)) }]
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)]
}
