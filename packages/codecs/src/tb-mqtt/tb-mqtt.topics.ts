import { lenientJson } from './lenient-json.ts'
import type { TbMqttMessage } from './tb-mqtt.messages.ts'
import { longTopic, spelledTopic, tbMqttSpellings } from './tb-mqtt.spelling.ts'
import {
  entriesOf,
  entriesToJson,
  isObject,
  type JsonObject,
  reportsOf,
  storableText,
  valuesOf,
} from './tb-mqtt.values.ts'

const DEVICE = 'v1/devices/me/'
const GATEWAY = 'v1/gateway/'
const FIRMWARE_REQUEST = /^v2\/fw\/request\/(\d{1,10})\/chunk\/(\d{1,7})$/
const NUMBERED = /^v1\/devices\/me\/(attributes|rpc)\/(request|response)\/(\d{1,10})$/

/** Filters a device may subscribe to: everything that is ever sent to it, in every spelling. */
export const TB_MQTT_FILTERS: readonly string[] = [
  `${DEVICE}attributes`,
  `${DEVICE}attributes/response/+`,
  `${DEVICE}rpc/request/+`,
  `${DEVICE}rpc/response/+`,
  `${GATEWAY}attributes`,
  `${GATEWAY}attributes/response`,
  `${GATEWAY}rpc`,
  'v2/fw/response/+/chunk/+',
  'v2/fw/error',
].flatMap((filter) => tbMqttSpellings(filter))

/** What devices ask for beyond them, and mean: ThingsBoard's SDK for Python listens to its firmware so. */
export const TB_MQTT_MEANT: Readonly<Record<string, string>> = { 'v2/fw/response/+': 'v2/fw/response/+/chunk/+' }

/** The topic of a part of a firmware, as its request named it. */
export function tbFirmwareTopic({ id, chunk }: { id: number; chunk: number }): string {
  return `v2/fw/response/${id}/chunk/${chunk}`
}

/** Where a device hears that it gets no part. */
export const TB_FIRMWARE_ERROR = 'v2/fw/error'

type Decoded = TbMqttMessage | undefined

/**
 * `text` is called only for a known topic. Undefined where the payload is not what the topic requires.
 * @throws SyntaxError for a payload that is no JSON
 */
export function textToMessage(topic: string, text: () => string): Decoded | 'unsupported' {
  const { long, spelling } = longTopic(topic)
  const message = readLong(long, () => text().replace(/\0+$/, ''))
  // Only topics of the device itself have a short spelling.
  return spelling === undefined || message === undefined || message === 'unsupported'
    ? message
    : ({ ...message, spelling } as TbMqttMessage)
}

function readLong(topic: string, text: () => string): Decoded | 'unsupported' {
  const json = () => lenientJson(text())
  switch (topic) {
    case `${DEVICE}telemetry`:
    case `${DEVICE}attributes`: {
      const entries = entriesOf(json())
      return entries && { kind: nounOf(topic), gateway: false, reports: [{ device: null, entries }] }
    }
    case `${GATEWAY}telemetry`:
    case `${GATEWAY}attributes`: {
      const body = json()
      const update = topic === `${GATEWAY}attributes` ? sharedUpdateOf(body) : undefined
      const reports = update ? undefined : reportsOf(body)
      return update ?? (reports && { kind: nounOf(topic), gateway: true, reports })
    }
    case `${GATEWAY}connect`:
    case `${GATEWAY}disconnect`: {
      const device = deviceOf(json())
      return device === undefined ? undefined : { kind: topic.endsWith('/connect') ? 'connect' : 'disconnect', device }
    }
    case `${GATEWAY}rpc`:
      return gatewayRpc(json())
    case `${GATEWAY}attributes/request`:
      return gatewayAttributesRequest(json())
    case `${GATEWAY}attributes/response`:
      return gatewayAttributesResponse(json())
    default:
      return firmwareRequest(topic, text) ?? numbered(topic, text)
  }
}

/** Undefined for another topic. */
function firmwareRequest(topic: string, text: () => string): Decoded {
  const [, id, chunk] = FIRMWARE_REQUEST.exec(topic) ?? []
  if (id === undefined || chunk === undefined) return undefined
  const size = text().trim()
  if (!/^\d{0,8}$/.test(size)) throw new SyntaxError('no number of bytes')
  return { kind: 'firmwareRequest', id: Number(id), chunk: Number(chunk), size: Number(size) }
}

