import { z } from 'zod'
import { FIGURES_MOST_DAYS } from '../fault/figures.operations.ts'
import { defineOperation } from '../machine/operation.ts'

const DAY_MS = 86_400_000

const cost = z.object({
  productId: z.string(),
  productName: z.string(),
  /** Orders that were finished in the time, and the devices they were of. */
  orders: z.int(),
  devices: z.int(),
  /** Fen. */
  partsFee: z.int(),
  laborFee: z.int(),
  totalFee: z.int(),
})
export type RepairCost = z.output<typeof cost>

/** What repairs that were finished in a time cost, by the product of the device, the dearest first; of the devices in sight. */
export const repairCosts = defineOperation({
  title: ['各型号的维修费用', 'Cost of repairs by product'],
  method: 'GET',
  path: '/device/v1/repairRecord/costs',
  access: { key: 'fault:figures' },
  tenant: 'scope',
  input: z
    .strictObject({
      startTime: z.iso.datetime(),
      endTime: z.iso.datetime(),
      productId: z
        .string()
        .regex(/^[0-9]{1,18}$/)
        .optional(),
    })
    .refine(
      ({ startTime, endTime }) => {
        const length = Date.parse(endTime) - Date.parse(startTime)
        return length > 0 && length <= FIGURES_MOST_DAYS * DAY_MS
      },
      { path: ['endTime'] },
    ),
  output: z.array(cost),
})
