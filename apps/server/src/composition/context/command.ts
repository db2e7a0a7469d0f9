import { type Catalogue, rawTakingOf } from '@sluice/devices'
import type { Base, Commands, Faults, Registry, Telemetry } from '../base.ts'
import type { Module } from '../module.ts'
import type { DeviceEdge } from '../../gateways/device-edge.ts'
import { createCommands } from '../../modules/command/command.module.ts'
import type { IdentityModule } from '../../modules/identity/identity.module.ts'

interface Needs {
  faults: Faults
  registry: Registry
  identity: Pick<IdentityModule, 'rightsOf'>
  catalogue: Catalogue
  telemetry: Telemetry
  edge(): DeviceEdge
}

/** Code of the fault of a valve that moves without a command of ours (domain 6.5). */
const LOCAL_OPERATION = 'V14'

/** Sends commands to devices and finds the proof that they were carried out. */
export function composeCommands(
  base: Base,
  { faults, registry, telemetry, identity, catalogue, edge }: Needs,
): Commands {
  return createCommands({
    ...base,
    activeFaults: faults.activeOf,
    addressee: registry.addressee,
    addresseesAtStart: registry.addresseesAtStart,
    valvesOf: registry.slavesByChannel,
    rawTakingOf: ({ protocol, nodeKind }) => rawTakingOf(catalogue.protocolOf(protocol), nodeKind),
    rightsOf: identity.rightsOf,
    lastValues: telemetry.lastReadings,
    noteLocalMove: async ({ deviceId, at: ts, from, to, moved }) => {
      await telemetry.noteEvent({ deviceId, ts, code: 'LOCAL_OPERATION', payload: { from, to } })
      await telemetry.tellCondition(deviceId, LOCAL_OPERATION, { observed: 'MOVED', ...moved })
    },
    transmit: (request) => edge().transmit(request),
    switchesOf: (stationId) => edge().switchesOf(stationId),
  })
}

export function commandModule({ mount, start, tick, stop }: Commands): Module {
  return {
    name: 'commands',
    mount,
    start,
    jobs: (jobs) => jobs.start({ name: 'command.deadlines', everyMs: 250, run: async () => tick() }),
    drain: stop,
  }
}
