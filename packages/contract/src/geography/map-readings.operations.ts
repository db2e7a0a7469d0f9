import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'
import { GEO_KINDS, GEO_RANKS } from './geo-feature.resource.ts'

/** The measured quantities that the map can be coloured by. */
export const MAP_QUANTITIES = ['opening', 'pressure', 'flow', 'battery'] as const
export type MapQuantity = (typeof MAP_QUANTITIES)[number]

/** The metrics that tell a quantity: of those that a device reports the first counts. */
export const QUANTITY_METRICS: Readonly<Record<MapQuantity, readonly string[]>> = {
  opening: ['opening'],
  pressure: ['inletPressure', 'outletPressure'],
  flow: ['flow'],
  battery: ['batteryPct', 'batteryV'],
}

/** What stands between two pressures: the one behind it tells nothing of the one before it. */
export const DIVIDES_PRESSURE: readonly string[] = ['VALVE', 'HYDRANT']

/** The metrics that tell a quantity of a device of this type, by their number in `QUANTITY_METRICS`. */
export function metricsOf(quantity: MapQuantity, deviceType: string): readonly string[] {
  const metrics = QUANTITY_METRICS[quantity]
  return quantity === 'pressure' && DIVIDES_PRESSURE.includes(deviceType) ? metrics.slice(0, 1) : metrics
}

const instant = z.iso.datetime({ offset: true })
const column = <T extends z.ZodType>(value: T) => z.array(value)

/**
 * The newest good value of one quantity of every enabled device in sight that has one, now or (`then`) at a moment of
 * the last days, in columns of equal length. `metrics` are numbers in `QUANTITY_METRICS`; `times` are epoch seconds of
 * the observation, and a value proves the present for `keepS` seconds after it: three intervals of the device.
 */
export const mapReadingsSchema = z.object({
  of: z.enum(MAP_QUANTITIES),
  time: z.string(),
  then: z.string().nullable(),
  ids: column(z.string()),
  values: column(z.number()),
  metrics: column(z.int().min(0)),
  times: column(z.number()),
  keepS: column(z.int()),
})
export type MapReadings = z.output<typeof mapReadingsSchema>

export const mapReadings = defineOperation({
  title: ['地图着色的数值', 'Readings that colour the map'],
  method: 'GET',
  path: '/device/v1/device/mapReadings',
  access: { key: 'device:list' },
  tenant: 'scope',
  /** The moment is counted to the minute. */
  input: z.strictObject({ of: z.enum(MAP_QUANTITIES), time: instant.optional() }),
  output: mapReadingsSchema,
})

/** The quantities of the water in a network, which its lines are coloured by. */
export const STRETCH_QUANTITIES = ['pressure', 'flow'] as const

/**
 * The network in stretches, each with the value of the nearest reading that proves one there, along the water and never
 * past a valve; null where none does. Open canals have no pressure: of that only pipes are in the answer. A flow is
 * without its direction.
 */
export const networkReadings = defineOperation({
  title: ['管渠上的数值', 'Readings along the network'],
  method: 'GET',
  path: '/device/v1/network/readings',
  access: { key: 'geo:list' },
  tenant: 'scope',
  /** The moment is counted to the minute. */
  input: z.strictObject({ of: z.enum(STRETCH_QUANTITIES), time: instant.optional() }),
  output: z.object({
    of: z.enum(STRETCH_QUANTITIES),
    then: z.string().nullable(),
    stretches: z.array(
      z.object({
        edgeId: z.string(),
        kind: z.enum(GEO_KINDS),
        rank: z.enum(GEO_RANKS).nullable(),
        value: z.number().nullable(),
        line: z.array(z.tuple([z.number(), z.number()])),
      }),
    ),
  }),
})
export type NetworkReadings = z.output<typeof networkReadings.output>
