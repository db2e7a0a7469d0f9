import type { TbSpelling } from './tb-mqtt.messages.ts'

const DEVICE = 'v1/devices/me/'
const LONG_NOUNS: Readonly<Record<string, string>> = { a: 'attributes', r: 'rpc' }
const LONG_SIDES: Readonly<Record<string, string>> = { req: 'request', res: 'response' }
const SHORT: Readonly<Record<string, string>> = {
  telemetry: 't',
  attributes: 'a',
  rpc: 'r',
  request: 'req',
  response: 'res',
}
const SHORT_PLAIN = /^v2\/([ta])(\/j)?$/
const SHORT_NUMBERED = /^v2\/([ar])\/(req|res)\/(j\/)?([^/]+)$/
const LONG = /^v1\/devices\/me\/(telemetry|attributes|rpc)(?:\/(request|response)\/([^/]+))?$/
const OURS = /^(v1\/(devices\/me|gateway)\/|v2\/(t|a|r|fw|sw)(\/|$)|\/provision\/)/

/** The long form of a topic and how it was spelled; anything but ThingsBoard's short topics stays as it is. */
export function longTopic(topic: string): { long: string; spelling?: TbSpelling } {
  const [, plain, asJson] = SHORT_PLAIN.exec(topic) ?? []
  if (plain !== undefined) {
    return { long: `${DEVICE}${plain === 't' ? 'telemetry' : 'attributes'}`, spelling: spellingOf(asJson) }
  }
  const [, noun, side, json, id] = SHORT_NUMBERED.exec(topic) ?? []
  if (noun === undefined || side === undefined) return { long: topic }
  return { long: `${DEVICE}${LONG_NOUNS[noun]}/${LONG_SIDES[side]}/${id}`, spelling: spellingOf(json) }
}

function spellingOf(json: string | undefined): TbSpelling {
  return json === undefined ? 'SHORT' : 'SHORT_JSON'
}

/** A topic in that spelling; where it has none it stays as it is. */
export function spelledTopic(long: string, spelling: TbSpelling | undefined): string {
  const [, noun, side, id] = LONG.exec(long) ?? []
  if (spelling === undefined || noun === undefined) return long
  const json = spelling === 'SHORT_JSON' ? 'j' : undefined
  return ['v2', SHORT[noun], side && SHORT[side], json, id].filter((part) => part !== undefined).join('/')
}

/** All spellings of a downward topic, the given one first. */
export function tbMqttSpellings(topic: string): string[] {
  const { long } = longTopic(topic)
  return [...new Set([topic, long, spelledTopic(long, 'SHORT'), spelledTopic(long, 'SHORT_JSON')])]
}

/** Whether ThingsBoard defines the topic, even if it is not supported here: claiming, software, protobuf. */
export function isTbTopic(topic: string): boolean {
  return OURS.test(topic)
}
