import { once } from 'node:events'
import type { Database } from '@sluice/server/src/platform/db/db.ts'
import copyStreams from 'pg-copy-streams'
import type { DeviceLine } from '../load/device-sheets.ts'
import { rounded } from './statistics.ts'

const perSecond = (rows: number, started: number) => rounded((rows * 1000) / (performance.now() - started))

/** COPY of devices into the product's own table in one transaction; rows per second. */
export function copyDevices(db: Database, lines: readonly DeviceLine[]): Promise<number> {
  const text = lines.map(({ deptId, productId, deviceNo, name, stationAddress, lng, lat }) =>
    [deptId, productId, deviceNo, name, stationAddress, lng, lat].join('\t'),
  )
  return db.withClient(async ({ client }) => {
    const started = performance.now()
    const stream = client.query(
      copyStreams.from('copy device (dept_id, product_id, device_no, name, station_address, lng, lat) from stdin'),
    )
    stream.end(`${text.join('\n')}\n`)
    await once(stream, 'finish')
    return perSecond(lines.length, started)
  })
}

/** One UPDATE that puts each device into the department of its line; rows per second. */
export async function moveAtOnce(db: Database, lines: readonly DeviceLine[]): Promise<number> {
  const numbers = lines.map(({ deviceNo }) => deviceNo)
  const depts = lines.map(({ deptId }) => deptId)
  const started = performance.now()
  await db.query(
    `update device d set dept_id = wanted.dept, version = version + 1, update_time = now()
     from unnest($1::text[], $2::bigint[]) as wanted (no, dept) where d.device_no = wanted.no`,
    [numbers, depts],
  )
  return perSecond(lines.length, started)
}
