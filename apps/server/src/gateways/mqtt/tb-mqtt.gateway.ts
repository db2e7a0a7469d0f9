import { TB_PROVISION, tbMqtt, tbMqttFrame } from '@sluice/codecs'
import { type DeviceType, type FirstReportTarget, type ProvisioningTarget, TB_MQTT_MODELS } from '@sluice/devices'
import type { DeviceSocket } from '../door/device-door.ts'
import type { Gateway, GatewayParts, Meter, OpenGateway } from '../gateway.ts'
import { replayEach } from '../replay.ts'
import { MqttGateway } from './mqtt.gateway.ts'
import { Relay } from './broker/relay.ts'
import { typedMessage } from './tb.typed.ts'
import { inspectedUplink, replayedUplink, tbScripts } from './tb.uplink.ts'

const CONNECT = 0x10
/** Of 3.1.1 and 5, and of 3.1, each with its length before it. */
const NAMES = ['\0\x04MQTT', '\0\x06MQIsdp'].map((text) => new TextEncoder().encode(text))
const TOKEN_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Devices and gateways that speak ThingsBoard's API over MQTT. */
export const tbMqttGateway: Gateway = {
  protocol: tbMqtt.protocol,
  transport: 'mqtt',
  ports: [
    { variable: 'SLUICE_MQTT_PORT', fallback: 1883, label: 'MQTT devices' },
    {
      variable: 'SLUICE_MQTT_TLS_PORT',
      fallback: 8883,
      label: 'MQTT over TLS',
      tls: { cert: 'SLUICE_MQTT_TLS_CERT', key: 'SLUICE_MQTT_TLS_KEY' },
    },
  ],
  codec: tbMqtt,
  models: TB_MQTT_MODELS,
  mapsCommands: true,
  slavesBy: 'NAME',
  takesAttributes: true,
  takesRaw: { as: 'MESSAGE', accepts: (frame) => typedMessage(frame) !== null },
  carriesFirmware: true,
  provisioning,
  identification: {
    by: 'TOKEN',
    // Twenty letters and digits, as long as ThingsBoard's own: firmware has room for that many.
    drawToken: (draw) => Array.from({ length: 20 }, () => TOKEN_LETTERS[draw(TOKEN_LETTERS.length)]).join(''),
  },
  firstReport,
  frameOf: payloadFrame,
  publishOf: tbMqttFrame,
  scripted: tbScripts,
  uplinkIn: (frame, receivedAt, deviceId) =>
    deviceId === null ? undefined : inspectedUplink(deviceId, frame, receivedAt),
  beginsWith: beginsMqtt,
  open,
}

/** The open gateway, with what its tests inspect. */
export interface OpenTbMqtt extends OpenGateway {
  readonly mqtt: MqttGateway
}

function open(parts: GatewayParts): OpenTbMqtt {
  const mqtt = new MqttGateway(parts)
  const { cells, cell } = parts.door
  const relay = parts.isShared ? new Relay(cells, cell + tbMqttGateway.ports.length + 1) : undefined
  mqtt.carrier.onAnswer((answer) => parts.onAnswer(answer))
  return {
    mqtt,
    connections: () => mqtt.connections,
    async listen(host, [plain, encrypted]) {
      if (!plain) return [null, null]
      const { tls } = encrypted ?? {}
      const { port, tlsPort } = await mqtt.listen(host, {
        port: plain.port,
        fixed: plain.fixed,
        relayed: relay?.path,
        tls: encrypted && tls && { port: encrypted.port, fixed: encrypted.fixed, ...tls },
      })
      return [port, tlsPort]
    },
    ...(relay && { take: (device: DeviceSocket) => relay.take(device) }),
    close: () => mqtt.close().finally(() => relay?.close()),
    setPaused: (paused) => mqtt.setPaused(paused),
    transmit: (request) => mqtt.carrier.transmit(request),
    replay: (gatewayId, frames) =>
      replayEach(parts, frames, ({ raw, receivedAt }) => replayedUplink(gatewayId, raw, receivedAt)),
    end: (deviceId, reason) => mqtt.end(deviceId, reason),
    recheck: (deviceId) => void mqtt.recheck(deviceId),
    share: (update) => mqtt.sharing.share(update),
    checks: { mqtt: () => mqtt.healthy },
    meters: metersOf(mqtt),
  }
}

