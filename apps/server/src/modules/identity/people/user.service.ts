import { ADMIN_ROLE, resetPassword, saveAuthRole, SEALED_PREFIX, type userResource } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { recordOperation } from '../../../platform/audit/audit.store.ts'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Connection, Database } from '../../../platform/db/db.ts'
import type { CallContext } from '../../../platform/http/mount-operation.ts'
import type { ResourceChange, ResourceHooks } from '../../../platform/resource/resource-change.ts'
import { isRowId } from '../../../platform/resource/scoped.ts'
import { mayOwnIn, type Session } from '../../../platform/http/session.ts'
import { savePassword } from '../sign-in/account.store.ts'
import { exceeds, isLastAdmin } from './grant.rules.ts'
import { holdingOf, ownHolding, refuseAbove } from '../sign-in/holding.service.ts'
import { unlockAccount } from '../sign-in/login-guard.store.ts'
import type { NewPasswords } from '../credentials/new-password.ts'
import { newOneTimePassword, type PasswordHashes } from '../credentials/password.ts'
import { readHoldingOfRoles } from './role.store.ts'
import type { Sealing } from '../credentials/sealing.ts'
import type { Sessions } from '../sign-in/session.service.ts'
import { endPendingOf } from '../credentials/totp.store.ts'
import {
  activeAdminIds,
  leaveRoles,
  readFormerRoles,
  readRoleChoices,
  readSeenUser,
  regainRoles,
  replaceRoles,
  type RoleChoice,
  type SeenUser,
} from './user.store.ts'

type Change = ResourceChange<typeof userResource>

type Call = Pick<CallContext, 'session' | 'ip' | 'traceId'>

export interface UserParts {
  db: Database
  clock: Clock
  sealing: Sealing
  hashes: PasswordHashes
  sessions: Sessions
  newPasswords: NewPasswords
}

/** Users beyond CRUD: passwords, roles, and who may change whom (domain 1.3, AD-2, AD-3). */
export function createUsers({ db, clock, sealing, hashes, sessions, newPasswords }: UserParts) {
  async function seen(session: Session, id: string): Promise<SeenUser> {
    const user = await readSeenUser(db, session, id)
    if (!user) throw new AppError('not-found')
    return user
  }

  return {
    hooks: userHooks({ sealing, hashes, sessions, newPasswords }),

    /** @throws AppError not-found | cannot-touch-self | grant-above-own */
    async resetPassword(id: string, call: Call): Promise<string> {
      const user = await seen(call.session, id)
      // Users change their own password only by giving the old one.
      if (user.id === call.session.userId) throw new AppError('cannot-touch-self')
      await refuseAbove(db, call.session, user)
      const password = newOneTimePassword()
      const hash = await hashes.hash(password)
      await db.transaction(async (tx) => {
        await savePassword(tx, user.id, hash, { mustChange: true, now: clock.now() })
        await endPendingOf(tx, user.id)
        await unlockAccount(tx, user.username.toLowerCase())
        await recordOperation(tx, call.session, {
          action: resetPassword.audit,
          targetIds: [user.id],
          deptId: user.deptId,
          ip: call.ip,
          traceId: call.traceId,
        })
      })
      await sessions.endAllOf(user.id)
      return password
    },

    async roleChoices(userId: string, session: Session): Promise<RoleChoice[]> {
      const user = await seen(session, userId)
      return readRoleChoices(db, session, user)
    },

    /** Replaces the whole set of roles in the caller's sight. @throws AppError not-found | validation | grant-above-own | last-admin */
    async saveRoles(userId: string, roleIds: readonly string[], call: Call): Promise<void> {
      const user = await seen(call.session, userId)
      await refuseAbove(db, call.session, user)
      await db.transaction(async (tx) => {
        const before = await readRoleChoices(tx, call.session, user)
        const wanted = chosen(before, roleIds)
        await refuseGrantAbove(tx, call.session, user, wanted)
        await refuseLosingAdmin(tx, user, before, wanted)
        await replaceRoles(tx, user.id, wanted, before)
        await recordOperation(tx, call.session, {
          action: saveAuthRole.audit,
          targetIds: [user.id],
          deptId: user.deptId,
          before: { roles: before.filter(({ granted }) => granted).map(({ code }) => code) },
          after: { roles: wanted.map(({ code }) => code) },
          ip: call.ip,
          traceId: call.traceId,
        })
      })
      sessions.rightsChanged(user.id)
    },
  }
}

export type Users = ReturnType<typeof createUsers>

/** A disabled role cannot be chosen; the user may keep one they already have (AD-2). */
function chosen(choices: readonly RoleChoice[], roleIds: readonly string[]): RoleChoice[] {
  const wanted = new Set(roleIds)
  const found = choices.filter(({ id }) => wanted.has(id))
  const unusable = found.some(({ status, granted }) => status !== 'NORMAL' && !granted)
  if (found.length < wanted.size || unusable || !roleIds.every(isRowId)) {
    throw new AppError('validation', { fields: { roleIds: 'not-an-option' } })
  }
  return found
}

async function refuseGrantAbove(
  tx: Connection,
  session: Session,
  user: SeenUser,
  wanted: readonly RoleChoice[],
): Promise<void> {
  const added = wanted.filter(({ granted }) => !granted)
  if (added.length === 0) return
  const theirs = await readHoldingOfRoles(
    tx,
    added.map(({ id }) => id),
    user.deptId,
  )
  if (exceeds(theirs, await ownHolding(tx, session))) throw new AppError('grant-above-own')
}

