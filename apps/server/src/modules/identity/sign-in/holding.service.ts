import type { DataScope } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { Sql } from '../../../platform/db/db.ts'
import type { Session } from '../../../platform/http/session.ts'
import { type Holding, exceeds } from '../people/grant.rules.ts'
import { type Grants, readGrants, readIdsOfKeys } from '../people/grant.store.ts'

/** What a user holds, for deciding who may grant or change what. */
export interface Held extends Holding {
  scopes: readonly DataScope[]
}

export async function holdingOf(db: Sql, user: { id: string; deptId: string }): Promise<Held> {
  return heldOf(await readGrants(db, user.id, user.deptId))
}

/** Read from the store, not from the session: rights that were just taken away must not be passed on. */
export async function ownHolding(db: Sql, session: Session): Promise<Held> {
  const held = await holdingOf(db, { id: session.userId, deptId: session.deptId })
  if (!session.apiKey) return held
  // A program passes on no more than its key may: never the role of an administrator, whoever created the key.
  const ids = await readIdsOfKeys(db, [...session.keys])
  const { scope } = session
  return {
    ...held,
    isAdmin: false,
    resourceIds: new Set(ids.filter((id) => held.resourceIds.has(id))),
    allDepts: scope.all,
    deptIds: scope.deptSet,
  }
}

function heldOf(grants: Grants): Held {
  return {
    isAdmin: grants.isAdmin,
    resourceIds: grants.resourceIds,
    allDepts: grants.allDepts,
    deptIds: new Set(grants.deptIds),
    scopes: grants.roles.map(({ dataScope }) => dataScope),
  }
}

/** @throws AppError `grant-above-own` when the target holds more than the caller, who may therefore not change it. */
export async function refuseAbove(db: Sql, session: Session, target: { id: string; deptId: string }): Promise<void> {
  if (target.id === session.userId) return
  const theirs = await holdingOf(db, target)
  if (exceeds(theirs, await ownHolding(db, session))) throw new AppError('grant-above-own')
}