/** MQTT 5 of OASIS, 3.1: CONNECT, the length of its rest in one to four bytes, and the name of the protocol. */
function beginsMqtt(bytes: Uint8Array): boolean | undefined {
  if (bytes.length > 0 && bytes[0] !== CONNECT) return false
  const lengthBytes = bytes.subarray(1, 5).findIndex((byte) => byte < 0x80) + 1
  if (lengthBytes === 0) return bytes.length < 5 ? undefined : false
  const name = bytes.subarray(1 + lengthBytes)
  const [begun] = NAMES.filter((known) => known.every((byte, n) => n >= name.length || byte === name[n]))
  if (!begun) return false
  return name.length >= begun.length ? true : undefined
}

function metersOf(mqtt: MqttGateway): readonly Meter[] {
  const counter = (name: string, help: string, value: () => number) => ({ kind: 'counter', name, help, value }) as const
  const gauge = (name: string, help: string, value: () => number) => ({ kind: 'gauge', name, help, value }) as const
  return [
    gauge('sluice_mqtt_up', '1 while the MQTT broker answers', () => (mqtt.healthy ? 1 : 0)),
    gauge('sluice_mqtt_lag_seconds', 'How long the MQTT broker took to answer', () => mqtt.lagMs / 1000),
    counter(
      'sluice_mqtt_qos0_lost_total',
      'MQTT messages with QoS 0 that were read and not stored',
      () => mqtt.qos0Lost,
    ),
    counter(
      'sluice_mqtt_unreadable_total',
      'MQTT messages that were kept and could not be read',
      () => mqtt.unreadable,
    ),
    counter(
      'sluice_mqtt_firmware_dropped_total',
      'Requests for parts of firmware that found no room',
      () => mqtt.firmware.dropped,
    ),
    counter('sluice_mqtt_rejected_total', 'MQTT connections that were refused', () => mqtt.rejected),
  ]
}

/** With Mosquitto's clients: the shortest way to see a first value arrive. */
function firstReport({ points, nodeKind }: DeviceType, { deviceNo, host, port, token }: FirstReportTarget) {
  const [key = 'batteryV'] = points.filter((point) => point !== 'valveState')
  const slave = nodeKind === 'SLAVE'
  const topic = slave ? 'v1/gateway/telemetry' : 'v1/devices/me/telemetry'
  // A slave's values travel with its gateway's token, which is not this device's to show.
  const payload = slave ? JSON.stringify({ [deviceNo]: [{ [key]: 1 }] }) : JSON.stringify({ [key]: 1 })
  return { topic, example: `mosquitto_pub -h ${host} -p ${port} -u ${token} -q 1 -t ${topic} -m '${payload}'` }
}

/** With Mosquitto's client for questions and answers. */
function provisioning({ host, port, key, secret }: ProvisioningTarget) {
  const { username: user, request, response: answer } = TB_PROVISION
  const payload = JSON.stringify({ deviceName: 'SN0001', provisionDeviceKey: key, provisionDeviceSecret: secret })
  const example = `mosquitto_rr -h ${host} -p ${port} -u ${user} -q 1 -t ${request} -e ${answer} -m '${payload}'`
  return { user, request, answer, payload, example }
}

/** A payload as a device publishes it. */
function payloadFrame(text: string): Uint8Array | null {
  try {
    JSON.parse(text)
  } catch {
    return null
  }
  return tbMqttFrame('v1/devices/me/telemetry', new TextEncoder().encode(text))
}
