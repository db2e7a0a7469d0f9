import { z } from 'zod'
import { PAST_MOST, pastOutcome } from '../fault/past-fault.operations.ts'
import { defineOperation } from '../machine/operation.ts'
import { PAY_STATES, REPAIR_SOURCES, REPAIR_STATUSES } from './repair-state.ts'

const id = z.string().min(1).max(40)
const instant = z.iso.datetime({ offset: true })
const text = (max: number) => z.string().trim().min(1).max(max)
/** Fen. */
const money = z.int().min(0).max(1e11)

const pastRepair = z.strictObject({
  deviceId: id,
  source: z.enum(REPAIR_SOURCES),
  /** The fault of the device that it was made of, as `importFaults` knows it; with the source `FAULT`, and only with it. */
  fault: z.strictObject({ code: z.string().min(1).max(6), firstTime: instant }).optional(),
  level: z.int().min(1).max(4),
  problem: text(500),
  contact: text(50).optional(),
  phone: text(30)
    .regex(/^[0-9+() -]+$/)
    .optional(),
  createTime: instant,
  createBy: id,
  assigneeId: id.optional(),
  cause: text(500).optional(),
  damaged: z.boolean().optional(),
  measure: text(1000).optional(),
  parts: z
    .array(z.strictObject({ item: text(60), quantity: z.number().min(0).max(100_000), price: money }))
    .max(50)
    .optional(),
  laborFee: money.optional(),
  payState: z.enum(PAY_STATES).optional(),
  score: z.int().min(1).max(5).optional(),
  visitNote: text(500).optional(),
  /** What it became after it was made, and when. */
  steps: z.array(z.strictObject({ to: z.enum(REPAIR_STATUSES), at: instant, userId: id })).max(60),
})

/**
 * Repair orders of an earlier system, open or not, with the steps of their life: judged by the transitions of today. Those that
 * were finished count as not tested again. One of a fault is refused with `UNKNOWN_FAULT` where the device has no such fault,
 * and is `known` where another open order was made of it.
 */
export const importRepairs = defineOperation({
  title: ['导入以前的维修工单', 'Import repair orders of an earlier system'],
  method: 'POST',
  path: '/device/v1/historyImport/repairs',
  access: { key: 'historyImport:edit' },
  callers: 'people-and-programs',
  tenant: 'scope',
  audit: 'historyImport.repairs',
  input: z.strictObject({ repairs: z.array(pastRepair).min(1).max(PAST_MOST) }),
  output: pastOutcome,
})
