import { TYPED_TOPICS } from '@sluice/contract'
import { fromHex, toHex } from '@sluice/kit'

/** A topic and its payload as they are typed; `{value}` in the payload stands for a value that is typed apart. */
export interface TypedMessage {
  topic: string
  payload: string
}

/** Why a message cannot be sent; null when it can. */
export type MessageProblem = 'not-json' | 'no-object' | 'no-method'

/** The payload with its value, as it leaves. */
export function filledPayload({ payload }: TypedMessage, value: string): string {
  return payload.replaceAll('{value}', value)
}

/** What the protocol asks of a payload: an object, and of a request its method. */
export function messageProblem({ topic }: Pick<TypedMessage, 'topic'>, payload: string): MessageProblem | null {
  let json: unknown
  try {
    json = JSON.parse(payload)
  } catch {
    return 'not-json'
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return 'no-object'
  const { method } = json as { method?: unknown }
  return topic === TYPED_TOPICS.request && typeof method !== 'string' ? 'no-method' : null
}

/** A message as one run of bytes: its topic, a zero, its payload. Also what a template keeps of one. */
export function messageHex({ topic, payload }: TypedMessage): string {
  return toHex(new TextEncoder().encode(`${topic}\0${payload}`))
}

/** The message of a template; undefined for bytes that are none. */
export function messageIn(hex: string): TypedMessage | undefined {
  const bytes = fromHex(hex.replaceAll(/\s/g, ''))
  const [topic, ...rest] = bytes.ok ? new TextDecoder().decode(bytes.value).split('\0') : []
  return topic && rest.length > 0 ? { topic, payload: rest.join('\0') } : undefined
}
