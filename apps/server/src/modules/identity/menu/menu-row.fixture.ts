import type { MenuRow } from './menu.rules.ts'

/** An enabled entry of the menu; `more` are the fields that matter to a test. */
export function menuRow(
  id: string,
  parentId: string | null,
  type: MenuRow['type'],
  more: Partial<MenuRow> = {},
): MenuRow {
  return {
    id,
    parentId,
    type,
    title: id,
    name: id,
    routePath: id,
    component: null,
    permission: null,
    icon: null,
    sort: 0,
    hidden: false,
    cache: true,
    affix: false,
    external: false,
    status: 'NORMAL',
    builtin: true,
    redirect: null,
    activeMenu: null,
    own: false,
    ...more,
  }
}
