import type { DeviceEdge } from '../gateways/device-edge.ts'
import type { LocalMove } from '../modules/command/command.ports.ts'
import type { createRegistry } from '../modules/registry/registry.module.ts'
import type { createTelemetry } from '../modules/telemetry/telemetry.module.ts'

interface Others {
  registry: ReturnType<typeof createRegistry>
  telemetry: ReturnType<typeof createTelemetry>
  edge: () => DeviceEdge
}

/** The ports of the command ledger, answered by the other modules. */
export function commandPorts({ registry, telemetry, edge }: Others) {
  return {
    addressee: registry.addressee,
    addresseesAtStart: registry.addresseesAtStart,
    valvesOf: registry.slavesByChannel,
    lastValues: telemetry.lastReadings,
    noteLocalMove: ({ deviceId, at: ts, from, to }: LocalMove) =>
      telemetry.noteEvent({ deviceId, ts, code: 'LOCAL_OPERATION', payload: { from, to } }),
    transmit: (request: Parameters<DeviceEdge['transmit']>[0]) => edge().transmit(request),
    switchesOf: (stationId: string) => edge().switchesOf(stationId),
  }
}
