import type { ExplainedAnswer, ExplainedUser, Language, Reason } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { wordFor } from '../../../platform/resource/built-in-words.ts'
import type { Database } from '../../../platform/db/db.ts'
import { scopedDeviceId } from '../../../platform/resource/scoped.ts'
import { makeScope, type Session } from '../../../platform/http/session.ts'
import { explainEntries, explainKey, explainAccount } from './explain.rules.ts'
import {
  type ExplainedPerson,
  type ExplainedRole,
  readDeptNames,
  readGrantors,
  readPerson,
  readRolesOf,
  readSeenDevice,
} from './explain.store.ts'
import { type Grants, readDepts, readGrants } from './grant.store.ts'
import { readMenu } from '../menu/menu.store.ts'
import { HIDDEN_ROLE, ROLE_WORDS } from '../menu/built-in-names.ts'

interface Loaded {
  person: ExplainedPerson
  grants: Grants
  roles: readonly (ExplainedRole & { deptIds: readonly string[] })[]
}

/**
 * Explains why a user may or may not do or see something: asks the same code that decides their calls, and names the
 * source of each right.
 */
export function createExplain({ db }: { db: Database }) {
  return {
    /** @throws AppError not-found for a user the caller does not see. */
    async user(userId: string, asker: Session, language: Language): Promise<ExplainedUser> {
      const loaded = await load(db, userId, asker, language)
      const { person, grants, roles } = loaded
      const { isDeptOff, mustChangePassword, mustEnrol, ...user } = person
      const wanted = new Set([...grants.deptIds, ...roles.flatMap(({ deptIds }) => deptIds)])
      const names = await readDeptNames(db, asker, [...wanted])
      const named = (ids: readonly string[]) =>
        ids.flatMap((id) => (names.has(id) ? [{ id, name: names.get(id)! }] : []))
      const hidden = (ids: readonly string[]) => ids.filter((id) => !names.has(id)).length
      return {
        user,
        standing: explainAccount({ status: user.status, isDeptOff, mustChangePassword, mustEnrol }),
        roles: roles.map(({ id, code, name, dataScope, isOn, deptIds }) => ({
          id,
          code,
          name,
          dataScope,
          isOn,
          depts: named(deptIds),
          hiddenDepts: hidden(deptIds),
        })),
        entries: await entriesOf(db, loaded, language),
        scope: {
          all: grants.allDepts,
          own: grants.own,
          depts: named(grants.deptIds).map((dept) => ({
            ...dept,
            through: roles.filter((role) => role.isOn && role.deptIds.includes(dept.id)).map(({ name }) => name),
          })),
          hiddenDepts: hidden(grants.deptIds),
        },
      }
    },

    /** @throws AppError not-found for a user or device out of the caller's scope. */
    async ask(
      question: { userId: string; key: string; deviceId?: string | undefined },
      asker: Session,
      language: Language,
    ): Promise<ExplainedAnswer> {
      const loaded = await load(db, question.userId, asker, language)
      const { person, grants, roles } = loaded
      const reasons = [
        ...explainAccount(person),
        ...explainKey(question.key, grants.keys.has(question.key), await entriesOf(db, loaded, language), roles),
      ]
      if (question.deviceId !== undefined) reasons.push(await explainDevice(db, loaded, asker, question.deviceId))
      return { may: reasons.every(({ holds }) => holds), reasons }
    },
  }
}

export type Explain = ReturnType<typeof createExplain>

async function load(db: Database, userId: string, asker: Session, language: Language): Promise<Loaded> {
  const person = await readPerson(db, asker, userId)
  if (!person) throw new AppError('not-found')
  const grants = await readGrants(db, person.id, person.deptId)
  const roles = await Promise.all(
    (await readRolesOf(db, asker, person.id)).map(async (role) => ({
      ...role,
      code: role.isSeen ? role.code : '',
      name: role.isSeen ? wordFor(ROLE_WORDS, role.code, role.name, language) : HIDDEN_ROLE[language],
      deptIds: await readDepts(db, [{ data_scope: role.dataScope, custom_depts: role.customDepts }], person.deptId),
    })),
  )
  return { person, grants, roles }
}

async function entriesOf(db: Database, { person, grants, roles }: Loaded, language: Language) {
  const [menu, grantors] = await Promise.all([readMenu(db, language), readGrantors(db, person.id)])
  return explainEntries(menu, grants, roles, grantors)
}

/** Asked with the very door that the user's own calls go through. */
async function sees(db: Database, { person, grants }: Loaded, deviceId: string): Promise<boolean> {
  const { allDepts: all, deptIds, own } = grants
  const scope = makeScope({ all, deptIds, own, userId: person.id, homeDeptId: person.deptId })
  try {
    await scopedDeviceId(db, { scope }, deviceId)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return false
    throw error
  }
}

async function explainDevice(db: Database, loaded: Loaded, asker: Session, deviceId: string): Promise<Reason> {
  const device = await readSeenDevice(db, asker, deviceId)
  if (!device) throw new AppError('not-found')
  const { roles, grants, person } = loaded
  const opening = (isOn: boolean) =>
    roles.filter((role) => role.isOn === isOn && role.deptIds.includes(device.deptId)).map(({ name }) => name)
  if (await sees(db, loaded, device.id)) {
    if (grants.allDepts) return { because: 'device-all', holds: true, names: allRoles(loaded) }
    const names = opening(true)
    if (names.length > 0) return { because: 'device-through-role', holds: true, names }
    return { because: 'device-own', holds: device.createBy === person.id, names: [] }
  }
  const off = [
    ...opening(false),
    ...roles.filter((role) => !role.isOn && role.dataScope === 'ALL').map(({ name }) => name),
  ]
  if (off.length > 0) return { because: 'device-role-off', holds: false, names: off }
  const names = [...(await readDeptNames(db, asker, [device.deptId])).values()]
  return { because: 'device-outside', holds: false, names }
}

function allRoles({ roles, grants }: Loaded): string[] {
  const all = roles.filter(({ isOn, dataScope }) => isOn && dataScope === 'ALL').map(({ name }) => name)
  return all.length > 0 || !grants.isAdmin ? all : roles.filter(({ isOn }) => isOn).map(({ name }) => name)
}
