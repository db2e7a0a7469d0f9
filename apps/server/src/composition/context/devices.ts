import type { DeviceType } from '@sluice/devices'
import { DEFAULT_ZONE } from '@sluice/kit'
import type { Attributes, Base, Commands, Diagnostics, Faults, Firmware, Registry, Telemetry } from '../base.ts'
import type { Module } from '../module.ts'
import type { Config } from '../../config.ts'
import { createDeviceEdge, type DeviceEdge } from '../../gateways/device-edge.ts'
import type { Gateway, ScriptPort } from '../../gateways/gateway.ts'
import type { StrangerNotes } from '../../gateways/stranger/stranger-notes.ts'
import type { Log } from '../../platform/log/log.ts'

interface Needs {
  gateways: readonly Gateway[]
  config: Config
  strangers: StrangerNotes
  diagnostics: Diagnostics
  faults: Faults
  registry: Registry
  telemetry: Telemetry
  commands: Commands
  attributes: Attributes
  firmware: Firmware
  runScript: ScriptPort['run']
}

/** The connections of devices. */
export function composeDevices({ clock, log }: Base, needs: Needs): DeviceEdge {
  const { gateways, config, strangers, diagnostics, faults, registry, telemetry, commands, attributes, firmware } =
    needs
  return createDeviceEdge({
    gateways,
    config,
    clock,
    log,
    accept: toldToTail(telemetry.accept, diagnostics),
    noteSent: diagnostics.noteSent,
    senderStatusOf: telemetry.senderStatusOf,
    tellTried: triedPasswords({ faults, telemetry, log }),
    ...strangers.guard(diagnostics),
    refusals: diagnostics.refusals,
    onAnswer: commands.answered,
    ...registry.tokens,
    provisioning: registry.provisioning,
    slaveNames: registry.namesOfSlave,
    noteUnknown: registry.noteUnknown,
    zoneOf: async (deviceId: string) => (await registry.zonesOf([deviceId])).get(deviceId) ?? DEFAULT_ZONE,
    isDisconnected: telemetry.isDisconnected,
    deviceCalled: telemetry.deviceCalled,
    lastValues: telemetry.readingsInMemory,
    lastFrame: telemetry.lastFrame,
    noteClient: attributes.noteClient,
    attributesOf: attributes.attributesOf,
    attributesDue: async (deviceId) => {
      const [settings, offer] = await Promise.all([attributes.attributesDue(deviceId), firmware.due(deviceId)])
      return { ...settings, ...offer }
    },
    noteFirmware: firmware.noteFirmware,
    firmwarePart: firmware.firmwarePart,
    scripts: { of: scriptOf(telemetry), run: needs.runScript },
  })
}

/** The payload script in force of a device's product. */
function scriptOf({ typeOf }: Telemetry): ScriptPort['of'] {
  const scriptIn = (type: DeviceType | undefined) =>
    type?.script === undefined ? undefined : { productNo: type.productNo, source: type.script }
  return (deviceId) => {
    const type = typeOf(deviceId)
    return type instanceof Promise ? type.then(scriptIn) : scriptIn(type)
  }
}

/** Tells the live log of each frame that was taken; what was not is told as a refusal. Kept frames are not live. */
function toldToTail(accept: Telemetry['accept'], { noteTaken }: Diagnostics): Telemetry['accept'] {
  return (uplink) =>
    accept(uplink).then((acceptance) => {
      const { acknowledge, verdict, station } = acceptance
      const { receivedAt: at, remote, message, func, raw: frames, partialAt: byteAt = null } = uplink
      if (!acknowledge || remote === REPLAYED) return acceptance
      const [deviceId, { protocol }] = [station?.deviceId ?? null, message]
      for (const raw of frames) noteTaken({ at, deviceId, protocol, remote, func, raw, because: verdict, byteAt })
      return acceptance
    })
}

const REPLAYED = 'replay'

const PASSWORD_TRIED = 'S08'

/** Repeated wrong passwords raise a fault of the device; it clears when the attempts have stopped and the device reports. */
function triedPasswords({ faults, telemetry, log }: { faults: Faults; telemetry: Telemetry; log: Log }) {
  return (deviceId: string, tried: { n: number; most: number } | null): void => {
    if (!tried && !faults.isActive(deviceId, PASSWORD_TRIED)) return
    telemetry
      .tellCondition(deviceId, PASSWORD_TRIED, tried && { observed: 'PASSWORDS', ...tried })
      .catch((error: unknown) => log.warn({ err: error, deviceId }, 'a fault could not be told'))
  }
}

export function deviceModule({ mount, close }: DeviceEdge): Module {
  return { name: 'devices', mount, close }
}
