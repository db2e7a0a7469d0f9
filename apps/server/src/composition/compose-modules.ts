import { unknownStationResource } from '@sluice/contract'
import { type Catalogue, catalogueOf } from '@sluice/devices'
import { DEFAULT_ZONE } from '@sluice/kit'
import { composeAdministration } from './administration.ts'
import { commandPorts } from './command-ports.ts'
import type { Config } from '../config.ts'
import { createDeviceEdge, type DeviceEdge } from '../gateways/device-edge.ts'
import type { Gateway } from '../gateways/gateway.ts'
import { StrangerNotes } from '../gateways/stranger-notes.ts'
import { livePublishers } from './live-publishers.ts'
import { createAttributes } from '../modules/attribute/attribute.module.ts'
import { createCommands } from '../modules/command/command.module.ts'
import { createDiagnostics } from '../modules/diagnostics/diagnostics.module.ts'
import { createFaults } from '../modules/fault/fault.module.ts'
import { createGeography } from '../modules/geography/geography.module.ts'
import { createIdentity, type PasswordHashes } from '../modules/identity/identity.module.ts'
import { createRegistry } from '../modules/registry/registry.module.ts'
import { createTelemetry, takeConditions } from '../modules/telemetry/telemetry.module.ts'
import { type Bus, createBus } from '../platform/bus.ts'
import type { Clock } from '../platform/clock/clock.ts'
import type { ClockTrust } from '../platform/clock/clock-trust.ts'
import type { Database } from '../platform/db/db.ts'
import type { LiveHub } from '../platform/live/live-hub.ts'
import type { LogRecorder } from '../platform/log/log-recorder.ts'
import type { Log } from '../platform/log/log.ts'
import { readServerKey } from '../platform/server-key.ts'

export interface ModuleParts {
  gateways: readonly Gateway[]
  recorder: LogRecorder | undefined
  config: Config
  db: Database
  log: Log
  clock: Clock
  hub: LiveHub
  trust: ClockTrust
  hashes: PasswordHashes | undefined
}

const PASSWORD_TRIED = 'S08'

/** Builds the modules and passes each the functions of other modules that it needs. */
export async function composeModules({ gateways, config, db, log, clock, hub, trust, recorder, hashes }: ModuleParts) {
  const bus = createBus(log)
  const live = livePublishers(hub)
  const catalogue = catalogueOf(gateways)
  const decode = decoderOf(catalogue)
  const base = { db, bus, clock, log, trust }
  const { administration, identity } = await composePeople({ config, db, log, clock, recorder, hashes }, bus)
  const faults = createFaults({ ...base, deptLines: identity.deptLines, takeConditions })
  const diagnostics = createDiagnostics({ db, onLost: (count) => log.warn({ count }, 'log entries could not be kept') })
  const strangers = new StrangerNotes(log, config.strangers)
  const registry = createRegistry({
    ...base,
    deptZones: identity.deptZones,
    listener: (protocol) => edge.listenerOf(protocol),
    messageTimes: (deviceId) => telemetry.messageTimes(deviceId),
    replay: (...frames) => edge.replay(...frames),
    storedFrames: (...frames) => telemetry.storedFrames(...frames),
    decode,
    catalogue,
  })
  const telemetry = createTelemetry({
    ...base,
    findStations: registry.findStations,
    ownersOf: registry.ownersOf,
    zonesOf: registry.zonesOf,
    deptZones: identity.deptZones,
    deviceFacts: registry.deviceFacts,
    noteUnknown: unknownFrames(registry, strangers, catalogue),
    observe: faults.observe,
    activeFaults: faults.activeOf,
    onStored: ({ station, touched, receivedAt }) => commands.onReport(station.deviceId, touched, receivedAt),
    watched: () => hub.size > 0,
    publishState: live.state,
    publishMessage: live.message,
    publishImport: live.historyImport,
    onOutage: live.outage,
    decode,
  })
  const ports = commandPorts({ registry, telemetry, edge: () => edge })
  const commands = createCommands({ ...base, activeFaults: faults.activeOf, ...ports })
  const geography = composeGeography({ ...base, tiles: config.tiles, deptZones: identity.deptZones }, telemetry)
  const attributes = composeAttributes({ ...base, catalogue }, registry, () => edge)
  const edge = createDeviceEdge({
    gateways,
    config,
    clock,
    log,
    ...gateParts({ faults, telemetry }, log),
    ...strangers.guard(diagnostics),
    refusals: diagnostics.refusals,
    onAnswer: commands.answered,
    ...knownDevices(registry, telemetry),
    noteClient: attributes.noteClient,
    attributesOf: attributes.attributesOf,
  })
  listen({ bus, live, telemetry, edge })
  const others = { bus, identity, administration, strangers, edge }
  return { ...others, faults, commands, attributes, geography, diagnostics, registry, telemetry }
}

