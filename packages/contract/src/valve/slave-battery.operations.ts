import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'

/**
 * The battery of one slave, for one row of a list: its last good voltage and charge, and when the newer of the two was
 * observed (domain 2.2). All null for a device that never told.
 */
export const slaveBattery = defineOperation({
  title: ['从机电池', 'Battery of a slave'],
  method: 'GET',
  path: '/valve/v1/slaveBattery',
  access: { key: 'device:list' },
  tenant: { row: 'device', in: 'deviceId' },
  input: z.strictObject({ deviceId: z.string().min(1).max(40) }),
  output: z.object({
    deviceId: z.string(),
    batteryV: z.number().nullable(),
    batteryPct: z.number().nullable(),
    ts: z.string().nullable(),
  }),
})
