import type { Clock } from '../../../platform/clock/clock.ts'
import { type Adapter, byErrcode, byStatus, failed, readObject, type Sending, type Sent, textOf } from './adapter.ts'
import { readParameters } from './message-text.ts'
import { wechatMessageRequest, wechatTokenRequest } from './wechat.request.ts'

/** Busy; the calls of a day or of a minute are used up. */
const BUSY = new Set([-1, 45_009, 45_011])
/** The token is none, or no longer one. */
const TOKEN_GONE = new Set([40_001, 40_014, 42_001])
/** A token is not used any more so long before it ends. */
const EARLY_S = 300

interface Kept {
  token: string
  /** Of the clock's `elapsed`. */
  untilMs: number
}

/** Sends template messages of an official account; a token is asked for once and kept until it ends. */
export function createWechat(clock: Pick<Clock, 'elapsed'>): Adapter {
  const tokens = new Map<string, Kept>()

  async function tokenOf(sending: Sending): Promise<string | Sent> {
    const { settings, secrets, callOut } = sending
    const account = {
      endpoint: textOf(settings, 'endpoint'),
      appId: textOf(settings, 'appId'),
      appSecret: secrets['appSecret'] ?? '',
    }
    const known = tokens.get(accountKey(sending))
    if (known && known.untilMs > clock.elapsed()) return known.token
    const called = await callOut(wechatTokenRequest(account))
    if ('failure' in called) return failed(called.failure, called.retry)
    const read = readObject(called.answer)
    const token = read?.['access_token']
    if (typeof token !== 'string' || token === '') {
      const refused = byErrcode(called.answer, BUSY, '')
      // A token that is not there although nothing is said to be wrong.
      return refused.result.ok ? byStatus(called.answer) : { result: refused.result, answer: refused.answer }
    }
    const lastsS = Number(read?.['expires_in']) || 0
    // Another account or secret is set: those before are not used again.
    tokens.clear()
    tokens.set(accountKey(sending), { token, untilMs: clock.elapsed() + Math.max(0, lastsS - EARLY_S) * 1000 })
    return token
  }

  async function attempt(sending: Sending, openId: string): Promise<Sent & { code: number | null }> {
    const token = await tokenOf(sending)
    if (typeof token !== 'string') return { ...token, code: null }
    const { settings, to, message, callOut } = sending
    const called = await callOut(
      wechatMessageRequest({
        endpoint: textOf(settings, 'endpoint'),
        token,
        templateId: textOf(settings, 'templateId'),
        openId,
        parameters: readParameters(textOf(settings, 'parameters')) ?? [],
        message,
        to,
      }),
    )
    if ('failure' in called) return { ...failed(called.failure, called.retry), code: null }
    return { ...byErrcode(called.answer, BUSY, 'msgid'), secrets: [token] }
  }

  return async (sending) => {
    const openId = sending.to.wechatOpenId
    if (!openId) return failed('no-open-id')
    const first = await attempt(sending, openId)
    const isGone = first.code !== null && TOKEN_GONE.has(first.code)
    if (isGone) tokens.delete(accountKey(sending))
    const { result, answer, secrets = [] } = isGone ? await attempt(sending, openId) : first
    return { result, answer, secrets: [...secrets, ...(first.secrets ?? [])] }
  }
}

function accountKey({ settings, secrets }: Sending): string {
  return JSON.stringify([settings['endpoint'], settings['appId'], secrets['appSecret']])
}
