import { type Catalogue } from '@sluice/devices'
import {
  type Base,
  type Commands,
  type Faults,
  MINUTE_MS,
  type Registry,
  STORE_MS,
  type Telemetry,
  type Temperature,
} from '../base.ts'
import type { LivePublishers } from '../live-publishers.ts'
import type { Module } from '../module.ts'
import type { Gateway, ScriptPort } from '../../gateways/gateway.ts'
import type { StrangerNotes } from '../../gateways/stranger/stranger-notes.ts'
import type { IdentityModule } from '../../modules/identity/identity.module.ts'
import { createTelemetry, type TelemetryDeps } from '../../modules/telemetry/telemetry.module.ts'

interface Needs extends Pick<TelemetryDeps, 'decode' | 'watched'> {
  gateways: readonly Gateway[]
  identity: IdentityModule
  faults: Faults
  registry: Registry
  temperature: Temperature
  commands(): Commands
  strangers: StrangerNotes
  catalogue: Catalogue
  live: LivePublishers
  runScript: ScriptPort['run']
}

/** Stores, counts and shows what devices report. */
export function composeTelemetry(base: Base, needs: Needs): Telemetry {
  const { gateways, identity, faults, registry, temperature, commands, strangers, catalogue, live, watched, decode } =
    needs
  return createTelemetry({
    ...base,
    findStations: registry.findStations,
    ownersOf: registry.ownersOf,
    zonesOf: registry.zonesOf,
    deptZones: identity.deptZones,
    deviceFacts: registry.deviceFacts,
    onHours: temperature.noteLateHours,
    noteUnknown: unknownFrames(registry, strangers, catalogue),
    observe: faults.observe,
    limitsOf: faults.limitsOf,
    activeFaults: faults.activeOf,
    isFault: faults.isActive,
    onStored: ({ station, touched, receivedAt }) => commands().onReport(station.deviceId, touched, receivedAt),
    watched,
    publishState: live.state,
    publishMessage: live.message,
    publishImport: live.historyImport,
    onOutage: live.outage,
    decode,
    catalogue,
    faultLevels: faults.levels,
    uplinkIn: uplinkReader(gateways),
    readByScript: scriptReader(gateways, needs.runScript),
  })
}

/** A frame as the gateway of its protocol would pass it on. */
function uplinkReader(gateways: readonly Gateway[]): TelemetryDeps['uplinkIn'] {
  const byProtocol = new Map(gateways.map((gateway) => [gateway.protocol, gateway]))
  return (protocol, ...asked) => byProtocol.get(protocol)?.uplinkIn?.(...asked)
}

/** A frame as the gateway of its protocol would pass it on after the script of a type. */
function scriptReader(gateways: readonly Gateway[], run: ScriptPort['run']): TelemetryDeps['readByScript'] {
  const byProtocol = new Map(gateways.map((gateway) => [gateway.protocol, gateway]))
  return async ({ productNo, script }, { protocol, frame, receivedAt, deviceId }) => {
    const scripted = byProtocol.get(protocol)?.scripted
    const input = scripted?.inputOf(frame, receivedAt)
    if (!scripted || !input || script === undefined || deviceId === null) return undefined
    // A look at a frame waits behind other looks, not behind the reports of the product.
    const { lines, ...ran } = await run({ productNo: `look ${productNo}`, source: script }, input)
    if (ran.fault) return { uplink: undefined, script: { answer: null, fault: ran.fault, lines } }
    const made = scripted.uplinkOf(frame, receivedAt, deviceId, ran.value)
    if (made.ok) return { uplink: made.value, script: { answer: ran.value, fault: null, lines } }
    const fault = { code: 'WRONG_ANSWER' as const, line: null, message: made.error }
    return { uplink: undefined, script: { answer: ran.value, fault, lines } }
  }
}

/** A client that shows a token without a registration is refused when it connects; none of its frames are stored. */
function unknownFrames(
  { noteUnknown }: Registry,
  strangers: StrangerNotes,
  { protocolOf }: Catalogue,
): TelemetryDeps['noteUnknown'] {
  return ({ message: { protocol }, address, remote, receivedAt: ts, raw: frames }) => {
    if (protocolOf(protocol)?.identification.by !== 'ADDRESS') return
    const kept = frames.map((raw) => ({ protocol, address, remote, ts, raw }))
    strangers.frames(kept, noteUnknown)
  }
}

export function telemetryModule(telemetry: Telemetry): Module {
  const { mount, start, checkSilence, rollUp, maintainPartitions, watches, drained, close } = telemetry
  return {
    name: 'backlog',
    mount,
    start,
    jobs(jobs) {
      const exclusive = true
      jobs.start({ name: 'telemetry.silence', everyMs: 5_000, run: checkSilence })
      jobs.start({
        name: 'telemetry.rollup',
        everyMs: MINUTE_MS,
        exclusive,
        run: async (signal) => void (await rollUp(signal)),
      })
      jobs.start({
        name: 'telemetry.partitions',
        everyMs: 360 * MINUTE_MS,
        exclusive,
        run: async () => void (await maintainPartitions()),
      })
      const { countUsual, readUsual, watchFrames, watchCoefficients } = watches
      jobs.start({ name: 'telemetry.usual', everyMs: 60 * MINUTE_MS, exclusive, run: countUsual })
      jobs.start({ name: 'telemetry.usual-read', everyMs: 10 * MINUTE_MS, run: readUsual })
      jobs.start({ name: 'telemetry.frame-errors', everyMs: 10 * MINUTE_MS, exclusive, run: watchFrames })
      jobs.start({ name: 'telemetry.coefficients', everyMs: 60 * MINUTE_MS, exclusive, run: watchCoefficients })
    },
    close: drained,
    giveUp: close,
    limitMs: STORE_MS,
  }
}
