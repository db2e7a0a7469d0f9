import type { Meanwhile, RepairEntry } from '@sluice/contract'
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

/** Who took the newest step of an order that was found in scope, and when the order was changed last. */
export async function lastChange(tx: Sql, repairId: string): Promise<Pick<Meanwhile, 'byName' | 'time'>> {
  const { rows } = await tx.query<{ by_name: string | null; time: string }>(
    `select (select e.user_name from repair_event e where e.repair_id = r.id order by e.id desc limit 1) as by_name,
       r.update_time as time
     from repair_record r where r.id = $1 /* device:id */`,
    [repairId],
  )
  const { by_name: byName, time } = rows[0]!
  return { byName, time }
}
