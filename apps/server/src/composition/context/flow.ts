import type { Base, Flows } from '../base.ts'
import type { Module } from '../module.ts'
import { createFlows } from '../../modules/flow/flow.module.ts'
import type { IdentityModule } from '../../modules/identity/identity.module.ts'

/** Flows, and the organisation whose people they ask. */
export function composeFlows({ db, clock, log }: Base, identity: Pick<IdentityModule, 'organisation'>): Flows {
  return createFlows({ db, clock, log, organisation: identity.organisation })
}

export function flowModule({ mount, runDue, handOverAbsent }: Flows): Module {
  return {
    name: 'flows',
    mount,
    jobs(jobs) {
      jobs.start({ name: 'flow.due', everyMs: 5_000, atStart: true, exclusive: true, run: runDue })
      jobs.start({ name: 'flow.absent', everyMs: 60_000, exclusive: true, run: handOverAbsent })
    },
  }
}
