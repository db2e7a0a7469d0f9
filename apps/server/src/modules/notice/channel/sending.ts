import { randomUUID } from 'node:crypto'
import type { WireKind } from '@sluice/contract'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Database } from '../../../platform/db/db.ts'
import type { Log } from '../../../platform/log/log.ts'
import { type Adapter, failed, type Sent } from './adapter.ts'
import { sendSms, sendVoice } from './alibaba.ts'
import { type CallOut, callOut } from './call-out.ts'
import type { Message, Recipient, SendResult } from './channel.ts'
import { noteSent } from './channel.store.ts'
import type { UsableChannel } from './channel-settings.service.ts'
import { createEmail } from './email.ts'
import { cutCharacters } from './message-text.ts'
import { sendDingtalk, sendWecom } from './robots.ts'
import { isComplete, maskSecrets } from './settings.ts'
import { sendWebhook } from './webhook.ts'
import { createWechat } from './wechat.ts'

export interface ChannelDeps {
  db: Database
  clock: Clock
  log: Log
  /** Seals the secrets. */
  serverKey(): Promise<Buffer>
  /** How long another side may take; 10 s by default. */
  limitMs?: number
}

/** Longer reasons are nobody's to read in a list. */
const BECAUSE_MOST = 300

export type SendNow = (channel: UsableChannel, to: Recipient, message: Message, test: boolean) => Promise<Sent>

/** Sends through the adapter of the kind, takes secrets out of what comes back, and notes how it went. */
export function createSending({ db, clock, log, limitMs }: ChannelDeps): SendNow {
  const out: CallOut = (request) => callOut(request, limitMs)
  const adapters: Readonly<Record<WireKind, Adapter>> = {
    EMAIL: createEmail(limitMs),
    SMS: sendSms,
    VOICE: sendVoice,
    DINGTALK: sendDingtalk,
    WECOM: sendWecom,
    WECHAT: createWechat(clock),
    WEBHOOK: sendWebhook,
  }
  return async (channel, to, message, test) => {
    const { kind, settings, secrets, version } = channel
    if (!isComplete(kind, channel)) return failed('not-configured')
    const [now, nonce] = [clock.now(), randomUUID()]
    const sent = withoutSecrets(
      await adapters[kind]({ settings, secrets, to, message, callOut: out, now, nonce }),
      Object.values(secrets),
    )
    const { ok } = sent.result
    const because = sent.result.ok ? null : sent.result.because
    if (!ok) log.warn({ channel: kind, message: message.id, because, test }, 'a message could not be sent')
    if (because === null || !OF_RECIPIENT.has(because))
      await noteSent(db, kind, version, { time: now.toISOString(), ok, because, test })
    return sent
  }
}

/** What a recipient lacks says nothing about the channel. */
const OF_RECIPIENT: ReadonlySet<string> = new Set(['no-email', 'no-phone', 'no-open-id'])

function withoutSecrets({ result, answer, secrets = [] }: Sent, own: readonly string[]): Sent {
  const masked = (text: string) => maskSecrets(text, [...own, ...secrets])
  const shown: SendResult = result.ok
    ? result
    : { ...result, because: cutCharacters(masked(result.because).replaceAll(/\s+/g, ' '), BECAUSE_MOST) }
  return { result: shown, answer: answer === null ? null : masked(answer) }
}
