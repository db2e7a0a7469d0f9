import { type Base, MINUTE_MS, type Registry, STORE_MS, type Telemetry, type Temperature } from '../base.ts'
import type { Module } from '../module.ts'
import type { DeviceEdge } from '../../gateways/device-edge.ts'
import type { IdentityModule } from '../../modules/identity/identity.module.ts'
import { createRegistry } from '../../modules/registry/registry.module.ts'

interface Needs extends Pick<Parameters<typeof createRegistry>[0], 'catalogue' | 'decode' | 'scriptFault'> {
  identity: IdentityModule
  telemetry(): Telemetry
  temperature: Temperature
  edge(): DeviceEdge
}

/** The registered devices and how they are identified. */
export function composeRegistry(
  base: Base,
  { identity, telemetry, temperature, edge, catalogue, decode, scriptFault }: Needs,
): Registry {
  return createRegistry({
    ...base,
    deptZones: identity.deptZones,
    listener: (protocol) => edge().listenerOf(protocol),
    messageTimes: (deviceId) => telemetry().messageTimes(deviceId),
    replay: (...frames) => edge().replay(...frames),
    storedFrames: (...frames) => telemetry().storedFrames(...frames),
    probes: temperature.probes,
    decode,
    catalogue,
    scriptFault,
    onAdopted: () => telemetry().forgetRegistrations(),
  })
}

export function registryModule(
  registry: Pick<Registry, 'mount' | 'start' | 'replayKept' | 'dropOldUnknown' | 'endOldTokens' | 'flush'>,
  mayDelete: () => Promise<boolean>,
): Module {
  const { mount, start, replayKept, dropOldUnknown, endOldTokens, flush } = registry
  return {
    name: 'registry',
    mount,
    start,
    jobs(jobs) {
      const exclusive = true
      jobs.start({ name: 'registry.kept-frames', everyMs: MINUTE_MS, atStart: true, exclusive, run: replayKept })
      jobs.start({ name: 'registry.old-tokens', everyMs: MINUTE_MS, atStart: true, exclusive, run: endOldTokens })
      jobs.start({
        name: 'registry.unknown-stations',
        everyMs: 60 * MINUTE_MS,
        exclusive,
        run: async () => {
          if (await mayDelete()) await dropOldUnknown()
        },
      })
    },
    close: flush,
    limitMs: STORE_MS,
  }
}
