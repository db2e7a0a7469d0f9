import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'
import type { RepairStatus } from './repair-state.ts'

/** The work on the unit is over, so that nothing keeps it switched off any more. */
export const REPAIR_DONE: readonly RepairStatus[] = ['FINISHED', 'CONFIRMED', 'CLOSED']

/**
 * Switches the unit that stands there after a finished repair on again, for whoever may finish orders. One that is on already
 * stays so. Refused with `conflict` before the order is finished.
 */
export const putUnitInUse = defineOperation({
  title: ['恢复设备使用', 'Put a unit back in use'],
  method: 'POST',
  path: '/device/v1/repairRecord/putInUse',
  access: { key: 'repairRecord:finish' },
  callers: 'people',
  tenant: { row: 'repairRecord', in: 'id' },
  audit: 'repairRecord.putInUse',
  input: z.strictObject({ id: z.string().min(1).max(40) }),
  output: z.literal(true),
})
