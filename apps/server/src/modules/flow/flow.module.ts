import {
  commentFlow,
  flowDefinitionResource,
  flowInstanceResource,
  flowModel,
  flowOptions,
  flowStartForm,
  flowTaskResource,
  OPTION_NUMBERS,
  OPTION_TYPES,
  type OutputOf,
  ownFlowResource,
  previewFlow,
  publishFlow,
  revokeFlow,
  rollBackFlow,
  saveFlowModel,
  startableFlows,
  startFlow,
  terminateFlow,
  traceFlow,
  tryFlow,
  urgeFlow,
} from '@sluice/contract'
import { type Api, type CallContext, mountOperation } from '../../platform/http/mount-operation.ts'
import { mountResource } from '../../platform/resource/mount-resource.ts'
import { drawingOf, firstDraft, publish, rollBack, saveModel } from './definition/definition.service.ts'
import { DEFINITIONS } from './definition/definition.store.ts'
import type { FlowDeps } from './flow.ports.ts'
import { tenantIn } from './run/approver.service.ts'
import { handOverAbsent, runDue } from './run/due.service.ts'
import { comment, revoke, terminate, urge } from './run/instance.service.ts'
import { preview, start, startable, startForm, tryOut } from './run/start.service.ts'
import { mountTasks } from './task/task.service.ts'
import { DONE_TASKS, TASKS } from './task/task.store.ts'
import { storedStepName, storedStepNames } from './trace/step-name.rules.ts'
import { traceOf } from './trace/trace.service.ts'

/** What can be chosen in the caller's organisation; of an unknown type nothing (API-17). */
async function optionsFor(
  { db, organisation }: FlowDeps,
  { flowType, search }: { flowType: string; search: string },
  { session }: CallContext,
): Promise<OutputOf<typeof flowOptions>> {
  const kind = OPTION_TYPES.find(
    (type) => type === (Object.hasOwn(OPTION_NUMBERS, flowType) ? OPTION_NUMBERS[flowType] : flowType),
  )
  if (!kind || search.trim() === '') return []
  const home = (await organisation.deptLines(db, [session.deptId])).get(session.deptId)
  return organisation.options(db, tenantIn(home?.line ?? [session.deptId]), kind, search)
}

/** Flows: drawn, tried, published, started, decided (domain 9; docs/decisions/0107-flows.md). */
export function createFlows(deps: FlowDeps) {
  return {
    mount(api: Api): void {
      mountResource(api, flowDefinitionResource, {
        personOnly: true,
        computed: DEFINITIONS,
        beforeWrite({ verb, columns, context }) {
          if (verb === 'insert') columns['draft'] = JSON.stringify(firstDraft(context.language))
        },
      })
      const steps = { currentSteps: storedStepNames }
      mountResource(api, flowInstanceResource, { said: steps })
      mountResource(api, ownFlowResource, { said: steps })
      mountResource(api, flowTaskResource, { computed: TASKS, said: { stepName: storedStepName }, only: DONE_TASKS })
      mountOperation(api, flowModel, (input, context) => drawingOf(deps, input, context))
      mountOperation(api, saveFlowModel, (input, context) => saveModel(deps, input, context))
      mountOperation(api, publishFlow, (input, context) => publish(deps, input, context))
      mountOperation(api, rollBackFlow, (input, context) => rollBack(deps, input, context))
      mountOperation(api, tryFlow, (input, context) => tryOut(deps, input, context))
      mountOperation(api, startableFlows, (_input, context) => startable(deps, context))
      mountOperation(api, flowStartForm, (input, context) => startForm(deps, input, context))
      mountOperation(api, previewFlow, (input, context) => preview(deps, input, context))
      mountOperation(api, startFlow, (input, context) => start(deps, input, context))
      mountOperation(api, traceFlow, (input, context) => traceOf(deps, input, context))
      mountOperation(api, revokeFlow, (input, context) => revoke(deps, input, context))
      mountOperation(api, urgeFlow, (input, context) => urge(deps, input, context))
      mountOperation(api, terminateFlow, (input, context) => terminate(deps, input, context))
      mountOperation(api, commentFlow, (input, context) => comment(deps, input, context))
      mountTasks(api, deps)
      mountOperation(api, flowOptions, (input, context) => optionsFor(deps, input, context), {
        // Of the service whose people they are, too (BS-3).
        alsoAt: ['/security/v1/system/user/getOptionDataByFlowType', '/security/v1/user/getOptionDataByFlowType'],
      })
    },
    /** Draws the consequences of what is due. */
    runDue: (signal?: AbortSignal) => runDue(deps, signal),
    /** Gives the tasks of people who are gone or away to others. */
    handOverAbsent: () => handOverAbsent(deps),
  }
}
