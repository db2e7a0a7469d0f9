import { ADMIN_ROLE } from '@sluice/contract'
import type { Connection } from '../../platform/db.ts'
import { snake } from '../../platform/resource-shape.ts'
import type { EntryColumns } from './menu-entry.rules.ts'

/** One change of the menu at a time: two moves could otherwise make a ring. */
export async function lockMenu(tx: Connection): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('identity.menu', 0))")
}

/** Answers the new id; ROLE_ADMIN holds it at once. */
export async function insertEntry(tx: Connection, name: string, entry: EntryColumns): Promise<string> {
  const columns = Object.keys(entry).map(snake)
  const places = columns.map((_, at) => `$${at + 2}`)
  const { rows } = await tx.query<{ id: string }>(
    `insert into resource (name, ${columns.join(', ')}) values ($1, ${places.join(', ')}) returning id`,
    [name, ...Object.values(entry)],
  )
  const { id } = rows[0]!
  await tx.query(
    'insert into role_resource (role_id, resource_id) select id, $1 from role where code = $2 and not deleted',
    [id, ADMIN_ROLE],
  )
  return id
}

/** `changed` of a built-in entry are remembered as the operator's. */
export async function updateEntry(
  tx: Connection,
  id: string,
  entry: EntryColumns,
  changed: readonly (keyof EntryColumns)[],
): Promise<void> {
  if (changed.length === 0) return
  const sets = changed.map((name, at) => `${snake(name)} = $${at + 3}`)
  await tx.query(
    `update resource set ${sets.join(', ')},
       kept = case when builtin then array(select distinct unnest(kept || $2::text[])) else kept end where id = $1`,
    [id, changed.map(snake), ...changed.map((name) => entry[name])],
  )
}

export async function deleteEntry(tx: Connection, id: string): Promise<void> {
  await tx.query('delete from resource where id = $1', [id])
}
