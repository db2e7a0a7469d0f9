import type { Sql } from '../../../platform/db/db.ts'
import { unscopedText } from '../../../platform/resource/scoped.ts'

/** Whether any device has it, also one that the caller does not see. */
export async function isTagInUse(db: Sql, tagId: string): Promise<boolean> {
  const { rows } = await db.query(
    `select from device where tag_ids @> array[$1::bigint] and not deleted limit 1 ${unscopedText('in-use')}`,
    [tagId],
  )
  return rows.length > 0
}
