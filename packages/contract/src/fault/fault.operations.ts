import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'

const id = z.string().min(1).max(40)

export const faultSchema = z.object({
  id: z.string(),
  deviceId: z.string(),
  code: z.string(),
  level: z.int().min(1).max(4),
  conditionState: z.enum(['ACTIVE', 'CLEARED']),
  firstTime: z.string(),
  lastTime: z.string(),
  clearTime: z.string().nullable(),
  count: z.int(),
})
export type Fault = z.output<typeof faultSchema>

/** Faults of one device, active ones first: one row per (device, code) and life (domain 6.1). */
export const deviceFaults = defineOperation({
  method: 'GET',
  path: '/device/v1/device/faults',
  access: { key: 'device:list' },
  input: z.strictObject({ deviceId: id }),
  output: z.array(faultSchema),
})
