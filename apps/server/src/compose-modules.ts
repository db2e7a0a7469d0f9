import { codecByName } from '@sluice/codecs'
import { composeAdministration } from './administration.ts'
import { commandPorts } from './command-ports.ts'
import type { Config } from './config.ts'
import { createDeviceEdge } from './gateways/device-edge.ts'
import { StrangerNotes } from './gateways/stranger-notes.ts'
import { livePublishers } from './live-publishers.ts'
import { createAttributes } from './modules/attribute/attribute.module.ts'
import { createCommands } from './modules/command/command.module.ts'
import { createDiagnostics } from './modules/diagnostics/diagnostics.module.ts'
import { createFaults } from './modules/fault/fault.module.ts'
import { createGeography } from './modules/geography/geography.module.ts'
import { createIdentity, type IdentityModule, isDeptOff } from './modules/identity/identity.module.ts'
import { createRegistry, DEVICES_OF_DEPT } from './modules/registry/registry.module.ts'
import { createTelemetry, takeConditions } from './modules/telemetry/telemetry.module.ts'
import { type Bus, createBus } from './platform/bus.ts'
import type { Clock } from './platform/clock.ts'
import type { ClockTrust } from './platform/clock-trust.ts'
import type { Database } from './platform/db.ts'
import type { LiveHub } from './platform/live-hub.ts'
import type { LogKeeper } from './platform/log-keeper.ts'
import type { Log } from './platform/log.ts'
import { readServerKey } from './platform/server-key.ts'

export interface ModuleParts {
  keeper: LogKeeper | undefined
  config: Config
  db: Database
  log: Log
  clock: Clock
  hub: LiveHub
  trust: ClockTrust
}

const PASSWORD_TRIED = 'S08'

/** The modules, each with the functions of others that it asks for. */
export async function composeModules({ config, db, log, clock, hub, trust, keeper }: ModuleParts) {
  const bus = createBus(log)
  const live = livePublishers(hub)
  const base = { db, bus, clock, log, trust }
  const { administration, identity } = await composePeople({ config, db, log, clock, keeper }, bus)
  const faults = createFaults({ ...base, deptLines: identity.deptLines, takeConditions })
  const diagnostics = createDiagnostics({ db, onLost: (count) => log.warn({ count }, 'log entries could not be kept') })
  const strangers = new StrangerNotes(log, config.strangers)
  const registry = createRegistry({
    ...base,
    ...deptsOf(identity),
    listener: (protocol) => edge.listenerOf(protocol),
    messageTimes: (deviceId) => telemetry.messageTimes(deviceId),
    replay: (...frames) => edge.replay(...frames),
    storedFrames: (...frames) => telemetry.storedFrames(...frames),
    decode: decodeFrame,
  })
  const telemetry = createTelemetry({
    ...base,
    findStations: registry.findStations,
    ownersOf: registry.ownersOf,
    zonesOf: registry.zonesOf,
    deptZones: identity.deptZones,
    deviceFacts: registry.deviceFacts,
    noteUnknown: unknownFrames(registry, strangers),
    observe: faults.observe,
    activeFaults: faults.activeOf,
    onStored: ({ station, touched, receivedAt }) => commands.heard(station.deviceId, touched, receivedAt),
    watched: () => hub.size > 0,
    publishState: live.state,
    publishMessage: live.message,
    publishImport: live.historyImport,
    onOutage: live.outage,
    decode: decodeFrame,
  })
  const ports = commandPorts({ clock, registry, telemetry, edge: () => edge })
  const commands = createCommands({ ...base, activeFaults: faults.activeOf, ...ports })
  const geography = composeGeography({ ...base, tiles: config.tiles, deptZones: identity.deptZones }, telemetry)
  const attributes = composeAttributes(base, registry, () => edge)
  const edge = createDeviceEdge({
    config,
    clock,
    log,
    ...gateParts({ faults, telemetry }, log),
    ...strangers.guard(diagnostics),
    refusals: diagnostics.refusals,
    onAnswer: commands.answered,
    ...registry.tokens,
    slaveNames: registry.namesOfSlave,
    isDisconnected: telemetry.isDisconnected,
    deviceCalled: telemetry.deviceCalled,
    noteClient: attributes.noteClient,
    attributesOf: attributes.attributesOf,
    noteUnknown: registry.noteUnknown,
    lastValues: telemetry.readingsInMemory,
  })
  listen({ bus, live, telemetry, edge })
  const others = { bus, identity, administration, strangers, edge }
  return { ...others, faults, commands, attributes, geography, diagnostics, registry, telemetry }
}

