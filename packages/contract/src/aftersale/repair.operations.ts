import { z } from 'zod'
import { alarmRuleSchema } from '../fault/alarm-rule.ts'
import { defineOperation } from '../machine/operation.ts'
import { TEST_STATES } from './repair-state.ts'

const id = z.string().min(1).max(40)

/** The steps of a re-test, in their order. MOVE, BACK and COMPARE only where the device moves a little and back. */
export const TEST_STEPS = ['READ', 'LIMITS', 'MOVE', 'BACK', 'COMPARE', 'HOLD'] as const
export type TestStep = (typeof TEST_STEPS)[number]
export const STEP_STATES = ['WAITING', 'RUNNING', 'PASSED', 'FAILED', 'STOPPED'] as const
export type StepState = (typeof STEP_STATES)[number]

/**
 * Why a step did not pass: no fresh report, a fault is active, a value is beyond a limit, too few reports while it was held,
 * nothing tells of the position, it was reached by no proof, it did not come back, somebody stopped it, the command was
 * refused.
 */
export const TEST_REASONS = [
  'NO_REPORT',
  'FAULT_ACTIVE',
  'BEYOND_LIMIT',
  'SILENT',
  'NO_POSITION',
  'NOT_PROVEN',
  'NOT_BACK',
  'STOPPED',
  'REFUSED',
] as const
export type TestReason = (typeof TEST_REASONS)[number]

const time = z.string().nullable()
/** A value that was beyond a limit, and the limit as it was. */
const beyondSchema = z.object({ v: z.union([z.number(), z.boolean(), z.string()]), rule: alarmRuleSchema })
export type TestBeyond = z.output<typeof beyondSchema>
export const repairTestSchema = z.object({
  id: z.string(),
  state: z.enum(TEST_STATES),
  /** It moves a little and back. */
  moves: z.boolean(),
  holdS: z.int(),
  byName: z.string(),
  startTime: z.string(),
  endTime: time,
  steps: z.array(
    z.object({
      step: z.enum(TEST_STEPS),
      state: z.enum(STEP_STATES),
      startTime: time,
      endTime: time,
      /** What the step is to reach, in % open. */
      target: z.number().nullable(),
      /** What the device proved, in % open. */
      proved: z.number().nullable(),
      commandId: z.string().nullable(),
      reason: z.enum(TEST_REASONS).nullable(),
      /** The codes of the faults, the result of the command, or the time of the last report. */
      detail: z.string().nullable(),
      beyond: z.array(beyondSchema),
    }),
  ),
})
export type RepairTest = z.output<typeof repairTestSchema>

/** The newest re-test of an order, and what can be tested of its device. */
export const repairTest = defineOperation({
  title: ['工单的复测', 'Re-test of a repair order'],
  method: 'GET',
  path: '/device/v1/repairRecord/test',
  access: { key: 'repairRecord:list' },
  tenant: { row: 'repairRecord', in: 'id' },
  input: z.strictObject({ id }),
  output: z.object({
    /** The device can be moved a little and back. */
    canMove: z.boolean(),
    test: repairTestSchema.nullable(),
  }),
})

/** People whom the caller sees and who see this device, found by name; at most 20: an order can be given to them. */
export const repairWorkers = defineOperation({
  title: ['可派工单的人', 'People who may be given a repair order'],
  method: 'GET',
  path: '/device/v1/repairRecord/workers',
  access: { key: 'repairRecord:list' },
  tenant: { row: 'device', in: 'deviceId' },
  input: z.strictObject({ deviceId: id, keyword: z.string().trim().max(64).optional() }),
  output: z.array(z.object({ id: z.string(), name: z.string(), deptName: z.string().nullable() })),
})

/**
 * Begins the re-test; refused (`conflict`) where repairing has not begun or one is running. `clear`: the person is beside
 * the device, nobody and nothing is in the way, and it may move; asked again each time.
 */
export const startRepairTest = defineOperation({
  title: ['开始复测', 'Begin a re-test'],
  method: 'POST',
  path: '/device/v1/repairRecord/startTest',
  access: { key: 'repairRecord:process' },
  callers: 'people',
  tenant: { row: 'repairRecord', in: 'id' },
  audit: 'repairRecord.startTest',
  input: z.strictObject({ id, clear: z.boolean() }),
  output: z.literal(true),
})

/** Ends it at once, and stops the device where it is moving: a stopped re-test has not passed. */
export const stopRepairTest = defineOperation({
  title: ['停止复测', 'Stop a re-test'],
  method: 'POST',
  path: '/device/v1/repairRecord/stopTest',
  access: { key: 'repairRecord:process' },
  callers: 'people',
  tenant: { row: 'repairRecord', in: 'id' },
  audit: 'repairRecord.stopTest',
  input: z.strictObject({ id }),
  output: z.literal(true),
})
