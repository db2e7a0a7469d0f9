import {
  byLanguage,
  type ChannelKind,
  inLanguage,
  type InputOf,
  type OutputOf,
  pushRecordResource,
  TEST_GAP_S,
  testNoticeUser,
  type Words,
} from '@sluice/contract'
import { AppError, dayOf, DEFAULT_ZONE, instantOf } from '@sluice/kit'
import { recordOperation } from '../../platform/audit/audit.store.ts'
import type { Connection } from '../../platform/db/db.ts'
import type { CallContext } from '../../platform/http/mount-operation.ts'
import { nameOf } from '../../platform/http/session.ts'
import { emitLater } from '../../platform/outbox/outbox.store.ts'
import { tellRowsOf } from '../../platform/resource/changed-rows.ts'
import { rowId } from '../../platform/resource/scoped.ts'
import { failed, type Sent } from './channel/adapter.ts'
import { type Addressee, personInScope } from './facts.store.ts'
import { beginTest, lastTest, type Test } from './person-test.store.ts'
import type { SendDeps } from './send.service.ts'
import { cutOf } from './send.rules.ts'
import { endAttempt, limitsByChannel, lockClaiming, usageOf } from './send.store.ts'

type Told = OutputOf<typeof testNoticeUser>

/** Longer than any channel is waited for: by then its process is gone. */
const LEASE_MS = 120_000
const LEVEL = 1

const TITLE: Words = ['测试消息', 'Test message']
const SPENT: Readonly<Record<'DEPT_BUDGET' | 'TOTAL_BUDGET', Words>> = {
  DEPT_BUDGET: ['部门今日额度已用完', 'The limit of the department for today is used up'],
  TOTAL_BUDGET: ['全平台今日额度已用完', 'The limit of the platform for today is used up'],
}

const textOf = (by: string): Words => [
  `${by} 发来的测试消息，收到即说明故障能以此方式通知你。`,
  `A test sent by ${by}: whoever reads it can be told of faults this way.`,
]

/**
 * Sends one real message and answers what came back, whether or not the person is switched on: they are tried first.
 * @throws AppError not-found | validation | too-many-requests | not-yet
 */
export async function testPerson(
  deps: SendDeps,
  { id, channel }: InputOf<typeof testNoticeUser>,
  context: CallContext,
): Promise<Told> {
  const { db, clock, channels } = deps
  const { session, ip, traceId } = context
  const zones = await deps.deptZones()
  const began = clock.elapsed()
  const { person, test, sent: atOnce } = await db.transaction((tx) => begin(tx, deps, { id, channel, zones, context }))
  const { key, title, text } = test
  const message = { id: key, title, text, url: null, level: LEVEL } as const
  const { result, answer } = atOnce ?? (await channels.trySend(channel, person, message))
  const tookMs = Math.round(clock.elapsed() - began)
  const because = result.ok ? null : result.because
  if (!atOnce)
    await endAttempt(db, test, {
      status: result.ok ? 'SENT' : 'FAILED',
      reason: result.ok ? null : because === 'not-configured' ? 'NOT_CONFIGURED' : 'REFUSED',
      error: result.ok ? (result.note ?? null) : result.because,
      providerId: result.ok ? result.providerId : null,
      sentAt: result.ok ? clock.now().getTime() : null,
      nextTry: null,
    })
  await recordOperation(db, session, {
    action: testNoticeUser.audit,
    targetIds: [person.id],
    deptId: person.deptId,
    after: { channel, ok: result.ok, because },
    ip,
    traceId,
  })
  await tellRowsOf(db, pushRecordResource, [person.deptId])
  return { ok: result.ok, because, retry: !result.ok && result.retry, answer, tookMs }
}

interface Asked {
  id: string
  channel: ChannelKind
  zones: ReadonlyMap<string, string>
  context: CallContext
}

interface Begun {
  person: Addressee
  test: Test
  /** In the application it has arrived with the commit. */
  sent: Sent | null
}

/** Decides and writes it down before anything leaves, one at a time with what is sent of faults: budgets are counted together. */
async function begin(
  tx: Connection,
  { clock }: SendDeps,
  { id, channel, zones, context: { session, language } }: Asked,
): Promise<Begun> {
  await lockClaiming(tx)
  const person = await personInScope(tx, session.scope, rowId(id))
  if (!person) throw new AppError('not-found')
  if (!person.channels.includes(channel)) throw new AppError('validation', { fields: { channel: 'not-an-option' } })
  const now = clock.now().getTime()
  const last = await lastTest(tx, person.id, channel)
  const waitS = last === null ? 0 : Math.ceil(TEST_GAP_S - (now - last) / 1000)
  if (waitS > 0) throw new AppError('too-many-requests', { retryAfterS: waitS })
  await checkBudget(tx, person, { channel, now, zone: zones.get(person.deptId) ?? DEFAULT_ZONE, language })
  const text = { title: byLanguage(TITLE)[person.language], text: byLanguage(textOf(nameOf(session)))[person.language] }
  const test = await beginTest(tx, person, { ...text, channel, level: LEVEL, now, leaseUntil: now + LEASE_MS })
  return { person, test, sent: channel === 'INAPP' ? await arrive(tx, person, test, now) : null }
}

/** The limit of an hour is for faults, which are not held back by it either. */
async function checkBudget(
  tx: Connection,
  { id: noticeUserId, deptId }: Addressee,
  {
    channel,
    now,
    zone,
    language,
  }: Pick<Asked, 'channel'> & { now: number; zone: string } & Pick<CallContext, 'language'>,
): Promise<void> {
  const limits = (await limitsByChannel(tx)).get(channel)
  if (!limits) return
  const usage = await usageOf(
    tx,
    { noticeUserId, deptId, channel },
    { now, dayStart: instantOf(dayOf(now, zone), zone) },
  )
  const cut = cutOf(usage, { ...limits, personHourly: null }, LEVEL)
  if (cut && cut.reason !== 'RATE') throw new AppError('not-yet', { reason: inLanguage(SPENT[cut.reason], language) })
}

/** In the application only who has an account can be told. */
async function arrive(tx: Connection, person: Addressee, test: Test, now: number): Promise<Sent> {
  const { id, userId, deptId } = person
  const end = { error: null, providerId: null, nextTry: null }
  if (userId === null) {
    await endAttempt(tx, test, { ...end, status: 'FAILED', reason: 'REFUSED', error: 'no-account', sentAt: null })
    return failed('no-account')
  }
  await endAttempt(tx, test, { ...end, status: 'SENT', reason: null, sentAt: now })
  const fact = { messageId: test.id, userId, deptId }
  await emitLater(tx, [{ name: 'notice.told', key: `notice:${id}`, fact }])
  return { result: { ok: true, providerId: null }, answer: null }
}
