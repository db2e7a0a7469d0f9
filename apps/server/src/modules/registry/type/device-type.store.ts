import type { DeviceTypeCode } from '@sluice/contract'
import type { Connection, Sql } from '../../../platform/db/db.ts'

/** What a new product of a type begins with; null intervals are those of every product. */
export interface TypeDefaults {
  reportIntervalS: number
  silentAfterS: number | null
  sleepy: boolean
}

/** Undefined where the registry has no such type. */
export async function typeDefaults(db: Sql, code: DeviceTypeCode): Promise<TypeDefaults | undefined> {
  const { rows } = await db.query<TypeDefaults & Record<string, unknown>>(
    `select report_interval_s as "reportIntervalS", silent_after_s as "silentAfterS", sleepy
     from device_type where code = $1 and not deleted`,
    [code],
  )
  return rows[0]
}

/** Whether a product is of this type; the type stays as it is until the transaction ends. */
export async function isTypeInUse(tx: Connection, id: string): Promise<boolean> {
  const { rows } = await tx.query<{ code: string }>('select code from device_type where id = $1 for update', [id])
  const { rows: users } = await tx.query('select from product where device_type_code = $1 limit 1', [rows[0]?.code])
  return users.length > 0
}

/** Sorts a new product into the category of its type, where that has one. */
export async function sortByType(tx: Connection, productId: string, code: DeviceTypeCode): Promise<void> {
  await tx.query(
    `update product_category c set product_ids = array_append(coalesce(c.product_ids, '{}'), $1::bigint),
       version = c.version + 1, update_time = now()
     from device_type t
     where t.code = $2 and not t.deleted and c.id = t.category_id and not c.deleted`,
    [productId, code],
  )
}
