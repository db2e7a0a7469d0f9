import {
  alarmLimitResource,
  alarmRuleProblems,
  alarmRuleSchema,
  copyLimit,
  type FieldReason,
  inLanguage,
  isOfState,
  type LimitScope,
  previewLimit,
  restoreLimit,
  SILENCE_FAULTS,
  whyLimitKept,
} from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { recordOperation } from '../../../platform/audit/audit.store.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { type Api, type CallContext, mountOperation } from '../../../platform/http/mount-operation.ts'
import { emitLater } from '../../../platform/outbox/outbox.store.ts'
import { mountResource } from '../../../platform/resource/mount-resource.ts'
import type { ResourceChange } from '../../../platform/resource/resource-change.ts'
import { rowId } from '../../../platform/resource/scoped.ts'
import { CHANGED, copyTo, deptsOf, isRaisable, lockLimit, restoreDefaults, RULE, TARGET } from './alarm-limit.store.ts'
import { preview, type PreviewDeps } from './preview.service.ts'

type Change = ResourceChange<typeof alarmLimitResource>

/** Alarm limits: everybody's to see, those of types and products changed by those who see the whole platform. */
export function mountAlarmLimits(api: Api, deps: PreviewDeps): void {
  mountResource(api, alarmLimitResource, {
    computed: { target: TARGET, rule: RULE, changed: CHANGED },
    beforeWrite: check,
    afterWrite: ({ tx, id }) => changed(tx, id),
  })
  mountOperation(api, previewLimit, (input, { session }) => preview(deps, input, session))
  mountOperation(api, restoreLimit, (input, context) => restore(api, input, context))
  mountOperation(api, copyLimit, (input, context) => copy(api, input, context))
}

/** Told in every process after the commit. */
function changed(tx: Sql, limitId: string): Promise<void> {
  return emitLater(tx, [{ name: 'alarmLimit.changed', key: 'alarmLimit', fact: { limitId } }])
}

const TARGETS = { TYPE: 'deviceTypeCode', PRODUCT: 'productId', GROUP: 'groupId', DEVICE: 'deviceId' } as const

const isOfPlatform = (scope: LimitScope | null | undefined) => scope === 'TYPE' || scope === 'PRODUCT'

async function check(change: Change): Promise<void> {
  const { verb, before, values, context } = change
  const scope = before?.scope ?? values.scope ?? 'TYPE'
  if (isOfPlatform(scope) && !context.session.scope.all) throw new AppError('not-permitted', { needs: 'platform' })
  if (verb === 'del') {
    const because = whyLimitKept({ builtIn: before?.builtIn ?? false })
    if (because) throw new AppError('not-yet', { reason: inLanguage(because, context.language) })
    return
  }
  if (values.enabled === null) values.enabled = true
  if (verb === 'insert') await settleTarget(change, scope)
  const fields = { ...fixedProblems(change), ...ruleProblems(change), ...(await codeProblem(change)) }
  if (Object.keys(fields).length > 0) throw new AppError('validation', { fields })
}

/** It names just what its scope says, and belongs to the department of that. */
async function settleTarget({ values, columns, tx, context }: Change, scope: LimitScope): Promise<void> {
  const wanted = TARGETS[scope]
  const id = values[wanted]
  if (!id) throw new AppError('validation', { fields: { [wanted]: 'required' } })
  for (const name of Object.values(TARGETS)) if (name !== wanted) delete values[name]
  if (scope !== 'GROUP' && scope !== 'DEVICE') return
  const deptId = (await deptsOf(tx, context.session, scope, [rowId(id)])).get(id)
  if (deptId === undefined) throw new AppError('validation', { fields: { [wanted]: 'not-found' } })
  columns['deptId'] = deptId
}

/** What a built-in one watches, and for which fault, is the program's. */
function fixedProblems({ before, values }: Change): Record<string, FieldReason> {
  if (!before?.builtIn) return {}
  const names = ['key', 'faultCode'] as const
  const moved = names.filter((name) => values[name] !== undefined && values[name] !== before[name])
  return Object.fromEntries(moved.map((name) => [name, 'fixed-by-platform' as const]))
}

/** The rule as it will be; what the comparison does not use is emptied. */
function ruleProblems({ before, values }: Change): Record<string, FieldReason> {
  const names = Object.keys(alarmRuleSchema.shape) as (keyof typeof alarmRuleSchema.shape)[]
  const merged = Object.fromEntries(
    names.map((name) => [name, values[name] !== undefined ? values[name] : before?.[name]]),
  )
  const rule = alarmRuleSchema.safeParse({ ...merged, op: merged['op'] ?? 'GT' })
  // Each field was checked by itself before.
  if (!rule.success) return { op: 'type' }
  const isState = isOfState(rule.data.op)
  if (isState) Object.assign(values, { value: null, value2: null, hysteresis: null })
  else values.equals = null
  if (!isState && rule.data.op !== 'OUTSIDE') values.value2 = null
  return alarmRuleProblems({ ...rule.data, ...(isState ? { value: null, value2: null, hysteresis: null } : {}) })
}

async function codeProblem({ values, tx }: Change): Promise<Record<string, FieldReason>> {
  if (values.faultCode === undefined) return {}
  const isGood = values.faultCode !== null && (await isRaisable(tx, values.faultCode, SILENCE_FAULTS))
  return isGood ? {} : { faultCode: 'not-found' }
}

async function restore({ db }: Api, input: { id: string; version: number }, context: CallContext) {
  const { session, ip, traceId } = context
  const id = rowId(input.id)
  await db.transaction(async (tx) => {
    const limit = await lockLimit(tx, session, id)
    if (!limit) throw new AppError('not-found')
    if (!session.scope.all) throw new AppError('not-permitted', { needs: 'platform' })
    if (!limit.builtIn) throw new AppError('conflict', { builtIn: false })
    if (limit.version !== input.version) throw new AppError('stale-version')
    await restoreDefaults(tx, id, session.userId)
    await changed(tx, id)
    await recordOperation(tx, session, {
      action: restoreLimit.audit,
      targetIds: [id],
      changedIn: [limit.deptId],
      before: limit.settings,
      after: limit.defaults,
      ip,
      traceId,
    })
  })
  return true as const
}

interface CopyInput {
  id: string
  scope: 'PRODUCT' | 'GROUP' | 'DEVICE'
  targetIds: string[]
}

/** All of the targets, or none. @throws AppError `not-found` for one out of sight */
async function copy({ db }: Api, input: CopyInput, context: CallContext) {
  const { session, ip, traceId } = context
  const id = rowId(input.id)
  const asked = [...new Set(input.targetIds.map(rowId))]
  const { scope } = input
  if (isOfPlatform(scope) && !session.scope.all) throw new AppError('not-permitted', { needs: 'platform' })
  return db.transaction(async (tx) => {
    const limit = await lockLimit(tx, session, id)
    const targets =
      scope === 'PRODUCT' ? new Map(asked.map((one) => [one, null])) : await deptsOf(tx, session, scope, asked)
    if (!limit || targets.size < asked.length) throw new AppError('not-found')
    const inserted = await copyTo(tx, id, { scope, targets, userId: session.userId })
    await changed(tx, id)
    await recordOperation(tx, session, {
      action: copyLimit.audit,
      targetIds: [id],
      deptId: limit.deptId ?? undefined,
      changedIn: [...targets.values()],
      before: null,
      after: { scope, targets: asked.length },
      ip,
      traceId,
    })
    return { inserted, updated: asked.length - inserted }
  })
}
