import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'
import { counterAnchorSchema, TAKEN_OFF, unreadCounterSchema } from '../registry/unit-exchange.ts'

const id = z.string().min(1).max(40)
/** A photo is made small on the telephone: this is two megabytes. */
const PHOTO_BASE64 = Math.ceil((2 * 1024 * 1024) / 3) * 4
const photo = z.base64().min(1).max(PHOTO_BASE64)

/** So many counters are read at one exchange. */
export const MOST_ANCHORED = 4

/**
 * Another unit takes the place of the device of an order, in one transaction: its name, position, master, address, area,
 * tags, groups, alarm limits, parameters, and the slaves of a master. Counters go on from what the new one reads first.
 * Of each counter that the old unit told of there is what both read, or why nobody could read it (`not-yet`).
 * The re-test begins anew: what the old unit proved says nothing of the new one. Refused with `conflict` while nobody is on
 * site, and with `not-yet` and the `reason`: the re-test is running, another type, in use already, of another customer, or
 * what installing it asks for is missing.
 */
export const replaceUnit = defineOperation({
  title: ['更换设备', 'Replace a unit'],
  method: 'POST',
  path: '/device/v1/repairRecord/replaceUnit',
  access: { key: 'repairRecord:process' },
  callers: 'people',
  tenant: { row: 'repairRecord', in: 'id' },
  audit: 'repairRecord.replaceUnit',
  input: z.strictObject({
    id,
    newDeviceId: id,
    oldBecomes: z.enum(TAKEN_OFF),
    /** Of each counter what both read, with a photo of each. */
    counters: z
      .array(z.strictObject({ ...counterAnchorSchema.shape, oldPhoto: photo, newPhoto: photo }))
      .max(MOST_ANCHORED),
    /** The others that the old unit told of: why nobody could read them. */
    unread: z.array(z.strictObject(unreadCounterSchema.shape)).max(20).default([]),
  }),
  output: z.object({ deviceId: z.string() }),
})
