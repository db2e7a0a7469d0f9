import type { webcrypto } from 'node:crypto'
import {
  commandResource,
  flowInstanceResource,
  flowTaskResource,
  listsChangedBy,
  ownFlowResource,
} from '@sluice/contract'
import { type Catalogue, catalogueOf } from '@sluice/devices'
import type { Base, Faults, Registry, Telemetry } from './base.ts'
import { composeAdministration } from './context/administration.ts'
import { composeAftersale } from './context/aftersale.ts'
import { composeAttributes } from './context/attribute.ts'
import { composeCommands } from './context/command.ts'
import { composeDevices } from './context/devices.ts'
import { composeDiagnostics } from './context/diagnostics.ts'
import { composeFaults } from './context/fault.ts'
import { composeFirmware } from './context/firmware.ts'
import { composeFlows } from './context/flow.ts'
import { composeGeography } from './context/geography.ts'
import { composeIdentity } from './context/identity.ts'
import { composeNotices } from './context/notice.ts'
import { composeOffice } from './context/office.ts'
import { type LivePublishers, livePublishers } from './live-publishers.ts'
import { composeRegistry } from './context/registry.ts'
import { composeTelemetry } from './context/telemetry.ts'
import { composeTemperature } from './context/temperature.ts'
import type { Config } from '../config.ts'
import type { DeviceEdge } from '../gateways/device-edge.ts'
import type { Gateway, ScriptPort } from '../gateways/gateway.ts'
import { StrangerNotes } from '../gateways/stranger/stranger-notes.ts'
import type { PasswordHashes } from '../modules/identity/identity.module.ts'
import { type Bus, createBus } from '../platform/bus.ts'
import type { LiveHub } from '../platform/live/live-hub.ts'
import type { Log } from '../platform/log/log.ts'
import type { LogRecorder } from '../platform/log/log-recorder.ts'
import type { ChannelSender } from '../modules/notice/channel/channel.ts'
import { ScriptRunner } from '../platform/script/script-runner.ts'

interface ModuleParts extends Omit<Base, 'bus'> {
  gateways: readonly Gateway[]
  recorder: LogRecorder | undefined
  config: Config
  hub: LiveHub
  hashes: PasswordHashes | undefined
  sealingKeys: webcrypto.CryptoKeyPair | undefined
  scriptAnswerMs: number | undefined
  channels: ChannelSender | undefined
}

/** Builds every context and passes it those it asks; one that is built later is passed as a function. */
export async function composeModules(parts: ModuleParts) {
  const { gateways, config, hub, recorder, hashes, sealingKeys, scriptAnswerMs, channels, ...given } = parts
  const base: Base = { ...given, bus: createBus(given.log) }
  const { db, bus, clock, log } = base
  const live = livePublishers(hub)
  const catalogue = catalogueOf(gateways)
  const decode = decoderOf(catalogue)
  const strangers = new StrangerNotes(log, config.strangers)
  const scripts = scriptsOf(base, scriptAnswerMs)

  const administration = composeAdministration({ config, db, clock, recorder })
  const identity = await composeIdentity(base, { config, administration, hashes, sealingKeys })
  const later = {
    registry: () => registry,
    geography: () => geography,
    telemetry: () => telemetry,
    commands: () => commands,
  }
  const faults = composeFaults(base, identity, later)
  const diagnostics = composeDiagnostics(base, { config, edge: () => edge })
  const telling = composeNotices(base, { identity, config, faults, channels })
  const temperature = composeTemperature(base)
  const desk = { office: composeOffice(base), flows: composeFlows(base, identity) }
  const registry = composeRegistry(base, {
    identity,
    temperature,
    telemetry: () => telemetry,
    edge: () => edge,
    catalogue,
    decode,
    scriptFault: scripts.faultOf,
  })
  const telemetry = composeTelemetry(base, {
    gateways,
    identity,
    faults,
    registry,
    temperature,
    commands: () => commands,
    strangers,
    catalogue,
    live,
    watched: () => hub.size > 0,
    decode,
    runScript: scripts.run,
  })
  const commands = composeCommands(base, { faults, registry, telemetry, identity, catalogue, edge: () => edge })
  const geography = composeGeography(base, { catalogue, config, identity, telemetry, commands })
  const attributes = composeAttributes(base, { registry, edge: () => edge, catalogue })
  const firmware = composeFirmware(base, { config, registry, attributes })
  const doors = { identity, faults, commands, registry, telemetry, attributes, geography }
  const aftersale = composeAftersale(base, { holdS: config.retestHoldS, ...doors })
  const others = { strangers, diagnostics, faults, registry, telemetry, commands, attributes, firmware }
  const edge = composeDevices(base, { gateways, config, ...others, runScript: scripts.run })
  listen({ bus, live, faults, registry, telemetry, edge, log })
  const places = { geography, temperature, aftersale }
  return { bus, identity, administration, edge, scripts, ...places, ...desk, ...telling, ...others }
}

