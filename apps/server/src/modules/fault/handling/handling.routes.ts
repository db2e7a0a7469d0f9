import {
  ackFault,
  assignFaults,
  closeFaults,
  faultStory,
  faultTakers,
  ignoreFaults,
  noteFault,
  releaseFault,
  reopenFaults,
  resolveFaults,
  startFaults,
  takeSilence,
  tickRemedy,
} from '@sluice/contract'
import { type Api, mountOperation } from '../../../platform/http/mount-operation.ts'
import { rowId } from '../../../platform/resource/scoped.ts'
import {
  assign,
  close,
  type HandlingDeps,
  ignore,
  note,
  reopen,
  resolve,
  start,
  takersOf,
  tick,
} from './handling.service.ts'
import { mountPastFaults } from '../past/past-fault.service.ts'
import { storyOf } from './story.store.ts'
import { give, take, takeSlaves } from './taking.service.ts'

/** What people do about faults, and did in an earlier system. `flush` writes reported conditions first. */
export function mountHandling(api: Api, deps: HandlingDeps & { flush(): Promise<void> }): void {
  const { db, clock, flush } = deps
  mountOperation(api, faultStory, async ({ id }, { session }) => {
    await flush()
    return storyOf(db, session.scope, rowId(id), clock.now())
  })
  mountOperation(api, faultTakers, (input, context) => takersOf(deps, input, context))
  mountOperation(api, ackFault, (input, context) => take(deps, input, context))
  mountOperation(api, takeSilence, (input, context) => takeSlaves(deps, input, context))
  mountOperation(api, releaseFault, ({ ids }, context) => give(deps, ids, context))
  mountOperation(api, assignFaults, (input, context) => assign(deps, input, context))
  mountOperation(api, startFaults, (input, context) => start(deps, input, context))
  mountOperation(api, noteFault, (input, context) => note(deps, input, context))
  mountOperation(api, resolveFaults, (input, context) => resolve(deps, input, context))
  mountOperation(api, closeFaults, async (input, context) => {
    await flush()
    return close(deps, input, context)
  })
  mountOperation(api, ignoreFaults, (input, context) => ignore(deps, input, context))
  mountOperation(api, reopenFaults, (input, context) => reopen(deps, input, context))
  mountPastFaults(api, deps)
  mountOperation(api, tickRemedy, (input, context) => tick(deps, input, context))
}
