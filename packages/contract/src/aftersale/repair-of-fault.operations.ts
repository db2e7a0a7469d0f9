import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'

/**
 * Makes an order of a fault, with its device, level and name; the fault is then in progress. Refused (`already-exists`)
 * while an order of that fault is open, and (`conflict`) for a fault that is done with.
 */
export const createRepairOfFault = defineOperation({
  title: ['由故障生成维修工单', 'Make a repair order of a fault'],
  method: 'POST',
  path: '/device/v1/repairRecord/ofFault',
  access: { key: 'repairRecord:add' },
  callers: 'people-and-programs',
  tenant: { row: 'fault', in: 'faultId' },
  audit: 'repairRecord.insert',
  input: z.strictObject({ faultId: z.string().min(1).max(40) }),
  output: z.object({ id: z.string() }),
})