/** An MQTT device without a registration is refused when it connects: nothing of it is kept. */
function unknownFrames(
  { noteUnknown }: ReturnType<typeof createRegistry>,
  strangers: StrangerNotes,
): Parameters<typeof createTelemetry>[0]['noteUnknown'] {
  return ({ message: { protocol }, address, remote, receivedAt: ts, raw: frames }) => {
    if (protocol === 'TB_MQTT') return
    const kept = frames.map((raw) => ({ protocol, address, remote, ts, raw }))
    strangers.frames(kept, noteUnknown)
  }
}

/** What devices ask of the departments they belong to. */
const deptsOf = ({ deptZones }: IdentityModule) => ({ deptZones, isDeptOff })

/** Who may speak for a station. That somebody tries the passwords of a device is a fault of it, and ends when that is over and it reports. */
function gateParts(
  { faults, telemetry }: { faults: ReturnType<typeof createFaults>; telemetry: ReturnType<typeof createTelemetry> },
  log: Log,
) {
  return {
    accept: telemetry.accept,
    standingOf: telemetry.standingOf,
    tellTried(deviceId: string, isTried: boolean): void {
      if (!isTried && !faults.activeOf(deviceId).some(({ code }) => code === PASSWORD_TRIED)) return
      telemetry
        .tellCondition(deviceId, PASSWORD_TRIED, isTried)
        .catch((error: unknown) => log.warn({ err: error, deviceId }, 'a fault could not be told'))
    },
  }
}

type Base = { db: Database; bus: Bus; clock: Clock; log: Log }

function composeAttributes(
  base: Base,
  registry: ReturnType<typeof createRegistry>,
  edge: () => ReturnType<typeof createDeviceEdge>,
) {
  return createAttributes({
    ...base,
    addressee: async (deviceId) => {
      const device = await registry.addressee(deviceId)
      return device && { ...device, protocol: device.type.protocol }
    },
    share: (update) => edge().mqtt.share(update),
  })
}

function composeGeography(
  parts: Omit<Parameters<typeof createGeography>[0], 'volumeToday' | 'volumeByHour'>,
  { consumedToday, consumedByHour }: ReturnType<typeof createTelemetry>,
) {
  return createGeography({ ...parts, volumeToday: consumedToday, volumeByHour: consumedByHour })
}

/** Who may do what, and what the office keeps about it. */
async function composePeople({ config, db, log, clock, keeper }: Omit<ModuleParts, 'hub' | 'trust'>, bus: Bus) {
  const administration = composeAdministration({ config, db, clock, keeper })
  const identity = await createIdentity({
    db,
    clock,
    bus,
    log,
    serverKey: await readServerKey(config.dataDir, config.serverKey),
    selfRegistration: config.selfRegistration,
    siteDept: administration.siteDept,
    deviceCount: DEVICES_OF_DEPT,
  })
  return { administration, identity }
}

interface Listeners {
  bus: Bus
  live: ReturnType<typeof livePublishers>
  telemetry: ReturnType<typeof createTelemetry>
  edge: ReturnType<typeof createDeviceEdge>
}

/** Who hears of what happened elsewhere. */
function listen({ bus, live, telemetry, edge }: Listeners): void {
  telemetry.onFullChange(edge.setPaused)
  bus.on('device.changed', telemetry.forgetRegistrations)
  bus.on('dept.changed', telemetry.forgetRegistrations)
  bus.on('device.changed', ({ deviceId }) => edge.recheck(deviceId))
  bus.on('station.unknown', live.unknownStation)
  bus.on('command.changed', live.command)
}

/** Frames as people read them; what cannot be decoded says where it went wrong. */
function decodeFrame(protocol: string, raw: Uint8Array): unknown {
  const codec = codecByName.get(protocol)
  if (!codec) return null
  const decoded = codec.decode(raw)
  return decoded.ok ? decoded.value : { error: decoded.error.kind, at: decoded.error.at }
}
