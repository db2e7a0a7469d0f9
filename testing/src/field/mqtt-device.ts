import { rotatePassword } from '@sluice/contract'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import type { ApiClient } from '../platform/client.ts'
import { type DeviceOptions, makeDevice } from './devices.ts'
import { until } from '../platform/wait.ts'

/** Creates a device of an MQTT model with its token; a slave has none. */
export async function makeMqttDevice(
  admin: ApiClient,
  { productNo = 'MQTT-VALVE', ...values }: DeviceOptions = {},
): Promise<{ id: string; token: string; port: number }> {
  const { id } = await makeDevice(admin, { productNo, stationAddress: null, ...values })
  if (values['masterId'] !== undefined) return { id, token: '', port: 0 }
  const { password, port } = await admin.call(rotatePassword, { deviceId: id })
  return { id, token: password ?? '', port }
}

/** A message that an MQTT client received. */
interface MqttReceived {
  topic: string
  text: string
  json: unknown
}

/** mqtt.js as a device: it never reconnects by itself, and stores what it receives. */
export interface MqttDevice {
  readonly client: MqttClient
  readonly received: readonly MqttReceived[]
  /** Publishes with QoS 1 by default; resolves with the acknowledgement. */
  publish(topic: string, payload: unknown, options?: { qos?: 0 | 1 | 2; retain?: boolean }): Promise<void>
  /** Granted QoS of each filter; 128 where it was refused. */
  subscribe(...filters: string[]): Promise<number[]>
  message(which: (message: MqttReceived) => boolean, timeoutMs?: number): Promise<MqttReceived>
  whenClosed(timeoutMs?: number): Promise<void>
  readonly closed: boolean
  end(): Promise<void>
}

/** Connects to the broker. @throws the error of mqtt.js on a refusal; `code` is the return code of CONNACK. */
export async function connectMqtt(
  at: { port: number; token: string },
  options: IClientOptions = {},
): Promise<MqttDevice> {
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${at.port}`, {
    username: at.token,
    protocolVersion: 4,
    reconnectPeriod: 0,
    connectTimeout: 10_000,
    ...options,
  })
  const received: MqttReceived[] = []
  const state = { closed: false }
  // A connection that the server closes while we write is a normal end.
  client.on('error', () => undefined)
  client.on('close', () => {
    state.closed = true
  })
  client.on('message', (topic, payload) => {
    const text = payload.toString()
    received.push({ topic, text, json: jsonOf(text) })
  })
  return {
    client,
    received,
    get closed() {
      return state.closed
    },
    publish: async (topic, payload, { qos = 1, retain = false } = {}) => {
      const text = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload)
      await client.publishAsync(topic, text, { qos, retain })
    },
    subscribe: (...filters) =>
      new Promise((resolve) => {
        // The `granted` of mqtt.js repeats the request: the broker's answer is in the packet.
        client.subscribe(filters, { qos: 1 }, (_error, _asked, packet) => resolve((packet?.granted ?? []).map(Number)))
      }),
    message: (which, timeoutMs) =>
      until('an MQTT message', () => received.find((message) => which(message)), timeoutMs),
    whenClosed: async (timeoutMs) => void (await until('the close', () => state.closed, timeoutMs)),
    end: async () => {
      await client.endAsync(true)
    },
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
