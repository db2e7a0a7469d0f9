import { addressOfDevice } from '@sluice/devices'
import { sql } from 'kysely'
import { numberArray, textArray } from '../../platform/db/array-literal.ts'
import type { Sql } from '../../platform/db/db.ts'
import { TOKEN_TIMES } from './device-token.store.ts'
import type { Session } from '../../platform/http/session.ts'
import {
  DEVICE_MARK,
  type ScopedDeviceId,
  scopePredicate,
  unscopedMark,
  unscopedText,
} from '../../platform/resource/scoped.ts'

/** Its number, and whether new devices may be of it. */
export async function productFacts(
  db: Sql,
  productId: string,
): Promise<{ productNo: string; published: boolean } | undefined> {
  const { rows } = await db.query<{ productNo: string; published: boolean }>(
    `select product_no as "productNo", status = 'PUBLISHED' as published from product where id = $1`,
    [productId],
  )
  return rows[0]
}

/** Product of a device that was found visible before. */
export async function productNoOfDevice(db: Sql, deviceId: ScopedDeviceId): Promise<string | undefined> {
  const { rows } = await db.query<{ product_no: string }>(
    `select p.product_no from device d join product p on p.id = d.product_id where d.id = $1 ${DEVICE_MARK}`,
    [deviceId],
  )
  return rows[0]?.product_no
}

/** The devices on a master: how many there are, and the names of those that the session sees. */
export async function slaveNames(
  db: Sql,
  { scope }: Pick<Session, 'scope'>,
  deviceId: string,
  inUse = false,
): Promise<{ total: number; names: string[] }> {
  const alive = inUse ? sql`and lifecycle <> 'RETIRED'` : sql``
  const { rows } = await sql<{ name: string; seen: boolean }>`select name, ${scopePredicate(scope, 'device')} as seen
    from device where master_id = ${deviceId} and not deleted ${alive} ${unscopedMark('in-use')} order by id`.execute(
    db.tables<unknown>(),
  )
  return { total: rows.length, names: rows.filter(({ seen }) => seen).map(({ name }) => name) }
}

/** The moment of an installation. The row was read in scope before, under lock. */
export async function stampInstalled(tx: Sql, deviceId: string): Promise<void> {
  await tx.query(`update device set install_time = now() where id = $1 ${DEVICE_MARK}`, [deviceId])
}

export interface StationRow {
  deviceId: string
  deptId: string
  productNo: string
  enabled: boolean
  reportIntervalS: number | null
  address: string
  password: string | null
  allowedAddresses: string | null
}

export interface SlaveRow extends Omit<StationRow, 'address' | 'password' | 'allowedAddresses'> {
  masterId: string
  channel: number | null
  deviceNo: string
  name: string
}

const COMMON = `d.id as "deviceId", d.dept_id as "deptId", p.product_no as "productNo", d.enabled,
  d.report_interval_s as "reportIntervalS"`

/** Stations by address, for the pipeline. */
export async function stationsByAddress(db: Sql, addresses: readonly string[]): Promise<StationRow[]> {
  const { rows } = await db.query<StationRow & Record<string, unknown>>(
    `select ${COMMON}, d.station_address as address, d.station_password as password,
       d.allowed_addresses as "allowedAddresses"
     from device d join product p on p.id = d.product_id
     where d.station_address = any($1::text[]) and not d.deleted ${unscopedText('pipeline')}`,
    [textArray(addresses)],
  )
  return rows
}

/** Devices that a token let in: their address in the pipeline is their id. */
export async function stationsById(db: Sql, deviceIds: readonly string[]): Promise<StationRow[]> {
  const { rows } = await db.query<StationRow & Record<string, unknown>>(
    `select ${COMMON}, $2 || d.id as address, null as password, null as "allowedAddresses"
     from device d join product p on p.id = d.product_id
     where d.id = any($1::bigint[]) and not d.deleted ${unscopedText('pipeline')}`,
    [numberArray(deviceIds), addressOfDevice('')],
  )
  return rows
}

