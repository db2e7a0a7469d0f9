import type { Database } from '@sluice/server/src/platform/db.ts'
import { addressOf } from './reports.ts'

export interface FleetStation {
  deviceId: string
  deptId: string
  address: string
}

/** Registers `count` level stations of the platform itself, as straight SQL: the API is not what is measured. */
export async function insertFleet(db: Database, count: number): Promise<FleetStation[]> {
  const addresses = Array.from({ length: count }, (_, n) => addressOf(n + 1))
  const { rows } = await db.query<{ device_id: string; dept_id: string; address: string }>(
    `insert into device (dept_id, product_id, device_no, name, station_address)
     select (select id from dept where parent_id is null), (select id from product where product_no = 'SL651-LEVEL'),
       'BENCH-' || a, '站 ' || a, a
     from unnest($1::text[]) with ordinality as x (a, n) order by n
     returning id as device_id, dept_id, station_address as address`,
    [addresses],
  )
  await db.query('analyze device')
  return rows.map((row) => ({ deviceId: row.device_id, deptId: row.dept_id, address: row.address }))
}
