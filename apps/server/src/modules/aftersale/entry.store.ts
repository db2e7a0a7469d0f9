import type { Filled, Meanwhile, RepairEntry } from '@sluice/contract'
import type { Sql } from '../../platform/db/db.ts'

type EntryKind = RepairEntry['kind']

interface Sent {
  repairId: string
  kind: EntryKind
}

/** What a person sent under this key before, of whichever order. */
export async function sentAs(db: Sql, userId: string, key: string): Promise<Sent | undefined> {
  const { rows } = await db.query<Sent & Record<string, unknown>>(
    'select repair_id as "repairId", kind from repair_entry where create_by = $1 and key = $2',
    [userId, key],
  )
  return rows[0]
}

interface NewEntry {
  key: string
  kind: EntryKind
  at: Date
  now: Date
  userId: string
  byName: string
}

/** Writes an entry down; of two at once the index of keys refuses the second. */
export async function addEntry(tx: Sql, repairId: string, entry: NewEntry): Promise<void> {
  const { key, kind, at, now, userId, byName } = entry
  await tx.query(
    `insert into repair_entry (repair_id, key, kind, at, create_by, by_name, create_time)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [repairId, key, kind, at, userId, byName, now],
  )
}

/** Who filled in these fields of an order that was found in scope, now. */
export async function noteChange(
  tx: Sql,
  repairId: string,
  { fields, byName, at }: { fields: readonly string[]; byName: string; at: Date },
): Promise<void> {
  if (fields.length === 0) return
  await tx.query(
    `insert into repair_change (repair_id, field, by_name, time) select $1, f, $3, $4 from unnest($2::text[]) f
     on conflict (repair_id, field) do update set by_name = excluded.by_name, time = excluded.time`,
    [repairId, fields, byName, at],
  )
}

/** Who changed these fields of an order that was found in scope last: of no fields, who took its newest step. */
export async function lastChange(
  tx: Sql,
  repairId: string,
  fields: readonly (keyof Filled)[],
): Promise<Pick<Meanwhile, 'byName' | 'time' | 'changed'>> {
  const { rows } = await tx.query<{ by_name: string | null; time: string; changed: Meanwhile['changed'] | null }>(
    `select case when cardinality($2::text[]) = 0 then
         (select e.user_name from repair_event e where e.repair_id = r.id order by e.id desc limit 1) else c.by_name end as by_name,
       coalesce(c.time, r.update_time) as time,
       (select jsonb_object_agg(x.field, jsonb_build_object('byName', x.by_name, 'time', x.time)) from repair_change x
        where x.repair_id = r.id and x.field = any($2::text[])) as changed
     from repair_record r left join lateral (select x.by_name, x.time from repair_change x where x.repair_id = r.id
       and x.field = any($2::text[]) order by x.time desc limit 1) c on true
     where r.id = $1 /* device:id */`,
    [repairId, fields],
  )
  const { by_name: byName, time, changed } = rows[0]!
  return { byName, time, ...(changed ? { changed } : {}) }
}
