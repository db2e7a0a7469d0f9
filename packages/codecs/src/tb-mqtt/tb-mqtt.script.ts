import { fail, ok, type Result } from '@sluice/kit'
import { tbMqttParts } from './tb-mqtt.codec.ts'
import type { TbEntry } from './tb-mqtt.messages.ts'
import { isTbTopic, longTopic } from './tb-mqtt.spelling.ts'
import { entriesOf, isObject, isShallow } from './tb-mqtt.values.ts'

const READ = new Set(['v1/devices/me/telemetry', 'v1/devices/me/attributes'])
/** Times in one answer. */
const MAX_ENTRIES = 2000

/** What a payload script makes of a frame: values of the device itself. */
export interface TbScripted {
  telemetry: TbEntry[]
  attributes: TbEntry[]
}

/**
 * Topic and payload of a frame that a payload script reads: of what the device reports of itself, and of topics that are
 * not ThingsBoard's. Undefined for requests, answers, and all that a gateway says. The payload is a view.
 */
export function tbScriptInput(frame: Uint8Array): { topic: string; payload: Uint8Array } | undefined {
  const parts = tbMqttParts(frame)
  if (!parts) return undefined
  const isRead = READ.has(longTopic(parts.topic).long) || !isTbTopic(parts.topic)
  return isRead ? parts : undefined
}

/** What a payload script returned, as a device would have sent it; the error says in words what is wrong with it. */
export function tbScripted(answer: unknown): Result<TbScripted, string> {
  if (answer === null) return ok({ telemetry: [], attributes: [] })
  if (!isObject(answer)) return fail('it returns no object with telemetry or attributes')
  const { telemetry, attributes, ...others } = answer
  const [other] = Object.keys(others)
  if (other !== undefined) return fail(`it returns "${other.slice(0, 40)}": only telemetry and attributes are read`)
  if (!isShallow(answer)) return fail('it returns values that are nested too deep')
  const times = partOf(telemetry)
  if (!times) return fail('telemetry is neither { key: value } nor { ts, values }, nor a list of these')
  if (times.length > MAX_ENTRIES) return fail(`it returns ${times.length} times; ${MAX_ENTRIES} are the most`)
  const kept = isObject(attributes) || attributes === undefined ? partOf(attributes) : undefined
  if (!kept || kept.some(({ ts }) => ts !== null)) return fail('attributes are not { key: value }')
  return ok({ telemetry: times, attributes: kept })
}

function partOf(json: unknown): TbEntry[] | undefined {
  if (json === undefined) return []
  // A device may send {} as a sign of life; a script that finds nothing reports nothing.
  return entriesOf(json)?.filter(({ values }) => Object.keys(values).length > 0)
}