export async function slavesOf(db: Sql, masterIds: readonly string[]): Promise<SlaveRow[]> {
  const { rows } = await db.query<SlaveRow & Record<string, unknown>>(
    `select ${COMMON}, d.master_id as "masterId", d.channel, d.device_no as "deviceNo", d.name
     from device d join product p on p.id = d.product_id
     where d.master_id = any($1::bigint[]) and not d.deleted ${unscopedText('pipeline')}`,
    [numberArray(masterIds)],
  )
  return rows
}

/** Departments of devices that were found before, for their zones. */
export async function deptsOfDevices(db: Sql, deviceIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db.query<{ id: string; dept_id: string }>(
    `select id, dept_id from device where id = any($1::bigint[]) ${DEVICE_MARK}`,
    [numberArray(deviceIds)],
  )
  return new Map(rows.map((row) => [row.id, row.dept_id]))
}

export interface ConnectionRow {
  name: string
  deptId: string
  productNo: string
  stationAddress: string | null
  allowedAddresses: string | null
  hasPassword: boolean
  hasToken: boolean
  deviceNo: string
  tokenTime: string | null
  oldToken: { until: string; usedTime: string | null } | null
}

export async function connectionOf(db: Sql, deviceId: ScopedDeviceId): Promise<ConnectionRow | undefined> {
  const { rows } = await db.query<ConnectionRow & Record<string, unknown>>(
    `select d.name, d.dept_id as "deptId", p.product_no as "productNo", d.station_address as "stationAddress",
       nullif(d.allowed_addresses, '') as "allowedAddresses",
       d.station_password is not null as "hasPassword", d.access_token_hash is not null as "hasToken",
       d.device_no as "deviceNo", ${TOKEN_TIMES}
     from device d join product p on p.id = d.product_id where d.id = $1 ${DEVICE_MARK}`,
    [deviceId],
  )
  return rows[0]
}

export async function setStationPassword(db: Sql, deviceId: ScopedDeviceId, password: string | null): Promise<void> {
  await db.query(
    `update device set station_password = $2, version = version + 1, update_time = now() where id = $1 ${DEVICE_MARK}`,
    [deviceId, password],
  )
}

/** A device's number and name, for its master's side of a command. */
export async function namesOfDevice(
  db: Sql,
  deviceId: string,
): Promise<{ deviceNo: string; name: string; masterId: string | null } | undefined> {
  const { rows } = await db.query<{ deviceNo: string; name: string; masterId: string | null }>(
    `select device_no as "deviceNo", name, master_id as "masterId" from device
     where id = $1 and not deleted ${unscopedText('pipeline')}`,
    [deviceId],
  )
  return rows[0]
}

export async function deviceByNo(db: Sql, deviceNo: string): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(
    `select id from device where device_no = $1 and not deleted ${unscopedText('in-use')}`,
    [deviceNo],
  )
  return rows[0]?.id
}

export interface DeviceOwner {
  deviceId: string
  deptId: string
  masterId: string | null
}

/** Owners of devices, and of the slaves behind those that are masters. */
export async function ownersOf(db: Sql, deviceIds: readonly string[]): Promise<DeviceOwner[]> {
  const { rows } = await db.query<DeviceOwner & Record<string, unknown>>(
    `select id as "deviceId", dept_id as "deptId", master_id as "masterId" from device
     where (id = any($1::bigint[]) or master_id = any($1::bigint[])) and not deleted and enabled ${unscopedText('job')}`,
    [numberArray(deviceIds)],
  )
  return rows
}

/** The devices a user created, in any department: the user's own records (data scope SELF). */
export async function devicesMadeBy(db: Sql, userId: string): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ id: string }>(
    `select id from device where create_by = $1 and not deleted ${unscopedText('live')}`,
    [userId],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Department and state of a device that was found visible before. */
export async function placeOf(
  db: Sql,
  deviceId: ScopedDeviceId,
): Promise<Pick<StationRow, 'deptId' | 'enabled' | 'productNo' | 'reportIntervalS'> | undefined> {
  const { rows } = await db.query<StationRow & Record<string, unknown>>(
    `select ${COMMON} from device d join product p on p.id = d.product_id where d.id = $1 ${DEVICE_MARK}`,
    [deviceId],
  )
  return rows[0]
}
