import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '@sluice/server/src/platform/db/db.ts'
import { addressOf } from './reports.ts'

export interface FleetStation {
  deviceId: string
  deptId: string
  address: string
}

/** Registers `count` stations by SQL: the API is not measured. Addresses count from `first`. */
export async function insertFleet(
  db: Database,
  count: number,
  productNo = 'SL651-LEVEL',
  first = 1,
): Promise<FleetStation[]> {
  const addresses = Array.from({ length: count }, (_, n) => addressOf(n + first))
  const { rows } = await db.query<{ device_id: string; dept_id: string; address: string }>(
    `insert into device (dept_id, product_id, device_no, name, station_address)
     select (select id from dept where parent_id is null), (select id from product where product_no = $2),
       'BENCH-' || a, '站 ' || a, a
     from unnest($1::text[]) with ordinality as x (a, n) order by n
     returning id as device_id, dept_id, station_address as address`,
    [addresses, productNo],
  )
  await db.query('analyze device')
  return rows.map((row) => ({ deviceId: row.device_id, deptId: row.dept_id, address: row.address }))
}

export interface MqttDevice {
  deviceId: string
  token: string
}

/** Registers `count` MQTT devices of a model. Only the caller knows their tokens; the database stores their hashes. */
export async function insertMqttFleet(db: Database, productNo: string, count: number): Promise<MqttDevice[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(16).toString('hex'))
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest('hex'))
  const { rows } = await db.query<{ id: string; hash: string }>(
    `insert into device (dept_id, product_id, device_no, name, access_token_hash)
     select (select id from dept where parent_id is null), (select id from product where product_no = $1),
       $1 || '-' || n, '设备 ' || n, h
     from unnest($2::text[]) with ordinality as x (h, n) order by n
     returning id, access_token_hash as hash`,
    [productNo, hashes],
  )
  await db.query('analyze device')
  const idOf = new Map(rows.map(({ id, hash }) => [hash, id]))
  return tokens.map((token, n) => ({ token, deviceId: idOf.get(hashes[n] ?? '') ?? '' }))
}
