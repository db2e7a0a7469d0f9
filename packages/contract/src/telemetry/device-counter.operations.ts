import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'

const id = z.string().min(1).max(40)
const key = z.string().min(1).max(40)
/** A counter of so many digits begins again at ten to their power. */
const digits = z.int().min(3).max(12).nullable()
/** What one count of the device is worth, in the unit of the metric. */
const perPulse = z.number().positive().max(1_000_000).nullable()

const counterSchema = z.object({
  key: z.string(),
  last: z.number().nullable(),
  /** Of its own; null: as its product. */
  digits,
  perPulse,
  /** Since when; null: it never had one of its own. */
  since: z.string().nullable(),
  /** What its product says: where it begins again, and what a count is worth. */
  productEnd: z.number(),
  productPerPulse: z.number(),
})
export type DeviceCounter = z.output<typeof counterSchema>

/** How the counters of a device count, where each differs from its product. */
export const deviceCounters = defineOperation({
  title: ['设备的计数设置', 'How the counters of a device count'],
  method: 'GET',
  path: '/device/v1/device/counters',
  access: { key: 'device:list' },
  tenant: { row: 'device', in: 'deviceId' },
  input: z.strictObject({ deviceId: id }),
  output: z.array(counterSchema),
})

/**
 * Says how a counter of a device counts from now on; what was reported before stays as it was, and consumption goes on
 * across the change. Refused: what is no counter of the device (`not-an-option`), digits that its product's counter does not
 * have (`too-big`) or that its present reading does not fit into (`too-small`).
 */
export const setDeviceCounter = defineOperation({
  title: ['设置计数位数和脉冲当量', 'Set digits and pulse constant of a counter'],
  method: 'POST',
  path: '/device/v1/device/setCounter',
  access: { key: 'device:setCounter' },
  callers: 'people-and-programs',
  tenant: { row: 'device', in: 'deviceId' },
  audit: 'device.setCounter',
  input: z.strictObject({ deviceId: id, key, digits, perPulse, remark: z.string().trim().min(1).max(100).nullish() }),
  output: z.literal(true),
})
