import { z } from 'zod'
import { figureFilters, FIGURES_MOST_DAYS } from '../fault/figures.operations.ts'
import { defineOperation } from '../machine/operation.ts'

const DAY_MS = 86_400_000

const cost = z.object({
  /** Of the product, the area or the person; empty without one. */
  key: z.string(),
  name: z.string().nullable(),
  /** Orders that were finished in the time, and the devices they were of. */
  orders: z.int(),
  devices: z.int(),
  /** Fen. */
  partsFee: z.int(),
  laborFee: z.int(),
  totalFee: z.int(),
})
export type RepairCost = z.output<typeof cost>

export const COST_KINDS = ['PRODUCT', 'AREA', 'PERSON'] as const
export type CostKind = (typeof COST_KINDS)[number]

/** What repairs that were finished in a time cost, by the product or the area of the device, or by who mended it, the dearest first. */
export const repairCosts = defineOperation({
  title: ['维修费用', 'Cost of repairs'],
  method: 'GET',
  path: '/device/v1/repairRecord/costs',
  access: { key: 'fault:figures' },
  tenant: 'scope',
  input: z
    .strictObject({
      startTime: z.iso.datetime(),
      endTime: z.iso.datetime(),
      ...figureFilters,
      /** By product where it is left out. */
      by: z.enum(COST_KINDS).optional(),
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
