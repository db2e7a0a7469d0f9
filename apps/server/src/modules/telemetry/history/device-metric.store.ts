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

/** The metrics of a device as they were at an instant, epoch ms. */
export type DeviceMetricsAt = (deviceId: string) => (ts: number) => MetricLookup

/**
 * The metrics of these devices by the version of their product that was in force at each time. Of a time before its first
 * nothing is known, and the present one counts: what a product was corrected to is the best that anybody knows of it.
 */
export async function metricsOfDevicesAt(
  db: Sql,
  deviceIds: Iterable<string>,
  mark = unscopedText('job'),
): Promise<DeviceMetricsAt> {
  const ids = [...new Set(deviceIds)]
  const present = await metricsOfDevices(db, ids, mark)
  const { rows } = await db.query<{ id: string; product_id: string; from: number; metrics: Metric[] | null }>(
    `select d.id, d.product_id, (extract(epoch from v.in_force_from) * 1000)::float8 as "from",
       v.model -> 'metrics' as metrics
     from v_device d join v_product_version v on v.product_id = d.product_id
     where d.id = any($1::bigint[]) and v.in_force_from is not null order by d.id, v.in_force_from desc ${mark}`,
    [numberArray(ids)],
  )
  const counters = await countersOfDevices(db, ids, mark)
  const versions = new Map<string, { from: number; metricOf: MetricLookup }[]>()
  const known = new Map<string, MetricLookup>()
  for (const { id, product_id: productId, from, metrics } of rows) {
    const key = `${productId} ${from}`
    const ofVersion = known.get(key) ?? metricsOf(metrics ?? [])
    known.set(key, ofVersion)
    const settings = counters.get(id)
    const metricOf = settings ? withSettings(ofVersion, settings) : ofVersion
    const before = versions.get(id)
    if (before) before.push({ from, metricOf })
    else versions.set(id, [{ from, metricOf }])
  }
  return (deviceId) => {
    const ofDevice = versions.get(deviceId) ?? []
    return (ts) => ofDevice.find(({ from }) => from <= ts)?.metricOf ?? present(deviceId)
  }
}

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
