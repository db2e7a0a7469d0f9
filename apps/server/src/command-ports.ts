import { sl651 } from '@sluice/codecs'
import { DEFAULT_ZONE } from '@sluice/kit'
import type { createDeviceEdge } from './gateways/device-edge.ts'
import { switchesIn } from './gateways/sl651.switches.ts'
import type { LocalMove } from './modules/command/command.ports.ts'
import type { createRegistry } from './modules/registry/registry.module.ts'
import type { createTelemetry } from './modules/telemetry/telemetry.module.ts'
import type { Clock } from './platform/clock.ts'

/** No bitmap that is older may be repeated anyway. */
const OLDEST_SWITCHES_MS = 3_600_000

interface Others {
  clock: Clock
  registry: ReturnType<typeof createRegistry>
  telemetry: ReturnType<typeof createTelemetry>
  edge: () => ReturnType<typeof createDeviceEdge>
}

/** What the ledger asks of the other modules, in its own words. */
export function commandPorts({ clock, registry, telemetry, edge }: Others) {
  return {
    addressee: registry.addressee,
    addresseesAtStart: registry.addresseesAtStart,
    valvesOf: registry.slavesByChannel,
    lastValues: telemetry.lastReadings,
    noteLocalMove: ({ deviceId, at: ts, from, to }: LocalMove) =>
      telemetry.noteEvent({ deviceId, ts, code: 'LOCAL_OPERATION', payload: { from, to } }),
    transmit: (request: Parameters<ReturnType<typeof createDeviceEdge>['transmit']>[0]) => edge().transmit(request),
    /** As heard by this process; before it has, the last frame that the one before stored. */
    async switchesOf(stationId: string) {
      const heard = edge().switchesOf(stationId)
      if (heard !== undefined) return heard
      const frame = await telemetry.lastFrame(stationId, '4D', clock.now().getTime() - OLDEST_SWITCHES_MS)
      const decoded = frame && sl651.decode(frame.raw)
      if (!decoded?.ok) return null
      const zone = (await registry.zonesOf([stationId])).get(stationId) ?? DEFAULT_ZONE
      return switchesIn(decoded.value, zone, frame?.receivedAt ?? 0) ?? null
    },
  }
}
