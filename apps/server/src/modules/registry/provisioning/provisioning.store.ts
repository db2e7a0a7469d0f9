import type { Provisioning, ProvisioningSettings, ProvisionOutcome } from '@sluice/contract'
import type { Connection, Sql } from '../../../platform/db/db.ts'
import { iso } from '../../../platform/db/iso-time.ts'
import type { Session } from '../../../platform/http/session.ts'
import { unscopedText } from '../../../platform/resource/scoped.ts'
import type { NamedDevice, ProvisioningState } from './provisioning.rules.ts'

/** Devices that were deleted make room. */
const COUNTS = `
  (select count(distinct g.device_id)::int from device_provision g join device d on d.id = g.device_id
    where g.product_id = p.product_id and not d.deleted) as devices,
  (select count(*)::int from device_provision g
    where g.product_id = p.product_id and g.create_time > now() - interval '1 hour') as "lastHour"`

/** What is looked at before a secret is compared. */
export async function secretHashOf(db: Sql, key: string, protocol: string): Promise<string | undefined> {
  const { rows } = await db.query<{ hash: string }>(
    `select p.secret_hash as hash from product_provisioning p join product on product.id = p.product_id
     where p.provision_key = $1 and product.protocol = $2 ${unscopedText('pipeline')}`,
    [key, protocol],
  )
  return rows[0]?.hash
}

export interface LockedProvisioning extends ProvisioningState {
  productId: string
  productNo: string
  deptId: string
  areaId: string | null
}

/** What is set under that key and secret; it and its counts stay as they are until the transaction ends. */
export async function lockProvisioning(
  tx: Connection,
  key: string,
  secretHash: string,
): Promise<LockedProvisioning | undefined> {
  const locked = await tx.query<{ productId: string }>(
    `select product_id as "productId" from product_provisioning where provision_key = $1 and secret_hash = $2
     for update ${unscopedText('pipeline')}`,
    [key, secretHash],
  )
  if (!locked.rows[0]) return undefined
  // Counted after the lock is held: whoever held it before has committed.
  const { rows } = await tx.query<LockedProvisioning & Record<string, unknown>>(
    `select p.product_id as "productId", product.product_no as "productNo", p.enabled,
       product.status = 'PUBLISHED' and product.node_kind <> 'SLAVE' as published, p.admits, p.names,
       p.total_limit as "totalLimit", p.hour_limit as "hourLimit", p.dept_id as "deptId", p.area_id as "areaId",
       coalesce(p.expire_time <= now(), false) as expired, ${COUNTS}
     from product_provisioning p join product on product.id = p.product_id
     where p.product_id = $1 ${unscopedText('pipeline')}`,
    [locked.rows[0].productId],
  )
  return rows[0]
}

interface NamedRow extends NamedDevice {
  id: string
  deptId: string
}

/** The device of that number, else of that serial number; it stays as it is until the transaction ends. */
export async function lockNamed(tx: Connection, name: string, productId: string): Promise<NamedRow | undefined> {
  const { rows } = await tx.query<NamedRow & Record<string, unknown>>(
    `select d.id, d.dept_id as "deptId", d.product_id = $2 as "ofProduct", d.enabled as "inUse",
       d.access_token_hash is not null as "hasToken",
       d.access_token_used is not null
         or exists (select from v_device_state s where s.device_id = d.id and s.first_seen_time is not null)
         as "wasConnected",
       exists (select from device_provision g where g.device_id = d.id) as "givenHere"
     from device d where (d.device_no = $1 or d.serial_no = $1) and not d.deleted
     order by d.device_no = $1 desc, d.id limit 1 for update of d ${unscopedText('pipeline')}`,
    [name, productId],
  )
  return rows[0]
}

/** A new device with its token; undefined where the number or the token is taken. */
export async function insertProvisioned(
  tx: Connection,
  { productId, deptId, areaId }: LockedProvisioning,
  name: string,
  tokenHash: string,
): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into device (name, device_no, product_id, dept_id, area_id, access_token_hash, access_token_time)
     values ($1, $1, $2, $3, $4, $5, now()) on conflict do nothing returning id ${unscopedText('pipeline')}`,
    [name, productId, deptId, areaId, tokenHash],
  )
  return rows[0]?.id
}

/** False where another device has that token. */
export async function giveToken(tx: Connection, deviceId: string, tokenHash: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update device set access_token_hash = $2, access_token_time = now(), access_token_used = null,
       old_token_hash = null, old_token_until = null, old_token_used = null, version = version + 1, update_time = now()
     where id = $1 and not exists (select from device o where o.access_token_hash = $2 and not o.deleted)
     ${unscopedText('pipeline')}`,
    [deviceId, tokenHash],
  )
  return rowCount === 1
}

