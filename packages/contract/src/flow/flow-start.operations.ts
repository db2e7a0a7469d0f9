import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'
import { FLOW_TYPES } from './flow-state.ts'
import { chosenSchema, flowWaySchema, formValuesSchema, startFormSchema } from './flow-trial.ts'

const id = z.string().min(1).max(40)
const START_KEY = 'flow:start'

/** The flows that the caller may start. */
export const startableFlows = defineOperation({
  title: ['可发起的流程', 'Flows to start'],
  method: 'GET',
  path: '/flow/v1/instance/startable',
  access: { key: START_KEY },
  callers: 'people',
  tenant: 'caller',
  input: z.strictObject({}),
  output: z.array(
    z.object({
      definitionId: z.string(),
      code: z.string(),
      name: z.string(),
      flowType: z.enum(FLOW_TYPES),
      category: z.string().nullable(),
      remark: z.string().nullable(),
    }),
  ),
})

/** The form of a flow that the caller may start. */
export const flowStartForm = defineOperation({
  title: ['发起表单', 'Form to start a flow'],
  method: 'GET',
  path: '/flow/v1/instance/form',
  access: { key: START_KEY },
  callers: 'people',
  tenant: 'caller',
  input: z.strictObject({ definitionId: id }),
  output: startFormSchema,
})

/** The way that a request of the caller would take, while the form is filled in. */
export const previewFlow = defineOperation({
  title: ['预览流程', 'Preview a request'],
  method: 'POST',
  path: '/flow/v1/instance/preview',
  access: { key: START_KEY },
  callers: 'people',
  tenant: 'caller',
  audit: { none: 'it only computes' },
  silent: true,
  input: z.strictObject({ definitionId: id, values: formValuesSchema, chosen: chosenSchema }),
  output: flowWaySchema,
})

/**
 * Starts a flow (OF-9, API-26). The key makes a repeated call the same request; the version is the one whose form was filled in:
 * `conflict` when another is in force.
 */
export const startFlow = defineOperation({
  title: ['发起流程', 'Start a flow'],
  method: 'POST',
  path: '/flow/v1/instance/start',
  access: { key: START_KEY },
  callers: 'people',
  tenant: 'caller',
  audit: 'flowInstance.start',
  input: z.strictObject({
    definitionId: id,
    versionNo: z.int().min(1),
    values: formValuesSchema,
    chosen: chosenSchema,
    idempotencyKey: z.string().min(8).max(64),
  }),
  output: z.object({ instanceId: z.string(), instNo: z.string() }),
})

/** The starter takes a request back, until the first decision (OF-2, OF-5). */
export const revokeFlow = defineOperation({
  title: ['撤回申请', 'Withdraw a request'],
  method: 'POST',
  path: '/flow/v1/instance/revoke',
  access: { key: START_KEY },
  callers: 'people',
  tenant: 'caller',
  audit: 'flowInstance.revoke',
  input: z.strictObject({ instanceId: id }),
  output: z.literal(true),
})

/** The starter reminds those whose turn it is, at most once an hour. */
export const urgeFlow = defineOperation({
  title: ['催办', 'Urge those who decide'],
  method: 'POST',
  path: '/flow/v1/instance/urge',
  access: { key: START_KEY },
  callers: 'people',
  tenant: 'caller',
  audit: 'flowInstance.urge',
  input: z.strictObject({ instanceId: id }),
  output: z.object({ names: z.array(z.string()) }),
})

/** Ends a request of the departments in sight, with a reason that everybody in it can read. */
export const terminateFlow = defineOperation({
  title: ['终止申请', 'Terminate a request'],
  method: 'POST',
  path: '/flow/v1/instance/terminate',
  access: { key: 'flowInstance:terminate' },
  callers: 'people',
  tenant: { row: 'flowInstance', in: 'instanceId' },
  audit: 'flowInstance.terminate',
  input: z.strictObject({ instanceId: id, reason: z.string().trim().min(1).max(200) }),
  output: z.literal(true),
})
