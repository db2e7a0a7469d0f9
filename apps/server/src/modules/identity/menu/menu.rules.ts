import { type MenuRoute, RESOURCE_TYPES, type ResourceEntry } from '@sluice/contract'

/** A row of `resource` with what menus need in addition to the tree of rights. */
export interface MenuRow extends ResourceEntry {
  redirect: string | null
  activeMenu: string | null
  /** Its title is an operator's, not the program's. */
  own: boolean
}

/**
 * The menu of a user who holds `granted`: enabled folders and screens, including hidden ones (MR-4); folders above a
 * granted screen are included, and a disabled folder removes everything below it.
 */
export function menuRoutes(rows: readonly MenuRow[], granted: ReadonlySet<string>): MenuRoute[] {
  const shown = rows.filter((row) => row.type !== RESOURCE_TYPES.BUTTON && row.status === 'NORMAL')
  const build = (parentId: string | null, depth: number): MenuRoute[] =>
    shown
      .filter((row) => row.parentId === parentId)
      .flatMap((row) => {
        const children = build(row.id, depth + 1)
        const isShown = row.type === RESOURCE_TYPES.MENU ? granted.has(row.id) : children.length > 0
        return isShown ? [routeOf(row, children, depth)] : []
      })
  return build(null, 0)
}

function routeOf(row: MenuRow, children: MenuRoute[], depth: number): MenuRoute {
  return {
    path: row.routePath ?? '',
    name: row.name,
    component: row.type === RESOURCE_TYPES.DIR ? (depth === 0 ? 'Layout' : 'ParentView') : (row.component ?? ''),
    ...(row.redirect ? { redirect: row.redirect } : {}),
    hidden: row.hidden,
    alwaysShow: false,
    meta: {
      title: row.title,
      ...(row.own ? { own: true } : {}),
      ...(row.icon ? { icon: row.icon } : {}),
      ...(row.cache ? {} : { noCache: true }),
      ...(row.affix ? { affix: true } : {}),
      ...(row.activeMenu ? { activeMenu: row.activeMenu } : {}),
    },
    ...(children.length > 0 ? { children } : {}),
  }
}