async function refuseLosingAdmin(
  tx: Connection,
  user: SeenUser,
  before: readonly RoleChoice[],
  wanted: readonly RoleChoice[],
): Promise<void> {
  const isAdmin = (roles: readonly RoleChoice[]) => roles.some(({ code }) => code === ADMIN_ROLE)
  if (!isAdmin(before.filter(({ granted }) => granted)) || isAdmin(wanted)) return
  if (isLastAdmin(user.id, await activeAdminIds(tx))) throw new AppError('last-admin')
}

/** What the hooks for every write of the user resource need. */
type HookParts = Pick<UserParts, 'sealing' | 'hashes' | 'sessions' | 'newPasswords'>

function userHooks({ sealing, hashes, sessions, newPasswords }: HookParts): ResourceHooks<typeof userResource> {
  return {
    async beforeWrite(change) {
      refuseOwnLeader(change)
      if (change.verb === 'insert') return setFirstPassword(change, { sealing, hashes, newPasswords })
      const { session } = change.context
      const target = { id: change.before!.id, deptId: change.before!.deptId }
      const isLeaving = change.verb === 'del' || (change.values.status ?? 'NORMAL') !== 'NORMAL'
      if (isLeaving && target.id === session.userId) throw new AppError('cannot-touch-self')
      await refuseAbove(change.tx, session, target)
      if (isLeaving && isLastAdmin(target.id, await activeAdminIds(change.tx))) throw new AppError('last-admin')
    },
    async afterWrite(change) {
      if (change.verb === 'del') await leaveRoles(change.tx, change.id)
      if (change.verb === 'update') await refuseMoveAbove(change)
      if (change.restored) await giveBackRoles(change)
    },
    async afterCommit(change) {
      const isOut = change.verb === 'del' || (change.values.status ?? 'NORMAL') !== 'NORMAL'
      if (isOut) await sessions.endAllOf(change.id)
      else sessions.rightsChanged(change.id)
    },
    // A sheet holds no passwords: each user gets a generated one (AD-9).
    forImport() {
      const password = newOneTimePassword()
      return { values: { password }, columns: {}, secrets: { password } }
    },
  }
}

/** Restoring a deleted user also restores their roles, except those the caller could not grant now. */
async function giveBackRoles({ id, tx, before, context }: Change & { id: string }): Promise<void> {
  const own = await ownHolding(tx, context.session)
  const given: string[] = []
  for (const roleId of await readFormerRoles(tx, context.session, id)) {
    const theirs = await readHoldingOfRoles(tx, [roleId], before!.deptId)
    if (!exceeds(theirs, own)) given.push(roleId)
  }
  await regainRoles(tx, id, given)
}

/** The hash of a row that will be rolled back. */
const NO_HASH = 'none'

/**
 * Browsers seal it as at sign-in; programs may send it in plain text. As a second person knows it, the user must change
 * it first.
 */
async function setFirstPassword(
  change: Change,
  { sealing, hashes, newPasswords }: Pick<HookParts, 'sealing' | 'hashes' | 'newPasswords'>,
): Promise<void> {
  const { password: given } = change.values
  if (given === undefined) return setGeneratedPassword(change, hashes)
  // Left empty is not left out: who sends the field means to give one.
  if (typeof given !== 'string') throw new AppError('validation', { fields: { password: 'required' } })
  const password = given.startsWith(SEALED_PREFIX) ? await opened(given, sealing) : given
  await newPasswords.refuseWeak(change.tx, { field: 'password', password }, newOwner(change))
  change.columns['mustChangePassword'] = true
  // A hash takes a core for a fifth of a second, and sign-ins wait for the same slots.
  change.columns['passwordHash'] = change.trial ? NO_HASH : await hashes.hash(password)
}

/** As after a reset (AD-3): random, said once, changed at the first sign-in. */
async function setGeneratedPassword({ columns, secrets, trial }: Change, hashes: PasswordHashes): Promise<void> {
  const password = newOneTimePassword()
  columns['mustChangePassword'] = true
  columns['passwordHash'] = trial ? NO_HASH : await hashes.hash(password)
  if (secrets) secrets['oneTimePassword'] = password
}

/** A department the caller does not see is refused later; until then its name must not be revealed. */
function newOwner({ values, context: { session } }: ResourceChange) {
  const text = (name: string) => (typeof values[name] === 'string' ? values[name] : null)
  const deptId = text('deptId') ?? session.deptId
  return {
    username: text('username') ?? '',
    nickName: text('nickName'),
    phone: text('phone'),
    email: text('email'),
    deptId: isRowId(deptId) && mayOwnIn(session.scope, deptId) ? deptId : null,
  }
}

async function opened(given: string, sealing: Sealing): Promise<string> {
  const [, keyId = '', sealed = ''] = given.split(':')
  const { password } = await sealing.open(keyId, sealed)
  return typeof password === 'string' ? password : ''
}

/**
 * A role may open what is below its holder's department: a user cannot be moved to where their roles would open more
 * than the caller's.
 */
async function refuseMoveAbove({ id, tx, values, before, context }: Change & { id: string }): Promise<void> {
  const deptId = values.deptId
  if (typeof deptId !== 'string' || deptId === before!.deptId) return
  if (exceeds(await holdingOf(tx, { id, deptId }), await ownHolding(tx, context.session))) {
    throw new AppError('grant-above-own', { field: 'deptId' })
  }
}

function refuseOwnLeader({ id, values }: Change): void {
  if (id !== null && values.leaderId === id) throw new AppError('validation', { fields: { leaderId: 'not-an-option' } })
}
