import { ADMIN_ROLE, type roleResource, type FieldName } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { ResourceChange, ResourceHooks } from '../../../platform/resource/resource-change.ts'
import { exceeds, holdsResources, mayGiveScope } from './grant.rules.ts'
import { ownHolding } from '../sign-in/holding.service.ts'
import { hasHoldersOutside, readDeptsOfHolders, readHoldingOfRoles, replaceResources } from './role.store.ts'
import type { Sessions } from '../sign-in/session.service.ts'

type Change = ResourceChange<typeof roleResource>

/** The changeable fields of ROLE_ADMIN: how it is shown. The program sets its rights. */
const ADMIN_FIELDS: readonly FieldName<typeof roleResource>[] = ['name', 'sort', 'remark']

/** Nobody creates or changes a role that can do more than they can (domain 1.3). */
export function roleHooks(sessions: Sessions): ResourceHooks<typeof roleResource> {
  return {
    async beforeWrite(change) {
      refuseAdminRole(change)
      settleDept(change)
      if (change.before) await refuseForeignRole(change)
      await refuseMoreThanOwn(change)
      if (change.before) await refuseWiderSight(change)
      // Switching away from chosen departments clears the choice (AD-5).
      const scope = change.values.dataScope ?? change.before?.dataScope
      if (change.verb !== 'del' && scope !== 'CUSTOM') {
        delete change.values.customDepts
        change.columns['customDepts'] = []
      }
    },
    async afterWrite(change) {
      const ids = change.values.resourceIds
      if (!ids) return
      if (!(await replaceResources(change.tx, change.id, ids))) {
        throw new AppError('validation', { fields: { resourceIds: 'not-found' } })
      }
    },
    afterCommit: () => sessions.rightsChanged(),
  }
}

function refuseAdminRole({ verb, before, values }: Change): void {
  if (before?.code !== ADMIN_ROLE) return
  const given = Object.keys(values) as (keyof typeof values)[]
  const changed = given.filter((name) => values[name] !== undefined && asText(values[name]) !== asText(before[name]))
  if (verb === 'del' || !changed.every((name) => ADMIN_FIELDS.includes(name))) throw new AppError('last-admin')
  // The program sets its rights at start, whatever a form sends.
  delete values.resourceIds
}

/** A role belongs to its maker's department unless another is given; a built-in role never belongs to one. */
function settleDept({ verb, before, values, context }: Change): void {
  if (verb === 'insert') values.deptId ??= context.session.deptId
  if (verb !== 'update' || values.deptId === undefined) return
  const isBuiltIn = before!.deptId === null
  if (isBuiltIn && context.session.scope.all && values.deptId !== null) throw new AppError('built-in')
  if (!isBuiltIn && values.deptId === null) throw new AppError('validation', { fields: { deptId: 'required' } })
}

/** A form may send a list in another order. */
function asText(value: unknown): string {
  return JSON.stringify(Array.isArray(value) ? value.map(String).toSorted() : value)
}

async function refuseForeignRole({ tx, before, context }: Change): Promise<void> {
  const { session } = context
  const theirs = await readHoldingOfRoles(tx, [before!.id], session.deptId)
  const own = await ownHolding(tx, session)
  const isForeign =
    exceeds(theirs, own) ||
    // Built-in roles belong to the whole platform.
    (before!.deptId === null && !session.scope.all) ||
    (await hasHoldersOutside(tx, before!.id, session.scope))
  if (isForeign) throw new AppError('grant-above-own')
}

/**
 * A role opens what is below its holder's department: a wider scope must not show its holders more than the caller
 * sees.
 */
async function refuseWiderSight({ tx, values, before, context }: Change): Promise<void> {
  const { scope } = context.session
  if (values.dataScope !== 'SUBTREE' || before!.dataScope === 'SUBTREE' || scope.all) return
  const depts = await readDeptsOfHolders(tx, before!.id)
  if (!depts.every((id) => scope.deptSet.has(id))) throw new AppError('grant-above-own', { field: 'dataScope' })
}

async function refuseMoreThanOwn({ tx, values, context }: Change): Promise<void> {
  const own = await ownHolding(tx, context.session)
  const { dataScope: scope, resourceIds } = values
  if (!holdsResources(own, resourceIds ?? [])) throw new AppError('grant-above-own', { field: 'resourceIds' })
  if (scope && !mayGiveScope(scope, own)) throw new AppError('grant-above-own', { field: 'dataScope' })
}
