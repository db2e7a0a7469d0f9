import {
  type Base,
  type Commands,
  type Faults,
  type Geography,
  type Registry,
  STORE_MS,
  type Telemetry,
} from '../base.ts'
import type { Module } from '../module.ts'
import { createFaults } from '../../modules/fault/fault.module.ts'
import type { IdentityModule } from '../../modules/identity/identity.module.ts'
import { forgetSilence, takeConditions } from '../../modules/telemetry/telemetry.module.ts'

interface Later {
  registry: () => Registry
  geography: () => Geography
  telemetry: () => Telemetry
  commands: () => Commands
}

export function composeFaults(
  base: Base,
  { deptLines, deptZones, rightsOf, peopleNamed }: IdentityModule,
  { registry, geography, telemetry, commands }: Later,
): Faults {
  return createFaults({
    ...base,
    deptLines,
    deptZones,
    rightsOf,
    peopleNamed,
    takeConditions,
    forgetSilence,
    downstreamOf: (deviceId) => geography().downstreamOf(deviceId),
    groupsOf: (...asked) => registry().groupsOf(...asked),
    membersOf: (groupId) => registry().membersOf(groupId),
    zonesOf: (deviceIds) => registry().zonesOf(deviceIds),
    usualOf: (deviceIds) => telemetry().usualOf(deviceIds),
    codesOf: (deviceId) => commands().codesOf(deviceId),
    accept: (command, { session, faultId }) => {
      const origin = { source: 'FAULT', sourceId: faultId, action: 'fault.act' } as const
      return commands().accept(command, { session, ip: '', traceId: command.idempotencyKey, origin })
    },
  })
}

export function faultModule(
  { mount, start, catchUp, act, sweep, close, flush }: Faults,
  believed: () => Promise<boolean>,
): Module {
  return {
    name: 'faults',
    mount,
    start,
    jobs(jobs) {
      jobs.start({ name: 'fault.catch-up', everyMs: 5_000, run: catchUp })
      jobs.start({ name: 'fault.actions', everyMs: 5_000, run: act })
      // By a clock that is not believed nothing moves on.
      const run = async () => {
        if (await believed()) await sweep()
      }
      jobs.start({ name: 'fault.sweep', everyMs: 60_000, exclusive: true, atStart: true, run })
    },
    drain: close,
    close: flush,
    limitMs: STORE_MS,
  }
}
