import { addGroupMembers, deviceFilterSchema, deviceGroupResource, removeGroupMembers } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { recordOperation } from '../../../platform/audit/audit.store.ts'
import type { Bus } from '../../../platform/bus.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { type Api, type CallContext, mountOperation } from '../../../platform/http/mount-operation.ts'
import { mountResource } from '../../../platform/resource/mount-resource.ts'
import type { ResourceChange } from '../../../platform/resource/resource-change.ts'
import { rowId } from '../../../platform/resource/scoped.ts'
import { MEMBER_COUNT } from './group-condition.store.ts'
import { addMembers, dropMembers, lockGroup, removeMembers, visibleDevices } from './group.store.ts'

/** Groups of devices, and who is in them by hand. */
export function mountGroups(api: Api, bus: Bus): void {
  const groups = mountResource(api, deviceGroupResource, {
    computed: { memberCount: MEMBER_COUNT },
    beforeWrite: checkCondition,
    async afterWrite({ id, values, tx }) {
      if (values.membership === 'FILTER') await dropMembers(tx, id)
    },
    afterCommit: ({ id }) => bus.emit('deviceGroup.changed', { groupId: id }),
  })
  const change = (membership: Membership) => async (input: MembersInput, context: CallContext) => {
    const done = await changeMembers(groups.api, membership, input, context)
    bus.emit('deviceGroup.changed', { groupId: input.groupId })
    return done
  }
  mountOperation(api, addGroupMembers, change({ action: addGroupMembers.audit, write: addMembers }))
  mountOperation(api, removeGroupMembers, change({ action: removeGroupMembers.audit, write: removeMembers }))
}

/** A condition is a search of the list that says something, and there is one exactly where members come from it. */
function checkCondition({ verb, values, before, transition }: ResourceChange<typeof deviceGroupResource>): void {
  if (verb === 'del' || transition !== undefined) return
  const membership = values.membership ?? before?.membership
  if (membership === 'HAND') {
    values.filter = null
    return
  }
  const filter = 'filter' in values ? values.filter : (before?.filter ?? null)
  if (filter === null || filter === undefined) throw new AppError('validation', { fields: { filter: 'required' } })
  const checked = deviceFilterSchema.safeParse(filter)
  if (!checked.success) throw new AppError('validation', { fields: { filter: 'format' } })
  values.filter = checked.data
}

interface MembersInput {
  groupId: string
  deviceIds: string[]
}
interface Membership {
  action: string
  write: (tx: Sql, groupId: string, deviceIds: readonly string[]) => Promise<string[]>
}

/**
 * All of the devices, or none.
 * @throws AppError `not-found` for a group or device out of sight, `conflict` for a group by condition
 */
async function changeMembers(
  { db }: Pick<Api, 'db'>,
  { action, write }: Membership,
  input: MembersInput,
  { session, ip, traceId }: CallContext,
): Promise<{ changed: string[] }> {
  const groupId = rowId(input.groupId)
  const asked = [...new Set(input.deviceIds.map(rowId))]
  const changed = await db.transaction(async (tx) => {
    const group = await lockGroup(tx, session, groupId)
    const seen = group ? await visibleDevices(tx, session, asked) : []
    if (!group || seen.length < asked.length) throw new AppError('not-found')
    if (group.membership !== 'HAND') throw new AppError('conflict', { membership: group.membership })
    const done = await write(tx, groupId, asked)
    await recordOperation(tx, session, {
      action,
      targetIds: [groupId],
      deptId: group.deptId,
      before: null,
      after: { devices: done.length },
      ip,
      traceId,
    })
    return done
  })
  return { changed }
}
