import { type Base, type Faults, STORE_MS } from './base.ts'
import type { Module } from './module.ts'
import { createFaults } from '../modules/fault/fault.module.ts'
import type { IdentityModule } from '../modules/identity/identity.module.ts'
import { takeConditions } from '../modules/telemetry/telemetry.module.ts'

export function composeFaults(base: Base, { deptLines }: IdentityModule): Faults {
  return createFaults({ ...base, deptLines, takeConditions })
}

export function faultModule({ mount, start, catchUp, close, flush }: Faults): Module {
  return {
    name: 'faults',
    mount,
    start,
    jobs: (jobs) => jobs.start({ name: 'fault.catch-up', everyMs: 5_000, run: catchUp }),
    drain: close,
    close: flush,
    limitMs: STORE_MS,
  }
}
