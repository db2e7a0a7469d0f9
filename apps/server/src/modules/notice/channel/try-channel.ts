import { randomUUID } from 'node:crypto'
import {
  CHANNEL_SHAPES,
  type InputOf,
  type OutputOf,
  testNoticeChannel,
  type WireKind,
  type Words,
  byLanguage,
} from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { recordOperation } from '../../../platform/audit/audit.store.ts'
import type { Database } from '../../../platform/db/db.ts'
import { nameOf } from '../../../platform/http/session.ts'
import type { Message, Recipient } from './channel.ts'
import { type Call, type ChannelSettings, refuseOthers } from './channel-settings.service.ts'
import type { SendNow } from './sending.ts'
import { phoneOf } from './message-text.ts'

interface Parts {
  db: Database
  settings: ChannelSettings
  sendNow: SendNow
}

const TITLE: Words = ['测试消息', 'Test message']
const TEXT: Words = ['这是一条测试消息，收到即说明此渠道可用。', 'This is a test: whoever reads it, the channel works.']

/**
 * Sends one real message and answers what came back. Also while the channel is switched off: it is tried first.
 * @throws AppError validation | not-found
 */
export async function tryChannel(
  { db, settings, sendNow }: Parts,
  { kind, to: typed }: InputOf<typeof testNoticeChannel>,
  { session, ip, traceId, language }: Call,
): Promise<OutputOf<typeof testNoticeChannel>> {
  refuseOthers(session)
  const to: Recipient = { name: nameOf(session), phone: null, email: null, wechatOpenId: null, language }
  const problem = fillIn(to, kind, typed)
  if (problem) throw new AppError('validation', { fields: { to: problem } })
  const channel = await settings.of(kind)
  if (!channel) throw new AppError('not-found')
  const text = (words: Words) => byLanguage(words)[language]
  const message: Message = { id: `test-${randomUUID()}`, title: text(TITLE), text: text(TEXT), url: null, level: 1 }
  const began = performance.now()
  const { result, answer } = await sendNow(channel, to, message, true)
  const tookMs = Math.round(performance.now() - began)
  const because = result.ok ? null : result.because
  await recordOperation(db, session, {
    action: testNoticeChannel.audit,
    targetIds: [kind],
    after: { to: typed, ok: result.ok, because },
    ip,
    traceId,
  })
  return { ok: result.ok, because, retry: !result.ok && result.retry, answer, tookMs }
}

const EMAIL = /^[^<>@\s,;]+@[^<>@\s,;]+$/
/** As WeChat gives them. */
const OPEN_ID = /^[\w-]{10,64}$/

/** Puts what was typed where the channel looks for it, or says what is wrong with it. */
function fillIn(to: Recipient, kind: WireKind, typed: string): 'required' | 'format' | null {
  const { needs } = CHANNEL_SHAPES[kind]
  if (typed === '') return needs === null || needs === 'mention' ? null : 'required'
  if (needs === 'email') to.email = EMAIL.test(typed) ? typed : null
  else if (needs === 'openId') to.wechatOpenId = OPEN_ID.test(typed) ? typed : null
  else if (needs !== null) to.phone = phoneOf(typed)
  return needs !== null && to.email === null && to.wechatOpenId === null && to.phone === null ? 'format' : null
}
