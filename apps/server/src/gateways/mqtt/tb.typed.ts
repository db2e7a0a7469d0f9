import { tbMqtt, tbMqttFrame, tbMqttParts } from '@sluice/codecs'
import { TYPED_TOPICS } from '@sluice/contract'
import { utf8Text } from '@sluice/kit'

const { request: REQUEST, attributes: ATTRIBUTES } = TYPED_TOPICS

/** A message as somebody typed it. */
export interface TypedMessage {
  payload: Uint8Array
  /** Where it goes, with the number of a request. */
  topicWith(id: number): string
}

/**
 * A topic and its payload that may be sent to a device as they are: a request, whose number is ours so that its answer is
 * told from those of others, or attributes. Null for anything else: topics of a gateway reach devices of other people.
 */
export function typedMessage(frame: Uint8Array): TypedMessage | null {
  const parts = tbMqttParts(frame)
  if (!parts) return null
  const { topic, payload } = parts
  if (topic === REQUEST) {
    const decoded = tbMqtt.decode(tbMqttFrame(numbered(0), payload))
    if (!decoded.ok || decoded.value.kind !== 'rpcRequest') return null
    return { payload, topicWith: numbered }
  }
  if (topic !== ATTRIBUTES || !isObject(payload)) return null
  return { payload, topicWith: () => ATTRIBUTES }
}

function numbered(id: number): string {
  return REQUEST.replace('+', String(id))
}

function isObject(payload: Uint8Array): boolean {
  try {
    const json: unknown = JSON.parse(utf8Text(payload))
    return typeof json === 'object' && json !== null && !Array.isArray(json)
  } catch {
    return false
  }
}
