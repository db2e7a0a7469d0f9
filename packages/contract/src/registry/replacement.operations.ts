import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'
import { counterAnchorSchema, unreadCounterSchema } from './unit-exchange.ts'

const id = z.string().min(1).max(40)

const replacementSchema = z.object({
  time: z.string(),
  oldDeviceId: z.string(),
  /** Null where the caller does not see it. */
  oldName: z.string().nullable(),
  newDeviceId: z.string(),
  newName: z.string().nullable(),
  repairId: z.string(),
  byName: z.string(),
  counters: z.array(counterAnchorSchema),
  unread: z.array(unreadCounterSchema),
})
export type DeviceReplacement = z.output<typeof replacementSchema>

/** The units that stood at the place of a device one after the other, newest first. */
export const deviceReplacements = defineOperation({
  title: ['设备所在位置的更换记录', 'Exchanges of units at the place of a device'],
  method: 'GET',
  path: '/device/v1/device/replacements',
  access: { key: 'device:list' },
  tenant: { row: 'device', in: 'deviceId' },
  input: z.strictObject({ deviceId: id }),
  output: z.object({ replacements: z.array(replacementSchema) }),
})
