import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'
import { AUTO_ACTIONS, AUTO_STEP } from './auto-action.ts'

/**
 * What the platform does by itself when a fault of this code begins, and whether it does. It acts in the name of whoever
 * switched it on last, with the rights that this person has at that moment. For those who see every department.
 */
export const setAutoAction = defineOperation({
  title: ['设置故障自动动作', 'Set the automatic action of a fault code'],
  method: 'POST',
  path: '/device/v1/faultCode/setAutoAction',
  access: { key: 'faultCode:auto' },
  callers: 'people',
  tenant: 'everything',
  audit: 'faultCode.setAutoAction',
  input: z.strictObject({
    id: z.string().min(1).max(40),
    version: z.int(),
    action: z.enum(AUTO_ACTIONS).nullable(),
    /** Of `STEP_CLOSE`, and of nothing else, %. */
    stepPct: z.int().min(AUTO_STEP.min).max(AUTO_STEP.max).nullable(),
    on: z.boolean(),
  }),
  output: z.literal(true),
})
