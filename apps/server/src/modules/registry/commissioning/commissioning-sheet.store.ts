import type { CommissioningItem, CommissioningSheet, Signature } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { Sql } from '../../../platform/db/db.ts'
import { filesOf } from '../../../platform/file/stored-file.store.ts'
import { DEVICE_MARK, isRowId, type ScopedDeviceId } from '../../../platform/resource/scoped.ts'
import type { ItemKind } from './commissioning.store.ts'

type SheetRow = Omit<CommissioningSheet, 'photos' | 'items' | 'device' | 'installer' | 'accepter'> & {
  signatures: { installer: Signature; accepter?: Signature } | null
}

/**
 * One commissioning of the device, else its newest, with the device as it is now.
 * @throws AppError `not-found`
 */
export async function sheetOf(db: Sql, deviceId: ScopedDeviceId, id: string | null): Promise<CommissioningSheet> {
  if (id !== null && !isRowId(id)) throw new AppError('not-found')
  const { rows } = await db.query<SheetRow & Record<string, unknown>>(
    `select id, device_id as "deviceId", state, create_name as "createName", begin_time as "beginTime",
       prove_time as "proveTime", accept_time as "acceptTime", defects, needs, lng, lat, accuracy_m as "accuracyM",
       moved_m as "movedM", signatures
     from commissioning where device_id = $1 and ($2::bigint is null or id = $2) order by id desc limit 1 ${DEVICE_MARK}`,
    [deviceId, id],
  )
  if (!rows[0]) throw new AppError('not-found')
  const { signatures, ...row } = rows[0]
  return {
    ...row,
    installer: signatures?.installer ?? null,
    accepter: signatures?.accepter ?? null,
    photos: await filesOf(db, { resource: 'commissioning', rowId: row.id, field: 'photos' }),
    items: await itemsOf(db, row.id),
    device: await deviceOf(db, deviceId),
  }
}

async function itemsOf(db: Sql, id: string): Promise<CommissioningItem[]> {
  const { rows } = await db.query<CommissioningItem & { kind: ItemKind; facts: never } & Record<string, unknown>>(
    `select id, kind, at, create_time as "createTime", by_name as "byName",
       case when kind = 'PHOTO' then facts end as photo, case when kind = 'PROOF' then facts end as proof
     from commissioning_item where commissioning_id = $1 order by id ${DEVICE_MARK}`,
    [id],
  )
  return rows
}

async function deviceOf(db: Sql, deviceId: ScopedDeviceId): Promise<CommissioningSheet['device']> {
  const { rows } = await db.query<CommissioningSheet['device']>(
    `select d.name, d.device_no as "deviceNo", d.serial_no as "serialNo",
       jsonb_build_array(p.name, coalesce(p.english_name, p.name)) as "productName", m.name as "masterName", a.name as "areaName",
       d.address, d.iccid, to_char(d.warranty_until, 'YYYY-MM-DD') as "warrantyUntil"
     from device d join product p on p.id = d.product_id left join device m on m.id = d.master_id
       left join area a on a.id = d.area_id where d.id = $1 ${DEVICE_MARK}`,
    [deviceId],
  )
  return rows[0]!
}
