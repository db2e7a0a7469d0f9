import type { Metric } from '@sluice/contract'
import { metricOf, type MetricLookup, metricsOf } from '@sluice/devices'
import { withSettings } from '../meter/counter.rules.ts'
import { countersOfDevices } from '../meter/counter.store.ts'
import { numberArray } from '../../../platform/db/array-literal.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { unscopedText } from '../../../platform/resource/scoped.ts'

/**
 * The metrics of a device by its id: those of its product before those of the platform, with counters as the device itself
 * counts.
 */
export type DeviceMetrics = (deviceId: string) => MetricLookup

/** The metrics of these devices, by the versions of their products that are in force. */
export async function metricsOfDevices(
  db: Sql,
  deviceIds: Iterable<string>,
  mark = unscopedText('job'),
): Promise<DeviceMetrics> {
  const ids = [...new Set(deviceIds)]
  const { rows } = await db.query<{ id: string; product_id: string; metrics: Metric[] }>(
    `select d.id, d.product_id, p.metrics from v_device d join v_product p on p.id = d.product_id
     where d.id = any($1::bigint[]) and p.metrics <> '[]' ${mark}`,
    [numberArray(ids)],
  )
  const counters = await countersOfDevices(db, ids, mark)
  if (rows.length === 0 && counters.size === 0) return () => metricOf
  const byProduct = new Map<string, MetricLookup>()
  const byDevice = new Map<string, MetricLookup>()
  for (const { id, product_id: productId, metrics } of rows) {
    const lookup = byProduct.get(productId) ?? metricsOf(metrics)
    byProduct.set(productId, lookup)
    byDevice.set(id, lookup)
  }
  for (const [id, settings] of counters) byDevice.set(id, withSettings(byDevice.get(id) ?? metricOf, settings))
  return (deviceId) => byDevice.get(deviceId) ?? metricOf
}