/** Payload scripts, in a thread that begins with the first one. */
function scriptsOf({ clock, log }: Pick<Base, 'clock' | 'log'>, answerMs: number | undefined) {
  const runner = new ScriptRunner({
    elapsed: clock.elapsed,
    onFailure: (error) => log.error({ err: error }, 'the thread of payload scripts failed'),
    ...(answerMs !== undefined && { answerMs }),
  })
  return {
    run: (({ productNo, source }, input) =>
      runner.run(productNo, source, input)) satisfies ScriptPort['run'] as ScriptPort['run'],
    /** Why a script cannot be run at all; null for one that can. */
    faultOf: async (source: string) => (await runner.check('publish', source)).fault ?? null,
    close: () => runner.close(),
  }
}

interface Listeners {
  bus: Bus
  live: LivePublishers
  log: Log
  faults: Faults
  registry: Registry
  telemetry: Telemetry
  edge: DeviceEdge
}

/** Subscribes the modules to events from elsewhere. */
function listen({ bus, live, log, faults, registry, telemetry, edge }: Listeners): void {
  telemetry.onFullChange(edge.setPaused)
  bus.on('device.changed', telemetry.forgetRegistrations)
  bus.on('dept.changed', telemetry.forgetRegistrations)
  bus.on('deviceGroup.changed', telemetry.forgetRegistrations)
  // Limits are looked up with the registration of a device.
  bus.on('alarmLimit.changed', () => {
    faults.forgetLimits()
    telemetry.forgetRegistrations()
  })
  bus.on('device.changed', ({ deviceId }) => edge.recheck(deviceId))
  bus.on('rows.changed', live.changed)
  for (const event of ['fault.raised', 'fault.cleared', 'fault.handled'] as const)
    bus.on(event, ({ deptId }) => live.changed({ resources: listsChangedBy(event), deptIds: [deptId] }))
  bus.on('flow.moved', ({ deptId, userIds }) => {
    live.rows(flowInstanceResource, [deptId])
    for (const userId of userIds) {
      live.rows(ownFlowResource, [], userId)
      live.rows(flowTaskResource, [], userId)
      live.tasks(userId)
    }
  })
  bus.on('command.changed', live.command)
  bus.on('command.changed', ({ deptId }) => live.rows(commandResource, [deptId]))
  bus.on('notice.told', ({ userId }) => live.pushes(userId))
  bus.on('notice.read', ({ userId }) => live.pushes(userId))
  bus.on('product.published', ({ productId }) => {
    registry.onPublished(productId).catch((error: unknown) => {
      log.warn(
        { err: error, productId },
        'a published product could not be read: this process keeps the version before',
      )
    })
  })
}

/** Decodes frames for people to read; a frame that cannot be decoded gives the place of its fault. */
function decoderOf({ protocolOf }: Catalogue) {
  return (protocol: string, raw: Uint8Array): unknown => {
    const decoded = protocolOf(protocol)?.codec.decode(raw)
    if (!decoded) return null
    return decoded.ok ? decoded.value : { error: decoded.error.kind, at: decoded.error.at }
  }
}
