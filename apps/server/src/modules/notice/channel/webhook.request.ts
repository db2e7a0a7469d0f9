import { createHmac } from 'node:crypto'
import type { OutRequest } from './call-out.ts'
import type { Message, Recipient } from './channel.ts'

interface Hook {
  endpoint: string
  signSecret: string
  /** Of a gateway before the receiver: sent as it is. */
  authorization: string | undefined
}

/** A message as JSON, signed as docs/operations.md#a-program-that-is-told says. */
export function webhookRequest(hook: Hook, to: Recipient, message: Message, now: Date): OutRequest {
  const { id, title, text, url, level } = message
  const body = JSON.stringify({ id, title, text, url, level, to: to.name, language: to.language })
  const timestamp = String(Math.floor(now.getTime() / 1000))
  return {
    url: new URL(hook.endpoint),
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'x-sluice-id': id,
      'x-sluice-timestamp': timestamp,
      'x-sluice-signature': `v1=${webhookSignature(hook.signSecret, { timestamp, id, body })}`,
      ...(hook.authorization !== undefined && { authorization: hook.authorization }),
    },
    body,
  }
}

/** HMAC-SHA256 in hexadecimal over `timestamp.id.body`; the time of this attempt in seconds, the body byte by byte. */
export function webhookSignature(
  secret: string,
  { timestamp, id, body }: { timestamp: string; id: string; body: string },
): string {
  return createHmac('sha256', secret).update(`${timestamp}.${id}.${body}`).digest('hex')
}
