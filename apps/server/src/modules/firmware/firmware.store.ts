import { firmwareDeviceResource } from '@sluice/contract'
import { filesOf, readContent } from '../../platform/file/stored-file.store.ts'
import { numberArray } from '../../platform/db/array-literal.ts'
import type { Sql } from '../../platform/db/db.ts'
import { tellRowsOfDevices } from '../../platform/resource/changed-rows.ts'
import { unscopedText } from '../../platform/resource/scoped.ts'
import type { OFFERED_STATES } from './rollout.rules.ts'

const PIPELINE = unscopedText('pipeline')
const LIVE = `('OFFERED', 'DOWNLOADING', 'DOWNLOADED', 'VERIFIED', 'UPDATING')`
type Answered<T> = { [K in keyof T]: T[K] }

/** All firmware together, in bytes; held against other uploads to the end of the transaction. */
export async function lockedTotal(tx: Sql): Promise<number> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('firmware.total', 0))")
  const { rows } = await tx.query<{ total: string }>(
    'select coalesce(sum(size), 0) as total from firmware where not deleted',
  )
  return Number(rows[0]!.total)
}

export interface Release {
  id: string
  productId: string
  status: string
}

/** A firmware, kept as it is to the end of the transaction. */
export async function heldFirmware(tx: Sql, id: string): Promise<Release | undefined> {
  const { rows } = await tx.query<Answered<Release>>(
    'select id, product_id as "productId", status from firmware where id = $1 and not deleted for share',
    [id],
  )
  return rows[0]
}

/** The bytes of a firmware. */
export async function contentOf(db: Sql, firmwareId: string): Promise<Buffer | undefined> {
  const [file] = await filesOf(db, { resource: 'firmware', rowId: firmwareId, field: 'file' })
  return file && readContent(db, file.id)
}

/** What a device is offered. */
export interface Offer {
  /** Of the row of the device in its roll-out. */
  rowId: string
  deviceId: string
  state: (typeof OFFERED_STATES)[number]
  firmwareId: string
  title: string
  version: string
  size: number
  sha256: string
  signature: string | null
}

/** What these devices are offered now; the others are left out. */
export async function offersOf(db: Sql, deviceIds: readonly string[]): Promise<Offer[]> {
  const { rows } = await db.query<Answered<Offer>>(
    `select d.id as "rowId", d.device_id as "deviceId", d.state, f.id as "firmwareId", f.title,
       f.version_name as version, f.size, f.sha256, f.signature
     from firmware_device d join firmware_rollout r on r.id = d.rollout_id join firmware f on f.id = r.firmware_id
     where d.device_id = any($1::bigint[]) and d.state in ${LIVE} ${PIPELINE}`,
    [numberArray(deviceIds)],
  )
  return rows
}

/** What a device says it runs. */
export async function saveRunning(
  tx: Sql,
  deviceId: string,
  { title, version, now }: { title: string | null; version: string; now: Date },
): Promise<void> {
  const { rows } = await tx.query<{ changed: boolean }>(
    `insert into device_firmware as f (device_id, title, version_name, report_time) values ($1, $2, $3, $4)
     on conflict (device_id) do update set title = coalesce(excluded.title, f.title),
       version_name = excluded.version_name, report_time = excluded.report_time
     returning (select o.version_name from device_firmware o where o.device_id = $1) is distinct from f.version_name
       as changed ${PIPELINE}`,
    [deviceId, title, version, now],
  )
  if (rows[0]!.changed) await tellRowsOfDevices(tx, firmwareDeviceResource, [deviceId])
}

/** How far devices are with what they download (whole per cent), by row; what is known to be further stays. */
export async function saveProgress(tx: Sql, progress: ReadonlyMap<string, number>, now: Date): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(
    `update firmware_device d set percent = greatest(d.percent, x.percent), begun = true, change_time = $3,
       state = case when d.state = 'OFFERED' then 'DOWNLOADING' else d.state end
     from unnest($1::bigint[], $2::int[]) as x (id, percent) where d.id = x.id and d.state in ${LIVE}
     returning d.device_id as id ${PIPELINE}`,
    [numberArray([...progress.keys()]), numberArray([...progress.values()]), now],
  )
  await tellRowsOfDevices(
    tx,
    firmwareDeviceResource,
    rows.map(({ id }) => id),
  )
}