export async function noteGiven(
  tx: Connection,
  given: { productId: string; deviceId: string; outcome: ProvisionOutcome; remote: string },
): Promise<void> {
  const { productId, deviceId, outcome, remote } = given
  await tx.query(
    `insert into device_provision (product_id, device_id, outcome, remote) values ($1, $2, $3, $4)
     ${unscopedText('pipeline')}`,
    [productId, deviceId, outcome, remote],
  )
}

/** So many of the last tokens are shown. */
const SHOWN = 10

/** For those who see every department. */
export async function provisioningOf(db: Sql, productId: string): Promise<Provisioning | undefined> {
  const { rows } = await db.query<Provisioning & Record<string, unknown>>(
    `select json_build_object('enabled', p.enabled, 'admits', p.admits, 'deptId', p.dept_id::text,
         'areaId', p.area_id::text, 'names', p.names, 'totalLimit', p.total_limit, 'hourLimit', p.hour_limit,
         'expireTime', ${iso('p.expire_time')}) as settings,
       (select name from v_dept where id = p.dept_id) as "deptName",
       (select name from area where id = p.area_id) as "areaName", p.version, p.provision_key as "provisionKey", ${iso('p.secret_time')} as "secretTime", ${COUNTS},
       coalesce((select json_agg(last) from (
         select g.device_id::text as "deviceId", d.name, g.outcome, g.remote, ${iso('g.create_time')} as time
         from device_provision g join device d on d.id = g.device_id
         where g.product_id = p.product_id and not d.deleted order by g.id desc limit ${SHOWN}) last), '[]') as given
     from product_provisioning p where p.product_id = $1 ${unscopedText('reference')}`,
    [productId],
  )
  return rows[0]
}

/** Whether a place exists where devices can go. */
export async function placesOf(
  db: Sql,
  { deptId, areaId }: Pick<ProvisioningSettings, 'deptId' | 'areaId'>,
): Promise<{ dept: boolean; area: boolean }> {
  const { rows } = await db.query<{ dept: boolean; area: boolean }>(
    `select exists (select from v_dept where id = $1 and not deleted) as dept,
       $2::bigint is null or exists (select from area where id = $2 and not deleted) as area
     ${unscopedText('reference')}`,
    [deptId, areaId],
  )
  return rows[0]!
}

interface Saved extends ProvisioningSettings {
  productId: string
  by: Session['userId']
}

const values = ({
  productId,
  by,
  enabled,
  admits,
  deptId,
  areaId,
  names,
  totalLimit,
  hourLimit,
  expireTime,
}: Saved) => [productId, by, enabled, admits, deptId, areaId, names, totalLimit, hourLimit, expireTime]

/** False where there is one already. */
export async function insertProvisioning(
  tx: Connection,
  saved: Saved,
  { key, secretHash }: { key: string; secretHash: string },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into product_provisioning (product_id, create_by, update_by, enabled, admits, dept_id, area_id, names,
       total_limit, hour_limit, expire_time, provision_key, secret_hash)
     values ($1, $2, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict (product_id) do nothing
     ${unscopedText('reference')}`,
    [...values(saved), key, secretHash],
  )
  return rowCount === 1
}

/** False when it was changed meanwhile. */
export async function updateProvisioning(tx: Connection, saved: Saved, version: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update product_provisioning set update_by = $2, enabled = $3, admits = $4, dept_id = $5, area_id = $6, names = $7,
       total_limit = $8, hour_limit = $9, expire_time = $10, version = version + 1, update_time = now()
     where product_id = $1 and version = $11 ${unscopedText('reference')}`,
    [...values(saved), version],
  )
  return rowCount === 1
}

/** False without one. */
export async function setSecretHash(tx: Connection, productId: string, by: string, hash: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update product_provisioning set secret_hash = $3, secret_time = now(), update_by = $2, version = version + 1,
       update_time = now() where product_id = $1 ${unscopedText('reference')}`,
    [productId, by, hash],
  )
  return rowCount === 1
}