/** `{"device":"A","data":{…}}`: distinct from attributes of a gateway's devices, whose values are objects. */
function sharedUpdateOf(json: unknown): Decoded {
  const device = deviceOf(json)
  if (device === undefined || !isObject(json) || !isObject(json['data'])) return undefined
  const { deleted = [], ...values } = json['data']
  return { kind: 'sharedUpdate', device, values: valuesOf(values), deleted: keysOf(deleted) }
}

function nounOf(topic: string): 'telemetry' | 'attributes' {
  return topic.endsWith('telemetry') ? 'telemetry' : 'attributes'
}

function numbered(topic: string, text: () => string): Decoded | 'unsupported' {
  const [, noun, side, digits] = NUMBERED.exec(topic) ?? []
  if (digits === undefined) return 'unsupported'
  const [id, device] = [Number(digits), null]
  if (noun === 'rpc' && side === 'response') return { kind: 'rpcResponse', id, device, answer: answerOf(text()) }
  const body = lenientJson(text())
  if (!isObject(body)) return undefined
  if (noun === 'rpc') return rpcRequest(id, device, body)
  if (side === 'response') {
    const [client, shared] = [valuesOf(objectIn(body, 'client')), valuesOf(objectIn(body, 'shared'))]
    return { kind: 'attributesResponse', id, device, client, shared }
  }
  const [clientKeys, sharedKeys] = [keysOf(body['clientKeys']), keysOf(body['sharedKeys'])]
  return { kind: 'attributesRequest', id, device, clientKeys, sharedKeys }
}

/** ThingsBoard passes on any answer of a device: firmware answers `OK`, or nothing at all. */
function answerOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return storableText(text)
  }
}

function rpcRequest(id: number, device: string | null, { method, params }: JsonObject): Decoded {
  return typeof method === 'string' ? { kind: 'rpcRequest', id, device, method, params: params ?? {} } : undefined
}

/** Down it carries `data.method`; up it carries `id` next to `data`. */
function gatewayRpc(json: unknown): Decoded {
  const device = deviceOf(json)
  if (device === undefined || !isObject(json)) return undefined
  const { id, data } = json
  if (isObject(data) && 'method' in data) return isId(data['id']) ? rpcRequest(data['id'], device, data) : undefined
  return isId(id) && 'data' in json ? { kind: 'rpcResponse', id, device, answer: data } : undefined
}

function gatewayAttributesRequest(json: unknown): Decoded {
  const device = deviceOf(json)
  if (device === undefined || !isObject(json) || !isId(json['id'])) return undefined
  const { id, client, shared, key, keys } = json
  const asked = { kind: 'gatewayAttributesRequest' as const, id, device }
  if (Array.isArray(client) || Array.isArray(shared)) {
    return { ...asked, clientKeys: keysOf(client), sharedKeys: keysOf(shared), asked: 'SCOPES' }
  }
  const named = typeof key === 'string' ? [storableText(key)] : keysOf(keys)
  const scopes = client === true ? { clientKeys: named, sharedKeys: [] } : { clientKeys: [], sharedKeys: named }
  return { ...asked, ...scopes, asked: typeof key === 'string' ? 'KEY' : 'KEYS' }
}

function gatewayAttributesResponse(json: unknown): Decoded {
  const device = deviceOf(json)
  if (device === undefined || !isObject(json) || !isId(json['id'])) return undefined
  const single = !('values' in json)
  const values = single ? valuesOf('value' in json ? { value: json['value'] } : {}) : valuesOf(objectIn(json, 'values'))
  return { kind: 'gatewayAttributesResponse', id: json['id'], device, values, single }
}

function deviceOf(json: unknown): string | undefined {
  const name = isObject(json) ? json['device'] : undefined
  return typeof name === 'string' && name !== '' ? storableText(name) : undefined
}

function isId(value: unknown): value is number {
  return Number.isSafeInteger(value)
}

function objectIn(json: JsonObject, key: string): JsonObject {
  const value = json[key]
  return isObject(value) ? value : {}
}

