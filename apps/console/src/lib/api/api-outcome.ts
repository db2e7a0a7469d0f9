import type { ErrorCode } from '@sluice/contract'
import { SESSION_OVER_CODES, SUCCESS_CODES } from '@sluice/contract'

/** What an answer of the server means for the user (ER-3 to ER-14). */
export type Outcome =
  | { kind: 'success'; code: number; message: string; data: unknown }
  | { kind: 'session-over'; message: string }
  | { kind: 'failure'; code: number; message: string; data: unknown }

export interface Heard {
  code: number
  message: string
  data: unknown
}

const SEND_TIMEOUT_CODE = 10500
const FORBIDDEN = 403

/** ER-2: `msg` stands in for `message`, a numeric string is a number. Null when the body is no envelope. */
export function readEnvelope(body: unknown): Heard | null {
  if (typeof body !== 'object' || body === null || !('code' in body)) return null
  const { code: raw, message, msg, data } = body as Record<string, unknown>
  const code = typeof raw === 'string' && /^-?\d+$/.test(raw) ? Number(raw) : raw
  if (typeof code !== 'number') return null
  const text = typeof message === 'string' && message ? message : typeof msg === 'string' ? msg : ''
  return { code, message: text, data }
}

/** The envelope in a body's text; null when it holds none. */
export function envelopeIn(text: string): Heard | null {
  try {
    return readEnvelope(JSON.parse(text))
  } catch {
    return null
  }
}

/** ER-3, 4, 7, 9: classifies an envelope; `sendTimeout` is the text that replaces the one of 10500. */
export function classify(heard: Heard, sendTimeout: string): Outcome {
  if (SUCCESS_CODES.includes(heard.code)) {
    const message = heard.code === SEND_TIMEOUT_CODE ? sendTimeout : heard.message
    return { kind: 'success', code: heard.code, message, data: heard.data }
  }
  if (SESSION_OVER_CODES.includes(heard.code)) return { kind: 'session-over', message: heard.message }
  return { kind: 'failure', code: heard.code, message: heard.message || 'Error', data: heard.data }
}

export interface NetworkTexts {
  offline: string
  timeout: string
  status: (status: number) => string
  forbidden: string
}

/** ER-13, ER-14: the text for an answer without an envelope, or for no answer (`status` null). */
export function networkText(status: number | null, timedOut: boolean, texts: NetworkTexts): string {
  if (timedOut) return texts.timeout
  if (status === null) return texts.offline
  return status === FORBIDDEN ? texts.forbidden : texts.status(status)
}

/** ER-10: a call whose path has the segment "slaveBattery" shows no network errors. */
export function isQuietPath(path: string): boolean {
  return path.split('?')[0]!.split('/').includes('slaveBattery')
}

/** Rejection of every call that did not end in success; `shown` says that the user has seen the failure already. */
export class CallFailure extends Error {
  readonly code: number
  readonly data: unknown
  readonly shown: boolean

  constructor(code: number, message: string, data: unknown, shown: boolean) {
    super(message)
    this.name = 'CallFailure'
    this.code = code
    this.data = data
    this.shown = shown
  }

  /** Field name -> text, when the server refused single fields (API-24). */
  get fields(): Record<string, string> {
    const fields = (this.data as { fields?: unknown } | null)?.fields
    if (typeof fields !== 'object' || fields === null) return {}
    return Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, String(text)]))
  }

  /** The error code of the contract's closed list, if the server names one. */
  get reason(): ErrorCode | null {
    const reason = (this.data as { error?: unknown } | null)?.error
    return typeof reason === 'string' ? (reason as ErrorCode) : null
  }
}

/** Code of a failure without an envelope from the server. */
export const NETWORK_FAILURE = -1
