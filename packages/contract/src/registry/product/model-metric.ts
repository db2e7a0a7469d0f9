import { z } from 'zod'
import { codeOf, metricKey, words } from './uplink/model-atoms.ts'

export const METRIC_KINDS = ['number', 'integer', 'boolean', 'enum', 'text'] as const

/** Bounds of a default alarm; a value beyond one of them calls for attention. */
const boundsSchema = z.strictObject({ min: z.number().exactOptional(), max: z.number().exactOptional() })

/**
 * A quantity: how its values are stored, judged, rolled up and drawn. With `counterMax` it is a counter, a flag or one
 * of `values` is a state, anything else a gauge.
 */
export const metricSchema = z.strictObject({
  key: metricKey,
  /** Keys it had in earlier versions, the latest first: what is stored under them is its history. */
  was: z.array(metricKey).min(1).max(10).readonly().exactOptional(),
  kind: z.enum(METRIC_KINDS),
  unit: z.string().max(12),
  decimals: z.int().min(0).max(6),
  /** Outside of these a value is stored as BAD and never alarms (domain 3.1 rule 3). */
  hardMin: z.number().exactOptional(),
  hardMax: z.number().exactOptional(),
  /** A counter never falls; past `counterMax` it starts again at 0. */
  counterMax: z.number().positive().exactOptional(),
  /** Values of an enum, in their order. */
  values: z.array(codeOf(20)).min(1).max(30).readonly().exactOptional(),
  /** What people read; a metric of the platform has its name in the console. */
  name: words.readonly().exactOptional(),
  /** Values that call for attention, and those that are serious: drawn on curves, defaults for alarm limits. */
  warn: boundsSchema.exactOptional(),
  serious: boundsSchema.exactOptional(),
})
export type Metric = z.output<typeof metricSchema>