/** `"a,b"` or `["a","b"]`. */
function keysOf(given: unknown): string[] {
  const keys: unknown[] = typeof given === 'string' ? given.split(',') : Array.isArray(given) ? given : []
  return keys
    .filter((key) => typeof key === 'string')
    .map((key) => storableText(key.trim()))
    .filter(Boolean)
}

/** The topic of a message and the contents of its payload. */
export function messageToJson(message: TbMqttMessage): { topic: string; json: unknown } {
  const { topic, json } = longToJson(message)
  return { topic: 'spelling' in message ? spelledTopic(topic, message.spelling) : topic, json }
}

function longToJson(message: TbMqttMessage): { topic: string; json: unknown } {
  switch (message.kind) {
    case 'telemetry':
    case 'attributes':
      return reportToJson(message)
    case 'connect':
    case 'disconnect':
      return { topic: `${GATEWAY}${message.kind}`, json: { device: message.device } }
    case 'attributesRequest':
    case 'attributesResponse':
      return attributesToJson(message)
    case 'sharedUpdate': {
      const { device, values, deleted } = message
      const data = deleted.length > 0 ? { ...values, deleted } : values
      if (device === null) return { topic: `${DEVICE}attributes`, json: data }
      return { topic: `${GATEWAY}attributes`, json: { device, data } }
    }
    case 'gatewayAttributesRequest': {
      const { id, device, clientKeys, sharedKeys, asked } = message
      const keys = [...clientKeys, ...sharedKeys]
      const one = { client: clientKeys.length > 0, ...(asked === 'KEY' ? { key: keys[0] } : { keys }) }
      const scopes = asked === 'SCOPES' ? { client: clientKeys, shared: sharedKeys } : one
      return { topic: `${GATEWAY}attributes/request`, json: { id, device, ...scopes } }
    }
    case 'gatewayAttributesResponse': {
      const { id, device, values, single } = message
      const found = single ? { value: Object.values(values)[0] } : { values }
      return { topic: `${GATEWAY}attributes/response`, json: { id, device, ...found } }
    }
    case 'rpcRequest': {
      const { id, device, method, params } = message
      if (device === null) return { topic: `${DEVICE}rpc/request/${id}`, json: { method, params } }
      return { topic: `${GATEWAY}rpc`, json: { device, data: { id, method, params } } }
    }
    case 'rpcResponse': {
      const { id, device, answer } = message
      if (device === null) return { topic: `${DEVICE}rpc/response/${id}`, json: answer }
      return { topic: `${GATEWAY}rpc`, json: { device, id, data: answer } }
    }
    case 'firmwareRequest':
      return { topic: `v2/fw/request/${message.id}/chunk/${message.chunk}`, json: message.size }
  }
}

function reportToJson({ kind, gateway, reports }: Extract<TbMqttMessage, { kind: 'telemetry' | 'attributes' }>) {
  if (!gateway) return { topic: `${DEVICE}${kind}`, json: entriesToJson(reports[0]?.entries ?? []) }
  const json = Object.fromEntries(
    reports.map(({ device, entries }) => [
      device ?? '',
      // A gateway always sends telemetry in arrays; attributes have no time.
      kind === 'attributes'
        ? entriesToJson(entries)
        : entries.map(({ ts, values }) => (ts === null ? values : { ts, values })),
    ]),
  )
  return { topic: `${GATEWAY}${kind}`, json }
}

function attributesToJson(message: Extract<TbMqttMessage, { kind: 'attributesRequest' | 'attributesResponse' }>): {
  topic: string
  json: unknown
} {
  if (message.kind === 'attributesResponse') {
    // A scope without values is omitted: firmware looks for the values under the first scope that it finds.
    const scopes = Object.entries({ client: message.client, shared: message.shared })
    const json = Object.fromEntries(scopes.filter(([, values]) => Object.keys(values).length > 0))
    return { topic: `${DEVICE}attributes/response/${message.id}`, json }
  }
  const [clientKeys, sharedKeys] = [message.clientKeys.join(','), message.sharedKeys.join(',')]
  return {
    topic: `${DEVICE}attributes/request/${message.id}`,
    json: { ...(clientKeys ? { clientKeys } : {}), ...(sharedKeys ? { sharedKeys } : {}) },
  }
}
