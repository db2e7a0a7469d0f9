import { z } from 'zod'
import { DEVICE_STATUSES } from '../telemetry/device-state.ts'
import { LIFECYCLES, NETWORKS } from './device-life.ts'
import { DEVICE_TYPE_CODES } from './device-type-code.ts'

/** At most so many values of one field. */
const MOST = 50

const severalOf = (one: z.ZodType<string>) =>
  z
    .string()
    .min(1)
    .max(1000)
    .refine((text) => {
      const values = text.split(',')
      return values.length <= MOST && values.every((value) => one.safeParse(value).success)
    })
const ids = severalOf(z.string().regex(/^[1-9][0-9]{0,17}$/))

/**
 * A stored search of the device list, in the words of its address: several values of a field stand between commas. It
 * says which devices belong to a group, whenever it is asked.
 */
export const deviceFilterSchema = z
  .strictObject({
    deviceTypeCode: severalOf(z.enum(DEVICE_TYPE_CODES)).optional(),
    productId: ids.optional(),
    lifecycle: severalOf(z.enum(LIFECYCLES)).optional(),
    /** With all areas below them. */
    areaId: ids.optional(),
    /** With all departments below them. */
    deptId: ids.optional(),
    masterId: ids.optional(),
    /** Any of them. */
    tagIds: ids.optional(),
    network: severalOf(z.enum(NETWORKS)).optional(),
    status: severalOf(z.enum(DEVICE_STATUSES)).optional(),
    /** A part of the name or number. */
    keyword: z.string().trim().min(1).max(60).optional(),
  })
  .refine((filter) => Object.values(filter).some((value) => value !== undefined))

export type DeviceFilter = z.output<typeof deviceFilterSchema>
export const DEVICE_FILTER_FIELDS = [
  'deviceTypeCode',
  'productId',
  'lifecycle',
  'areaId',
  'deptId',
  'masterId',
  'tagIds',
  'network',
  'status',
] as const satisfies readonly (keyof DeviceFilter)[]
