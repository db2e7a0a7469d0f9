import type { InputOf, Operation, OutputOf } from '@sluice/contract'
import type { TextKey } from '../../texts/zh-CN.ts'
import {
  CallFailure,
  classify,
  envelopeIn,
  isQuietPath,
  NETWORK_FAILURE,
  type Heard,
  networkText,
} from './api-outcome.ts'
import { actedRecently } from '../access/last-act.ts'
import { isKept, keepAnswer, recallAnswer } from '../live/last-seen.ts'
import { addressOf } from './service-bases.ts'
import { useSession } from '../access/session.ts'
import { currentLanguage, t } from '../text/text.ts'
import { toast } from '../page/toast.ts'

export interface CallOptions {
  /** No toast, no dialog (ER-12). */
  silent?: boolean
  /**
   * The caller shows the failure in place of the answer: no toast. A lost session still asks to sign in (ER-7), unless
   * the call was automatic, as the refresh of a list every minute (ER-12).
   */
  inPlace?: boolean
  /** A refusal that the caller shows itself, so that it is no toast. */
  shows?: (failure: CallFailure) => boolean
  timeoutMs?: number
  /** It goes on when the page is left. */
  keepalive?: boolean
  /** Further headers: what must not stand in an address or a body. */
  headers?: Readonly<Record<string, string>>
  signal?: AbortSignal
}

const TIMEOUT_MS = 10_000
/** ER-16: the timeout of commands and uploads. */
export const LONG_CALL_MS = 30_000
const UNAUTHORIZED = 401
/** Statuses of a proxy that cannot reach the server. */
const GATEWAY_ERRORS: readonly number[] = [502, 503, 504]
/** How much of an answer without an envelope is written to the browser's console (ER-14). */
const LOGGED_CHARS = 300

/** Set by the app: what happens when the session is over (ER-7). The request layer does not know the router. */
let onSessionOver: () => void = () => {}
export function whenSessionOver(handler: () => void): void {
  onSessionOver = handler
}

const isToastless = (options: CallOptions) => Boolean(options.silent || options.inPlace)

/** ER-1: undefined and null are left out, arrays repeat their key. */
export function queryOf(params: Record<string, unknown>): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(params)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) search.append(key, String(one))
    }
  }
  const text = search.toString()
  return text && `?${text}`
}

/** The headers that carry the token and the language of the answer. */
export function askerHeaders(): Record<string, string> {
  const { token } = useSession.getState()
  return { 'accept-language': currentLanguage(), ...(token ? { authorization: token } : {}) }
}

function headers(hasBody: boolean): Record<string, string> {
  return {
    accept: 'application/json',
    ...(hasBody ? { 'content-type': 'application/json' } : {}),
    ...askerHeaders(),
  }
}

function networkFailure(path: string, status: number | null, timedOut: boolean, silent: boolean): CallFailure {
  const text = networkText(status, timedOut, {
    offline: t('net.offline'),
    timeout: t('net.timeout'),
    status: (code) => t('net.status', { status: code }),
    forbidden: t('net.forbidden'),
  })
  const quiet = silent || isQuietPath(path)
  if (!quiet) toast('error', text)
  return new CallFailure(NETWORK_FAILURE, text, null, !quiet)
}

/** The signed-in user's id; null before it is known, as at boot. */
const askerNow = () => useSession.getState().userInfo?.id ?? null
const aborted = () => new CallFailure(NETWORK_FAILURE, 'aborted', null, true)

async function fetchEnvelope(method: string, path: string, params: unknown, options: CallOptions): Promise<Heard> {
  const asker = askerNow()
  // SI-24: the user who made the call has signed out; its answer is dropped.
  const isGone = () => asker !== null && asker !== askerNow()
  const timeout = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS)
  const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout
  const inQuery = method === 'GET' || method === 'DELETE'
  const address = addressOf(path)
  const url = inQuery ? address + queryOf((params ?? {}) as Record<string, unknown>) : address
  const mayKeep = method === 'GET' && isKept(path)
  let status: number
  let body: string
  try {
    const response = await fetch(url, {
      method,
      headers: { ...headers(!inQuery), ...options.headers },
      credentials: 'same-origin',
      signal,
      keepalive: options.keepalive ?? false,
      ...(inQuery ? {} : { body: JSON.stringify(params ?? {}) }),
    })
    status = response.status
    body = await response.text()
  } catch (error) {
    // ER-16: a cancelled call is silent.
    if (options.signal?.aborted || isGone()) throw aborted()
    console.warn(method, path, error)
    const kept = mayKeep ? await recallAnswer(url) : null
    if (kept) return kept
    throw networkFailure(path, null, timeout.aborted, isToastless(options))
  }
  if (isGone()) throw aborted()
  const heard = envelopeIn(body)
  if (heard) {
    if (mayKeep && heard.code === 0) void keepAnswer(url, heard)
    return heard
  }
  if (status === UNAUTHORIZED) return { code: 4, message: '', data: null }
  console.warn(method, path, status, body.slice(0, LOGGED_CHARS))
  const kept = mayKeep && GATEWAY_ERRORS.includes(status) ? await recallAnswer(url) : null
  if (kept) return kept
  throw networkFailure(path, status, false, isToastless(options))
}

/** ER-1: the generic request. Resolves with the envelope of a success code; every other outcome has been shown once. */
export async function request(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  params: unknown,
  options: CallOptions = {},
): Promise<Heard> {
  const ofItself = Boolean(options.inPlace) && !actedRecently()
  const outcome = classify(await fetchEnvelope(method, path, params, options), t('command.sendTimeout'))
  if (outcome.kind === 'success') return outcome
  if (outcome.kind === 'session-over') {
    const asks = !options.silent && !ofItself
    if (asks) onSessionOver()
    throw new CallFailure(4, outcome.message, null, asks)
  }
  const toastless = isToastless(options)
  const failure = new CallFailure(outcome.code, outcome.message, outcome.data, !toastless)
  // Refused fields are shown beside the fields; a toast on top would say it twice.
  const besideFields = Object.keys(failure.fields).length > 0
  const byCaller = options.shows?.(failure) ?? false
  if (!toastless && !besideFields && !byCaller) toast('error', failure.message)
  throw failure
}

/** Calls an operation of the contract and returns its data. Only code 0 is success (ER-6). */
export async function call<T extends Operation>(
  operation: T,
  input: InputOf<T>,
  options: CallOptions = {},
): Promise<OutputOf<T>> {
  const heard = await request(operation.method, operation.path, input, {
    silent: operation.silent ?? false,
    ...options,
  })
  return done(heard, 'failed.save', { silent: operation.silent ?? false, ...options }) as OutputOf<T>
}

/**
 * CRUD and queries succeed only with code 0 and data other than false (ER-6); `failed` is the text for a bare false,
 * shown as the call's options say (ER-12).
 */
export function done(
  { code, message, data }: Heard,
  failed: TextKey = 'failed.save',
  options: CallOptions = {},
): unknown {
  if (code === 0 && data !== false) return data
  const text = code === 0 ? t(failed) : message || t('command.unconfirmed')
  const shown = !isToastless(options)
  if (shown) toast(code === 0 ? 'error' : 'warning', text)
  throw new CallFailure(code, text, data, shown)
}
