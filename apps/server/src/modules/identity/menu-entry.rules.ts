import { EXTERNAL_ADDRESS, type FieldReason, type MenuEntryChange, RESOURCE_TYPES } from '@sluice/contract'
import type { MenuRow } from './menu.rules.ts'

/** A row as it would be saved, by camelCase column. */
export interface EntryColumns {
  parentId: string | null
  type: 'DIR' | 'MENU' | 'BUTTON'
  title: string
  permCode: string | null
  path: string
  component: string
  icon: string | null
  sort: number
  hidden: boolean
  noCache: boolean
  external: boolean
  status: string
}

/** What of a built-in entry belongs to the operator; the rest is what the program is made of. */
const OPERATORS: readonly (keyof EntryColumns)[] = ['title', 'icon', 'sort', 'hidden', 'noCache', 'status']

/** The words of the wire (API-11) as columns; what is not said stays as it was. */
export function columnsOf(given: MenuEntryChange, before: EntryColumns | null): EntryColumns {
  const said = <T>(value: T | undefined, otherwise: T): T => (value === undefined ? otherwise : value)
  const type = given.type ? RESOURCE_TYPES[given.type] : before!.type
  return {
    parentId: said(given.parentId, before?.parentId ?? null) ?? null,
    type,
    title: said(given.title, before?.title ?? ''),
    permCode: said(given.permission, before?.permCode ?? null) ?? null,
    path: said(given.routePath, before?.path ?? '') ?? '',
    component: type === 'DIR' ? 'Layout' : (said(given.component, before?.component ?? '') ?? ''),
    icon: said(given.icon, before?.icon ?? null) ?? null,
    sort: said(given.sort, before?.sort ?? 0),
    hidden: said(given.hidden, before?.hidden ?? false),
    noCache: given.cache === undefined ? (before?.noCache ?? false) : !given.cache,
    external: said(given.external, before?.external ?? false),
    status: said(given.status, before?.status ?? 'NORMAL'),
  }
}

/** Names of the columns that differ. */
export function changedColumns(before: EntryColumns, after: EntryColumns): (keyof EntryColumns)[] {
  return (Object.keys(after) as (keyof EntryColumns)[]).filter((name) => before[name] !== after[name])
}

export function mayChangeBuiltIn(changed: readonly (keyof EntryColumns)[]): boolean {
  return changed.every((name) => OPERATORS.includes(name))
}

/** An address inside: what a route may be made of, never a scheme or another host. */
const ROUTE_PATH = /^\/?[A-Za-z0-9_-]+(\/:?[A-Za-z0-9_-]+)*$/

/** What is wrong with an entry by itself and by its place; null when nothing is. */
export function entryFault(
  entry: EntryColumns,
  parent: Pick<MenuRow, 'type'> | null,
): Partial<Record<'parentId' | 'routePath' | 'component' | 'permission', FieldReason>> | null {
  if (!fits(entry.type, parent)) return { parentId: 'not-an-option' }
  if (entry.type === 'BUTTON') return entry.permCode === null ? { permission: 'required' } : null
  if (entry.path === '') return { routePath: 'required' }
  if (entry.external) return EXTERNAL_ADDRESS.test(entry.path) ? null : { routePath: 'format' }
  if (!ROUTE_PATH.test(entry.path)) return { routePath: 'format' }
  return entry.type === 'MENU' && entry.component === '' ? { component: 'required' } : null
}

/** Folders and screens stand at the top or in folders, buttons in screens. */
function fits(type: EntryColumns['type'], parent: Pick<MenuRow, 'type'> | null): boolean {
  if (type === 'BUTTON') return parent?.type === 'MENU'
  return parent === null || parent.type === 'DIR'
}

/** Whether `id` is `parentId` or stands above it: hanging it there would close a ring (AD-6). */
export function isAbove(
  rows: readonly Pick<MenuRow, 'id' | 'parentId'>[],
  id: string,
  parentId: string | null,
): boolean {
  const parents = new Map(rows.map((row) => [row.id, row.parentId]))
  for (let at = parentId, steps = 0; at !== null && steps <= rows.length; at = parents.get(at) ?? null, steps++) {
    if (at === id) return true
  }
  return false
}
