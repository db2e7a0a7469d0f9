import { type Base, type Diagnostics, STORE_MS } from './base.ts'
import type { Module } from './module.ts'
import type { DeviceEdge } from '../gateways/device-edge.ts'
import { createDiagnostics } from '../modules/diagnostics/diagnostics.module.ts'

export function composeDiagnostics({ db, clock, log }: Base, edge: () => DeviceEdge): Diagnostics {
  return createDiagnostics({
    db,
    clock,
    onLost: (count) => log.warn({ count }, 'log entries could not be kept'),
    endConnection: (deviceId) => edge().endConnection(deviceId),
  })
}

export function diagnosticsModule({ mount, flush }: Diagnostics): Module {
  return { name: 'diagnostics', mount, close: flush, limitMs: STORE_MS }
}
