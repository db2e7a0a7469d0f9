import { sql } from 'kysely'
import type { Sql } from '../db/db.ts'
import { unscopedMark } from './scoped.ts'

/** The departments of devices whose rows were changed. */
export async function deptsOfDevices(tx: Sql, deviceIds: readonly string[]): Promise<string[]> {
  if (deviceIds.length === 0) return []
  const { rows } = await sql<{ dept: string }>`select distinct d.dept_id as dept from device as d
    where d.id = any(${deviceIds}::bigint[]) ${unscopedMark('audit')}`.execute(tx.tables<unknown>())
  return rows.map(({ dept }) => dept)
}
