import { numberArray } from '../../platform/db/array-literal.ts'
import type { Sql } from '../../platform/db/db.ts'
import { DEVICE_MARK, type ScopedDeviceId, unscopedText } from '../../platform/resource/scoped.ts'

/** A device that can receive commands. */
export interface AddresseeRow {
  deviceId: string
  name: string
  deptId: string
  productNo: string
  /** The holder of its connection: the master of a slave, else itself. */
  stationId: string
  channel: number
  /** It and the station it hangs on. */
  enabled: boolean
  retired: boolean
}

const SELECT = `select d.id as "deviceId", d.name, d.dept_id as "deptId", p.product_no as "productNo",
    coalesce(d.master_id, d.id) as "stationId", coalesce(d.channel, 1) as channel,
    d.enabled and coalesce(m.enabled, true) as enabled, d.lifecycle = 'RETIRED' as retired
  from device d join product p on p.id = d.product_id left join device m on m.id = d.master_id`

export async function addresseeOf(db: Sql, deviceId: ScopedDeviceId): Promise<AddresseeRow | undefined> {
  const { rows } = await db.query<AddresseeRow & Record<string, unknown>>({
    name: 'addressee',
    text: `${SELECT} where d.id = $1 and not d.deleted ${DEVICE_MARK}`,
    values: [deviceId],
  })
  return rows[0]
}

export async function addresseesAtStart(db: Sql, deviceIds: readonly string[]): Promise<AddresseeRow[]> {
  const { rows } = await db.query<AddresseeRow & Record<string, unknown>>(
    `${SELECT} where d.id = any($1::bigint[]) and not d.deleted ${unscopedText('start')}`,
    [numberArray(deviceIds)],
  )
  return rows
}

export interface ValveRow {
  channel: number
  deviceId: string
  name: string
  deptId: string
}

/** The slaves of a station, of any department: the caller decides what to reveal of them. */
export async function slavesByChannel(db: Sql, stationId: string): Promise<ValveRow[]> {
  const { rows } = await db.query<ValveRow & Record<string, unknown>>(
    `select channel, id as "deviceId", name, dept_id as "deptId" from device
     where master_id = $1 and channel is not null and not deleted order by channel ${unscopedText('reference')}`,
    [stationId],
  )
  return rows
}
