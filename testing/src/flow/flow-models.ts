import {
  type ApprovalStep,
  flowDefinitionResource,
  flowModel,
  type FlowModel,
  type FlowStep,
  publishFlow,
  saveFlowModel,
} from '@sluice/contract'
import type { ApiClient } from '../platform/client.ts'

/** An approval that ends the request when it is refused and asks an administrator where nobody is found. */
export function approval(id: string, more: Partial<ApprovalStep>): ApprovalStep {
  return {
    id,
    kind: 'APPROVAL',
    name: id,
    approver: { by: 'DIRECTOR', level: 1 },
    several: 'ONE',
    nobody: { do: 'ADMIN' },
    refusal: { do: 'END' },
    limit: null,
    rights: {},
    ...more,
  }
}

/** A flow with a reason and a number, which everybody of its department may start. */
export function modelOf(steps: FlowStep[], more: Partial<FlowModel> = {}): FlowModel {
  return {
    form: [
      { formId: 'reason', tag: 'INPUT', label: '事由', required: true },
      { formId: 'amount', tag: 'NUMBER', label: '数量', required: true, min: 0 },
    ],
    process: { start: { starters: { users: [], depts: [], roles: [] }, rights: {} }, steps },
    advanced: { autoSkipSame: false, withdrawAllowed: true },
    ...more,
  }
}

let made = 0

/** Draws and publishes a flow of a department. Returns its id. */
export async function publishModel(admin: ApiClient, deptId: string, model: FlowModel): Promise<string> {
  const id = await admin.insert(flowDefinitionResource, {
    name: `flow ${++made}`,
    code: `flow-${made}`,
    deptId,
    flowType: 'GENERAL',
  })
  const { version } = await admin.call(flowModel, { id })
  const saved = await admin.call(saveFlowModel, { id, version, model })
  await admin.call(publishFlow, { id, version: saved.version })
  return id
}
