import type { Config } from '../../config.ts'
import { type Base, type Diagnostics, STORE_MS } from '../base.ts'
import type { Module } from '../module.ts'
import type { DeviceEdge } from '../../gateways/device-edge.ts'
import { createDiagnostics } from '../../modules/diagnostics/diagnostics.module.ts'

export function composeDiagnostics(
  { db, bus, clock, log }: Base,
  { config, edge }: { config: Config; edge: () => DeviceEdge },
): Diagnostics {
  const diagnostics = createDiagnostics({
    db,
    clock,
    onLost: (count) => log.warn({ count }, 'log entries could not be kept'),
    endConnection: (deviceId) => edge().endConnection(deviceId),
    deviceProxies: config.deviceProxies,
    block: (networks) => edge().block(networks),
  })
  // Told in every process; one that misses it finds the change at its next look.
  bus.on('address.blocked', () => diagnostics.lookAtBlocked())
  return diagnostics
}

export function diagnosticsModule({ mount, flush, lookAtBlocked }: Diagnostics): Module {
  return {
    name: 'diagnostics',
    mount,
    // Before the first connection of a device is taken.
    start: lookAtBlocked,
    jobs: (jobs) => jobs.start({ name: 'blocked.look', everyMs: 5_000, run: lookAtBlocked }),
    close: flush,
    limitMs: STORE_MS,
  }
}
