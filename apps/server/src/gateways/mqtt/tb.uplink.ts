import { type TbMqttMessage, type TbReport, type TbScripted, tbMqtt, tbScripted, tbScriptInput } from '@sluice/codecs'
import { addressOfDevice, type TbReadings } from '@sluice/devices'
import { ok, type Result } from '@sluice/kit'
import type { DeviceUplink, ScriptedFrames } from '../gateway.ts'
import { type MqttSession, TB_MQTT } from './mqtt-session.ts'

/** The server's time where the device left it out. */
export function stamped(reports: readonly TbReport[], at: number): TbReadings[] {
  return reports.map(({ device, entries }) => ({
    device,
    entries: entries.map(({ ts, values }) => ({ ts: ts ?? at, values })),
  }))
}

/** A report as it is stored, and the message that says what else is to be done with it. */
export interface Meant {
  uplink: DeviceUplink
  message: TbMqttMessage
  /** Attributes that came in the same publish. */
  attributes?: TbMqttMessage
}

interface UplinkFacts {
  reports: TbReadings[]
  frame: Uint8Array | undefined
  receivedAt: number
  remote: string
}

export function uplinkOf(deviceId: string, message: TbMqttMessage | undefined, facts: UplinkFacts): DeviceUplink {
  const { reports, frame, receivedAt, remote } = facts
  return {
    address: addressOfDevice(deviceId),
    password: '',
    message: { protocol: TB_MQTT, message: { reports } },
    func: message?.kind ?? 'alive',
    identity: null,
    raw: frame ? [frame] : [],
    receivedAt,
    remote,
    heartbeat: false,
    source: 'LINK',
  }
}

export function signOf({ deviceId, remote }: MqttSession, receivedAt: number): DeviceUplink {
  return uplinkOf(deviceId, undefined, { reports: [], frame: undefined, receivedAt, remote })
}

/** A frame of a device as if it had just arrived, where it reports something. */
export function inspectedUplink(deviceId: string, frame: Uint8Array, receivedAt: number): DeviceUplink | undefined {
  const decoded = tbMqtt.decode(frame)
  if (!decoded.ok || !('reports' in decoded.value)) return undefined
  const reports = stamped(decoded.value.reports, receivedAt)
  return uplinkOf(deviceId, decoded.value, { reports, frame, receivedAt, remote: 'inspection' })
}

/** What a script returned for a frame, in the words of the pipeline. */
export function scriptedUplink(
  deviceId: string,
  frame: Uint8Array,
  { receivedAt, remote, answer }: { receivedAt: number; remote: string; answer: unknown },
): Result<Meant, string> {
  const made: Result<TbScripted, string> = tbScripted(answer)
  if (!made.ok) return made
  const reportOf = (entries: TbReport['entries']): TbReport[] => (entries.length > 0 ? [{ device: null, entries }] : [])
  const { telemetry, attributes } = made.value
  const reports = stamped(reportOf([...telemetry, ...attributes]), receivedAt)
  const message = { kind: 'telemetry' as const, gateway: false, reports: reportOf(telemetry) }
  const uplink = uplinkOf(deviceId, message, { reports, frame, receivedAt, remote })
  if (attributes.length === 0) return ok({ uplink, message })
  return ok({ uplink, message, attributes: { kind: 'attributes', gateway: false, reports: reportOf(attributes) } })
}

/** The frames that payload scripts read. */
export const tbScripts: ScriptedFrames = {
  inputOf(frame, receivedAt) {
    const found = tbScriptInput(frame)
    return found && { topic: found.topic, bytes: found.payload, receivedAt }
  },
  uplinkOf(frame, receivedAt, deviceId, answer) {
    const made = scriptedUplink(deviceId, frame, { receivedAt, remote: 'inspection', answer })
    return made.ok ? ok(made.value.uplink) : made
  },
}

/** A stored frame of an adopted sub-device, as if its gateway had just sent it; undefined for any other frame. */
export function replayedUplink(gatewayId: string, frame: Uint8Array, receivedAt: number): DeviceUplink | undefined {
  const decoded = tbMqtt.decode(frame)
  if (!decoded.ok || decoded.value.kind !== 'telemetry' || !decoded.value.gateway) return undefined
  const reports = stamped(decoded.value.reports, receivedAt)
  return uplinkOf(gatewayId, decoded.value, { reports, frame, receivedAt, remote: 'replay' })
}
