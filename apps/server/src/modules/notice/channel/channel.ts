import type { ChannelKind, Language } from '@sluice/contract'

/** Whom a message is for; what a channel needs of them may be missing. */
export interface Recipient {
  name: string
  phone: string | null
  email: string | null
  /** Of the official account. */
  wechatOpenId: string | null
  language: Language
}

export interface Message {
  /** The same for every attempt: a channel that knows idempotency keys sends it once. */
  id: string
  title: string
  text: string
  /** Opens what it is about after sign-in. */
  url: string | null
  level: 1 | 2 | 3 | 4
}

/** `because` and `note` are what the other side said, without secrets; `retry` says whether the same may succeed later. */
export type SendResult =
  | { ok: true; providerId: string | null; note?: string }
  | { ok: false; because: string; retry: boolean }

export interface ChannelSender {
  /** Channels that are configured and switched on; `INAPP` always is. */
  configured(): Promise<ReadonlySet<ChannelKind>>
  /** Never throws for an answer of the other side; `INAPP` is not sent through it. */
  send(kind: ChannelKind, to: Recipient, message: Message): Promise<SendResult>
  /** The same as a test: with what the other side answered, word for word and without secrets. */
  trySend(kind: ChannelKind, to: Recipient, message: Message): Promise<{ result: SendResult; answer: string | null }>
}
