import type { SendFailure } from '@sluice/contract'
import type { CallOut, OutAnswer } from './call-out.ts'
import type { Message, Recipient, SendResult } from './channel.ts'
import type { Secrets, Values } from './settings.ts'

/** What an adapter needs for one message. */
export interface Sending {
  settings: Values
  secrets: Secrets
  to: Recipient
  message: Message
  callOut: CallOut
  /** Time of day. */
  now: Date
  /** A number used once, where an interface asks for one. */
  nonce: string
}

/** How it went, and what the other side answered word for word; null: nothing. */
export interface Sent {
  result: SendResult
  answer: string | null
  /** What became known on the way and must not be shown either. */
  secrets?: readonly string[]
}

export type Adapter = (sending: Sending) => Promise<Sent>

export const textOf = (values: Values, name: string): string => String(values[name] ?? '')

export function failed(failure: SendFailure, retry: boolean = false, answer: string | null = null): Sent {
  return { result: { ok: false, because: failure, retry }, answer }
}

/** The members of an answer in JSON; null when it is none. */
export function readObject({ body }: OutAnswer): Record<string, unknown> | null {
  try {
    const read: unknown = JSON.parse(body)
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** What a status alone says of an answer that holds nothing else. */
export function byStatus(answer: OutAnswer): Sent {
  const { status, body } = answer
  if (status >= 200 && status < 300) return failed('answer-unreadable', true, body)
  const retry = status >= 500 || status === 429 || status === 408 || status === 425
  return { result: { ok: false, because: `HTTP ${status}`, retry }, answer: body }
}

/** Answers of the kind `{errcode, errmsg}`; `busy` are the codes with which the same may succeed later. */
export function byErrcode(
  answer: OutAnswer,
  busy: ReadonlySet<number>,
  idName: string,
): Sent & { code: number | null } {
  const read = readObject(answer)
  const code = read?.['errcode']
  if (typeof code !== 'number') return { ...byStatus(answer), code: null }
  const id = read?.[idName]
  if (code === 0)
    return { result: { ok: true, providerId: id === undefined ? null : String(id) }, answer: answer.body, code }
  const because = `${code} ${String(read?.['errmsg'] ?? '')}`.trim()
  return { result: { ok: false, because, retry: busy.has(code) }, answer: answer.body, code }
}