/** A client that shows a token without a registration is refused when it connects; none of its frames are stored. */
function unknownFrames(
  { noteUnknown }: ReturnType<typeof createRegistry>,
  strangers: StrangerNotes,
  { protocolOf }: Catalogue,
): Parameters<typeof createTelemetry>[0]['noteUnknown'] {
  return ({ message: { protocol }, address, remote, receivedAt: ts, raw: frames }) => {
    if (protocolOf(protocol)?.identification.by !== 'ADDRESS') return
    const kept = frames.map((raw) => ({ protocol, address, remote, ts, raw }))
    strangers.frames(kept, noteUnknown)
  }
}

/**
 * Decides who may speak for a station. Repeated wrong passwords raise a fault of the device; it clears when the
 * attempts have stopped and the device reports.
 */
function gateParts(
  { faults, telemetry }: { faults: ReturnType<typeof createFaults>; telemetry: ReturnType<typeof createTelemetry> },
  log: Log,
) {
  return {
    accept: telemetry.accept,
    senderStatusOf: telemetry.senderStatusOf,
    tellTried(deviceId: string, isTried: boolean): void {
      if (!isTried && !faults.activeOf(deviceId).some(({ code }) => code === PASSWORD_TRIED)) return
      telemetry
        .tellCondition(deviceId, PASSWORD_TRIED, isTried)
        .catch((error: unknown) => log.warn({ err: error, deviceId }, 'a fault could not be told'))
    },
  }
}

/** What gateways ask about devices: answered by the registry and telemetry. */
function knownDevices(registry: ReturnType<typeof createRegistry>, telemetry: ReturnType<typeof createTelemetry>) {
  return {
    ...registry.tokens,
    slaveNames: registry.namesOfSlave,
    noteUnknown: registry.noteUnknown,
    zoneOf: async (deviceId: string) => (await registry.zonesOf([deviceId])).get(deviceId) ?? DEFAULT_ZONE,
    isDisconnected: telemetry.isDisconnected,
    deviceCalled: telemetry.deviceCalled,
    lastValues: telemetry.readingsInMemory,
    lastFrame: telemetry.lastFrame,
  }
}

type Base = { db: Database; bus: Bus; clock: Clock; log: Log }

function composeAttributes(
  { catalogue, ...base }: Base & { catalogue: Catalogue },
  registry: ReturnType<typeof createRegistry>,
  edge: () => DeviceEdge,
) {
  return createAttributes({
    ...base,
    addressee: async (deviceId) => {
      const device = await registry.addressee(deviceId)
      if (!device) return undefined
      const { protocol } = device.type
      return { ...device, protocol, takesAttributes: catalogue.protocolOf(protocol)?.takesAttributes === true }
    },
    share: ({ protocol, ...update }) => edge().share(protocol, update),
  })
}

function composeGeography(
  parts: Omit<Parameters<typeof createGeography>[0], 'volumeToday' | 'volumeByHour'>,
  { consumedToday, consumedByHour }: ReturnType<typeof createTelemetry>,
) {
  return createGeography({ ...parts, volumeToday: consumedToday, volumeByHour: consumedByHour })
}

/** The modules for people, their rights and the records of the office. */
async function composePeople(
  { config, db, log, clock, recorder, hashes }: Omit<ModuleParts, 'hub' | 'trust' | 'gateways'>,
  bus: Bus,
) {
  const administration = composeAdministration({ config, db, clock, recorder })
  const identity = await createIdentity({
    db,
    clock,
    bus,
    log,
    serverKey: await readServerKey(config.dataDir, config.serverKey),
    selfRegistration: config.selfRegistration,
    siteDept: administration.siteDept,
    siteNames: administration.siteNames,
    noteLogin: administration.journal.noteLogin,
    ...(hashes ? { hashes } : {}),
  })
  return { administration, identity }
}

interface Listeners {
  bus: Bus
  live: ReturnType<typeof livePublishers>
  telemetry: ReturnType<typeof createTelemetry>
  edge: DeviceEdge
}

/** Subscribes the modules to events from elsewhere. */
function listen({ bus, live, telemetry, edge }: Listeners): void {
  telemetry.onFullChange(edge.setPaused)
  bus.on('device.changed', telemetry.forgetRegistrations)
  bus.on('dept.changed', telemetry.forgetRegistrations)
  bus.on('device.changed', ({ deviceId }) => edge.recheck(deviceId))
  bus.on('station.unknown', () => live.rows(unknownStationResource))
  bus.on('command.changed', live.command)
}

/** Decodes frames for people to read; a frame that cannot be decoded gives the place of its fault. */
function decoderOf({ protocolOf }: Catalogue) {
  return (protocol: string, raw: Uint8Array): unknown => {
    const decoded = protocolOf(protocol)?.codec.decode(raw)
    if (!decoded) return null
    return decoded.ok ? decoded.value : { error: decoded.error.kind, at: decoded.error.at }
  }
}
