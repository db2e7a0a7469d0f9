import { ADMIN_ROLE, RESOURCE_TYPES, type menuEntryResource } from '@sluice/contract'
import type { Connection } from '../../../platform/db/db.ts'
import { unscopedText } from '../../../platform/resource/scoped.ts'
import type { EntryFields } from './menu-entry.rules.ts'
import { MENU_WORDS } from './built-in-names.ts'
import type { Computed, Worded } from '../../../platform/resource/resource-change.ts'

/** The column of each field of API-11. */
const COLUMNS: Readonly<Record<keyof EntryFields, string>> = {
  parentId: 'parent_id',
  title: 'title',
  type: 'type',
  permission: 'perm_code',
  routePath: 'path',
  component: 'component',
  icon: 'icon',
  sort: 'sort',
  hidden: 'hidden',
  cache: 'no_cache',
  external: 'external',
  status: 'status',
}
const FIELDS = Object.keys(COLUMNS) as (keyof EntryFields)[]

/** The fields of API-11 that are not plain columns. */
export const menuEntryComputed: Computed<typeof menuEntryResource> = {
  version: '0',
  type: "case t.type when 'DIR' then '1' when 'MENU' then '2' else '3' end",
  permission: 't.perm_code',
  routePath: "nullif(t.path, '')",
  component: "case when t.type = 'MENU' then nullif(t.component, '') end",
  cache: 'not t.no_cache',
}

export const menuEntryWords: Worded<typeof menuEntryResource> = { title: { code: '{row}.name', words: MENU_WORDS } }

/** The values of those columns, by the fields of API-11; the inverse is `readMenu`. */
function stored(entry: EntryFields): Readonly<Record<keyof EntryFields, unknown>> {
  const type = Object.entries(RESOURCE_TYPES).find(([, number]) => number === entry.type)![0]
  return { ...entry, type, routePath: entry.routePath ?? '', component: entry.component ?? '', cache: !entry.cache }
}

/** One change of the menu at a time: two moves could otherwise make a ring. */
export async function lockMenu(tx: Connection): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('identity.menu', 0))")
}

/** Returns the new id; ROLE_ADMIN holds it at once. */
export async function insertEntry(tx: Connection, name: string, entry: EntryFields): Promise<string> {
  const columns = FIELDS.map((field) => COLUMNS[field])
  const places = columns.map((_, at) => `$${at + 2}`)
  const values = stored(entry)
  const { rows } = await tx.query<{ id: string }>(
    `insert into resource (name, ${columns.join(', ')}) values ($1, ${places.join(', ')}) returning id`,
    [name, ...FIELDS.map((field) => values[field])],
  )
  const { id } = rows[0]!
  await tx.query(
    `insert into role_resource (role_id, resource_id) select id, $1 from role
     where code = $2 and not deleted ${unscopedText('reference')}`,
    [id, ADMIN_ROLE],
  )
  return id
}

/** `changed` of a built-in entry are remembered as the operator's. */
export async function updateEntry(
  tx: Connection,
  id: string,
  entry: EntryFields,
  changed: readonly (keyof EntryFields)[],
): Promise<void> {
  if (changed.length === 0) return
  const columns = changed.map((field) => COLUMNS[field])
  const sets = columns.map((column, at) => `${column} = $${at + 3}`)
  const values = stored(entry)
  await tx.query(
    `update resource set ${sets.join(', ')},
       kept = case when builtin then array(select distinct unnest(kept || $2::text[])) else kept end where id = $1`,
    [id, columns, ...changed.map((field) => values[field])],
  )
}

export async function deleteEntry(tx: Connection, id: string): Promise<void> {
  await tx.query('delete from resource where id = $1', [id])
}
