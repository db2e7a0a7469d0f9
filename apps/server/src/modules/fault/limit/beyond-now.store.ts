import type { ReadingValue } from '@sluice/devices'
import type { Sql } from '../../../platform/db/db.ts'
import { unscopedText } from '../../../platform/resource/scoped.ts'

interface ValuesNow {
  productNo: string
  deviceTypeCode: string
  values: { key: string; v: ReadingValue }[]
  /** Metrics whose newest value is BAD. */
  bad: string[]
}

/** The newest values of a device, and what its limits are found by; for the platform itself. */
export async function valuesNow(db: Sql, deviceId: string): Promise<ValuesNow | undefined> {
  const { rows } = await db.query<ValuesNow & Record<string, unknown>>(
    `select p.product_no as "productNo", p.device_type_code as "deviceTypeCode",
       (select coalesce(jsonb_agg(jsonb_build_object('key', x.key, 'v', x.value->0)), '[]')
        from jsonb_each(s.readings) x where x.value->>2 is distinct from 'BAD') as values,
       array(select x.key from jsonb_each(s.readings) x where x.value->>2 = 'BAD') as bad
     from v_device d join v_product p on p.id = d.product_id join v_device_state s on s.device_id = d.id
     where d.id = $1 ${unscopedText('job')}`,
    [deviceId],
  )
  return rows[0]
}
