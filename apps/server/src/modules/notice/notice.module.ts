import {
  explainPush,
  type FieldReason,
  noticeUserResource,
  ownPushes,
  pushLimitResource,
  pushRecordResource,
  pushRuleResource,
  readAllPushes,
  readPushes,
  resendPush,
  testNoticeUser,
} from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { recordOperation } from '../../platform/audit/audit.store.ts'
import type { Bus } from '../../platform/bus.ts'
import { type Api, type CallContext, mountOperation } from '../../platform/http/mount-operation.ts'
import { mountResource } from '../../platform/resource/mount-resource.ts'
import type { ResourceChange } from '../../platform/resource/resource-change.ts'
import { rowId } from '../../platform/resource/scoped.ts'
import { mountDuty } from './duty.service.ts'
import { explain } from './explain.service.ts'
import { testPerson } from './person-test.service.ts'
import { plan } from './plan.service.ts'
import { LIMITS, lockMessage, markAllRead, markRead, messagesOf, RECORDS, requeue } from './record.store.ts'
import { createSender, type SendDeps } from './send.service.ts'

export interface NoticeDeps extends SendDeps {
  bus: Bus
}

/** Faults that begin together are decided together. */
const GATHER_MS = 20

/** Who is told of faults: decided when they begin, stored, and sent until it arrived or cannot. */
export function createNotices(deps: NoticeDeps) {
  const { bus, log } = deps
  const sender = createSender(deps)
  let timer: NodeJS.Timeout | undefined
  /** The quick way; what it misses the periodic look finds. */
  function soon(): void {
    timer ??= setTimeout(() => {
      timer = undefined
      void look().catch((error: unknown) => log.warn({ err: error }, 'new faults are told later'))
    }, GATHER_MS).unref()
  }
  async function look(): Promise<void> {
    await plan(deps)
    await sender.wake()
  }
  bus.on('fault.raised', soon)
  bus.on('fault.cleared', soon)
  return {
    plan: (signal?: AbortSignal) => plan(deps, signal),
    wake: sender.wake,
    send: sender.send,
    /** Begins nothing new. */
    drain(): void {
      clearTimeout(timer)
      sender.drain()
    },
    close: sender.close,
    mount(api: Api): void {
      mountResource(api, noticeUserResource, {
        beforeWrite: checkPerson,
        // Its calls are known by these addresses (BS-3).
        alsoAt: ['/v1/noticeUser'],
      })
      mountOperation(api, testNoticeUser, (input, context) => testPerson(deps, input, context))
      mountResource(api, pushRuleResource, { beforeWrite: checkRule })
      mountResource(api, pushRecordResource, { computed: RECORDS })
      mountResource(api, pushLimitResource, { computed: LIMITS })
      mountOperation(api, explainPush, (input, { session }) => explain(deps, input, session))
      mountOperation(api, resendPush, (input, context) => resend(deps, input, context))
      mountOperation(api, ownPushes, (_input, { session }) => messagesOf(deps.db, session.userId))
      mountOperation(api, readPushes, async ({ ids }, { session: { userId } }) =>
        opened(deps, userId, await deps.db.transaction((tx) => markRead(tx, userId, ids.map(rowId), deps.clock.now()))),
      )
      mountOperation(api, readAllPushes, async ({ until }, { session: { userId } }) =>
        opened(
          deps,
          userId,
          await deps.db.transaction((tx) => markAllRead(tx, userId, new Date(until), deps.clock.now())),
        ),
      )
      mountDuty(api, deps)
    },
  }
}

/** Tells the other tabs of this person. */
function opened({ bus }: NoticeDeps, userId: string, deptIds: string[]): true {
  if (deptIds.length > 0) bus.emit('notice.read', { userId })
  return true
}

function refuse(fields: Record<string, FieldReason>): void {
  if (Object.keys(fields).length > 0) throw new AppError('validation', { fields })
}

/** Quiet hours have both ends, and a person at least one way to be told. */
function checkPerson({ verb, values, before }: ResourceChange<typeof noticeUserResource>): void {
  if (verb === 'del') return
  if (values.enabled === null) values.enabled = true
  const { quietFrom, quietTo, channels } = { ...before, ...values }
  refuse({
    ...(channels && channels.length > 0 ? {} : { channels: 'required' as const }),
    ...(quietFrom && !quietTo ? { quietTo: 'required' as const } : {}),
    ...(quietTo && !quietFrom ? { quietFrom: 'required' as const } : {}),
    ...(quietFrom && quietFrom === quietTo ? { quietTo: 'same-value' as const } : {}),
  })
}

/** Who is next, and when, belong together; what is left out is as the contract says. */
function checkRule({ verb, values, before }: ResourceChange<typeof pushRuleResource>): void {
  if (verb === 'del') return
  if (values.enabled === null) values.enabled = true
  if (values.delayMin === null) values.delayMin = 0
  if (values.mergeWindowS === null) delete values.mergeWindowS
  const { escalateAfterMin, escalateTo } = { ...before, ...values }
  refuse({
    ...(escalateTo && !escalateAfterMin ? { escalateAfterMin: 'required' as const } : {}),
    ...(escalateAfterMin && !escalateTo ? { escalateTo: 'required' as const } : {}),
  })
}

/** @throws AppError `not-found`, `stale-version`, or `conflict` for one that was sent or still waits */
async function resend(
  { db, clock }: NoticeDeps,
  input: { id: string; version: number },
  { session, ip, traceId }: CallContext,
): Promise<true> {
  await db.transaction(async (tx) => {
    const message = await lockMessage(tx, session.scope, rowId(input.id))
    if (!message) throw new AppError('not-found')
    if (message.version !== input.version) throw new AppError('stale-version')
    // Who wants to try again has a test of its own.
    if (message.test || (message.status !== 'FAILED' && message.status !== 'DROPPED'))
      throw new AppError('conflict', { status: message.status })
    await requeue(tx, message.id, clock.now())
    await recordOperation(tx, session, {
      action: resendPush.audit,
      targetIds: [message.id],
      deptId: message.deptId,
      before: { status: message.status },
      after: { status: 'PENDING' },
      ip,
      traceId,
    })
  })
  return true
}
