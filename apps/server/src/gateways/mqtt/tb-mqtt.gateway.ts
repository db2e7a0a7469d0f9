import { tbMqtt, tbMqttFrame } from '@sluice/codecs'
import { type DeviceType, type FirstReportTarget, TB_MQTT_MODELS } from '@sluice/devices'
import type { Gateway, GatewayParts, Meter, OpenGateway } from '../gateway.ts'
import { replayEach } from '../replay.ts'
import { MqttGateway } from './mqtt.gateway.ts'
import { inspectedUplink, replayedUplink } from './tb.conversation.ts'

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
  identification: {
    by: 'TOKEN',
    // Twenty letters and digits, as long as ThingsBoard's own: firmware has room for that many.
    drawToken: (draw) => Array.from({ length: 20 }, () => TOKEN_LETTERS[draw(TOKEN_LETTERS.length)]).join(''),
  },
  firstReport,
  frameOf: payloadFrame,
  uplinkIn: (frame, receivedAt, deviceId) =>
    deviceId === null ? undefined : inspectedUplink(deviceId, frame, receivedAt),
  open,
}

/** The open gateway, with what its tests inspect. */
export interface OpenTbMqtt extends OpenGateway {
  readonly mqtt: MqttGateway
}

function open(parts: GatewayParts): OpenTbMqtt {
  const mqtt = new MqttGateway(parts)
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
        tls: encrypted && tls && { port: encrypted.port, fixed: encrypted.fixed, ...tls },
      })
      return [port, tlsPort]
    },
    close: () => mqtt.close(),
    setPaused: (paused) => mqtt.setPaused(paused),
    transmit: (request) => mqtt.carrier.transmit(request),
    replay: (gatewayId, frames) =>
      replayEach(parts, frames, ({ raw, receivedAt }) => replayedUplink(gatewayId, raw, receivedAt)),
    end: (deviceId, reason) => mqtt.end(deviceId, reason),
    recheck: (deviceId) => void mqtt.recheck(deviceId),
    share: (update) => mqtt.share(update),
    checks: { mqtt: () => mqtt.healthy },
    meters: metersOf(mqtt),
  }
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

/** A payload as a device publishes it. */
function payloadFrame(text: string): Uint8Array | null {
  try {
    JSON.parse(text)
  } catch {
    return null
  }
  return tbMqttFrame('v1/devices/me/telemetry', new TextEncoder().encode(text))
}
