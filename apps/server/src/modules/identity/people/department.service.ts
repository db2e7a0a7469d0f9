import type { departmentResource } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { Bus } from '../../../platform/bus.ts'
import { isRowId } from '../../../platform/resource/scoped.ts'
import type { ResourceChange, ResourceHooks } from '../../../platform/resource/resource-change.ts'
import { ancestorsBelow, isTimeZone, mayMove } from './department.rules.ts'
import { hasDescendantsOutside, isAtOrAbove, lockTree, moveDescendants, readAncestors } from './department.store.ts'
import type { Sessions } from '../sign-in/session.service.ts'
import { activeAdminIds } from './user.store.ts'

type Change = ResourceChange<typeof departmentResource>

/** The tree of tenants. That a department with users, children or devices stays is the platform's check. */
export function departmentHooks(sessions: Sessions, bus: Bus): ResourceHooks<typeof departmentResource> {
  return {
    async beforeWrite(change) {
      if (change.verb === 'del') return refuseOwn(change)
      if (change.verb === 'insert') {
        // A new department belongs below its maker's own unless another parent is given.
        change.values.parentId ??= change.context.session.deptId
      }
      refuseUnknownZone(change)
      if (isSwitchedOff(change)) await refuseOwnLine(change)
      if (isMoving(change)) await hang(change)
    },
    async afterWrite(change) {
      if (change.verb === 'update' && change.columns['ancestors']) {
        await moveDescendants(change.tx, change.id, change.columns['ancestors'] as string[])
      }
      // A user must remain who can switch it on again.
      if (mayEndSignIns(change) && (await activeAdminIds(change.tx)).length === 0) throw new AppError('last-admin')
    },
    async afterCommit(change) {
      const { id } = change
      if (mayEndSignIns(change)) await sessions.endAllOfOff()
      // Every scope that contains a subtree may have grown, shrunk or moved.
      sessions.rightsChanged()
      bus.emit('dept.changed', { deptId: id })
    },
  }
}

/** Every screen of its people would fail with an unknown zone (TM-5). */
function refuseUnknownZone({ values }: Change): void {
  const zone = values.timeZone
  if (!zone || isTimeZone(zone)) return
  throw new AppError('validation', { fields: { timeZone: 'not-an-option' } })
}

function isSwitchedOff({ verb, values, before }: Change): boolean {
  return verb === 'update' && values.status === 'DISABLED' && before?.status !== 'DISABLED'
}

/** Its people are signed out when it is disabled, or moved below one that is. */
function mayEndSignIns(change: Change): boolean {
  return isSwitchedOff(change) || (change.verb === 'update' && isMoving(change)) || change.restored === true
}

async function refuseOwnLine({ tx, id, context }: Change): Promise<void> {
  if (await isAtOrAbove(tx, id!, context.session.deptId)) throw new AppError('cannot-touch-self')
}

function isMoving({ verb, values, before }: Change): boolean {
  if (verb === 'insert') return true
  return values.parentId !== undefined && values.parentId !== before?.parentId
}

async function hang(change: Change): Promise<void> {
  const parentId = change.values.parentId
  // There is one root, and it stays the root.
  const isRoot = change.verb === 'update' && change.before!.parentId === null
  if (isRoot) throw new AppError('conflict')
  if (!isRowId(parentId)) throw new AppError('validation', { fields: { parentId: 'required' } })
  await lockTree(change.tx)
  // The departments below move along, and users above the new place see them from then on.
  if (change.id !== null && (await hasDescendantsOutside(change.tx, change.id, change.context.session.scope))) {
    throw new AppError('grant-above-own', { field: 'parentId' })
  }
  const parent = await readAncestors(change.tx, parentId)
  if (!parent) throw new AppError('validation', { fields: { parentId: 'not-found' } })
  if (change.id !== null && !mayMove(change.id, parent)) throw new AppError('parent-is-descendant')
  change.columns['ancestors'] = ancestorsBelow(parent)
}

function refuseOwn({ id, context }: Change): void {
  if (id === context.session.deptId) throw new AppError('cannot-touch-self')
}
