import { createHmac, timingSafeEqual } from 'node:crypto'
import { openStandIn, type Heard, type StandIn } from './stand-in.ts'

/** A program that takes what is well signed and not older than five minutes, once, as docs/operations.md tells it to. */
export function openWebhook(secret: string, now: () => Date): Promise<StandIn> {
  return openStandIn({
    take(heard) {
      const id = heard.headers['x-sluice-id'] ?? ''
      if (!isSigned(heard, id, secret)) return { status: 401, body: 'wrong signature' }
      const ageS = Math.abs(now().getTime() / 1000 - Number(heard.headers['x-sluice-timestamp']))
      if (!(ageS <= 300)) return { status: 401, body: 'too old' }
      return { body: 'thank you', message: id }
    },
    refuse: { status: 410, body: 'gone' },
    busy: { status: 429, body: 'slower' },
  })
}

function isSigned({ headers, body }: Heard, id: string, secret: string): boolean {
  const right = createHmac('sha256', secret).update(`${headers['x-sluice-timestamp']}.${id}.${body}`).digest()
  const given = Buffer.from(headers['x-sluice-signature']?.replace(/^v1=/, '') ?? '', 'hex')
  return given.length === right.length && timingSafeEqual(given, right)
}
