import {
  EXTERNAL_ADDRESS,
  type FieldReason,
  type MenuEntryChange,
  RESOURCE_TYPES,
  type ResourceEntry,
} from '@sluice/contract'
import type { MenuRow } from './menu.rules.ts'

/** The changeable fields of an entry, in the terms of API-11. */
export type EntryFields = Omit<ResourceEntry, 'id' | 'name' | 'affix' | 'builtin'>

/** The fields of a built-in entry that the operator may change; the program sets the rest. */
const OPERATORS: readonly (keyof EntryFields)[] = ['title', 'icon', 'sort', 'hidden', 'cache', 'status']

const { DIR, MENU, BUTTON } = RESOURCE_TYPES

const NEW: EntryFields = {
  parentId: null,
  title: '',
  type: DIR,
  permission: null,
  routePath: null,
  component: null,
  icon: null,
  sort: 0,
  hidden: false,
  cache: true,
  external: false,
  status: 'NORMAL',
}

/** The whole entry; omitted fields are unchanged. */
export function entryOf(given: MenuEntryChange, before: EntryFields = NEW): EntryFields {
  const said = Object.entries(given).filter(([, value]) => value !== undefined)
  const entry: EntryFields = { ...before, ...(Object.fromEntries(said) as Partial<EntryFields>) }
  return entry.type === DIR ? { ...entry, component: 'Layout' } : entry
}

/** Names of the fields that differ. */
export function changedFields(before: EntryFields, after: EntryFields): (keyof EntryFields)[] {
  return (Object.keys(after) as (keyof EntryFields)[]).filter((name) => before[name] !== after[name])
}

export function mayChangeBuiltIn(changed: readonly (keyof EntryFields)[]): boolean {
  return changed.every((name) => OPERATORS.includes(name))
}

/** An internal address: the characters of a route, never a scheme or another host. */
const ROUTE_PATH = /^\/?[A-Za-z0-9_-]+(\/:?[A-Za-z0-9_-]+)*$/

/** What is wrong with an entry by itself and by its place; null when nothing is. */
export function entryFault(
  entry: EntryFields,
  parent: Pick<MenuRow, 'type'> | null,
): Partial<Record<'parentId' | 'routePath' | 'component' | 'permission', FieldReason>> | null {
  if (!fits(entry.type, parent)) return { parentId: 'not-an-option' }
  if (entry.type === BUTTON) return entry.permission === null ? { permission: 'required' } : null
  if (!entry.routePath) return { routePath: 'required' }
  if (entry.external) return EXTERNAL_ADDRESS.test(entry.routePath) ? null : { routePath: 'format' }
  if (!ROUTE_PATH.test(entry.routePath)) return { routePath: 'format' }
  return entry.type === MENU && entry.component === null ? { component: 'required' } : null
}

/** Folders and screens are at the top or in folders, buttons in screens. */
function fits(type: EntryFields['type'], parent: Pick<MenuRow, 'type'> | null): boolean {
  if (type === BUTTON) return parent?.type === MENU
  return parent === null || parent.type === DIR
}

/** Whether `id` is `parentId` or above it: moving it there would close a cycle (AD-6). */
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
