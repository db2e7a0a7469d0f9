import type { FlowApprover, FlowModel, FormValues, Steered } from '@sluice/contract'
import type { Sql } from '../../../platform/db/db.ts'
import { idsNamed } from '../engine/flow-named.rules.ts'
import type { Asked } from '../engine/flow-event.rules.ts'
import type { Member, Organisation } from '../flow.ports.ts'
import { readDeputies } from './deputy.store.ts'

/** Whom an instance is about, and where its flow is at home. */
export interface Circle {
  starter: Member
  /** The department whose flow it is: roles and positions are looked for there and below. */
  deptId: string
  /** Its organisation: nobody outside of it is asked. */
  tenantId: string
  values: FormValues
  /** Whom the starter chose, by step. */
  chosen: Readonly<Record<string, readonly string[]>>
}

/** Who is asked at a step, in their order, each once; a deputy stands for who is away. */
export async function approversOf(
  organisation: Organisation,
  db: Sql,
  { id, approver }: { id: string; approver: FlowApprover },
  circle: Circle,
  now: Date,
): Promise<Asked[]> {
  const ids = [...new Set(await candidatesOf(organisation, db, approver, circle, id))]
  return withDeputies(organisation, db, ids, { now, tenantId: circle.tenantId })
}

/** These people as they are now: those who are gone left out, those who are away by their deputies. */
async function withDeputies(
  organisation: Organisation,
  db: Sql,
  ids: readonly string[],
  { now, tenantId }: { now: Date; tenantId: string },
): Promise<Asked[]> {
  if (ids.length === 0) return []
  const deputies = await readDeputies(db, ids, now)
  const people = await organisation.members(db, [...new Set([...ids, ...deputies.values()])])
  const asked = new Map<string, Asked>()
  for (const id of ids) {
    const deputy = deputies.get(id)
    const stands = deputy !== undefined && isThere(people.get(deputy), tenantId) ? deputy : undefined
    const userId = stands ?? id
    if (isThere(people.get(userId), tenantId) && !asked.has(userId))
      asked.set(userId, stands ? { userId, forUserId: id } : { userId })
  }
  return [...asked.values()]
}

/** Whether a person can be asked: of the organisation, and not gone. */
export function isThere(person: Member | undefined, tenantId: string): person is Member {
  return person?.isActive === true && person.line.includes(tenantId)
}

/** The organisation of a line of departments: the one below the root, or the root itself. */
export function tenantIn(line: readonly string[]): string {
  const tenant = line.at(-2) ?? line.at(-1)
  if (tenant === undefined) throw new Error('a department without a line')
  return tenant
}

async function candidatesOf(
  organisation: Organisation,
  db: Sql,
  approver: FlowApprover,
  { starter, deptId, values, chosen }: Circle,
  step: string,
): Promise<readonly string[]> {
  switch (approver.by) {
    case 'USERS':
      return approver.users
    case 'DIRECTOR': {
      const above = await headsAbove(organisation, db, starter, approver.level - 1)
      return above.slice(0, 1)
    }
    case 'CHAIN':
      return headsAbove(organisation, db, starter, 0, approver.level ?? undefined)
    case 'ROLE':
      return organisation.holders(db, deptId, { roleIds: approver.roles })
    case 'POSITION':
      return organisation.holders(db, deptId, { position: approver.position })
    case 'CHOSEN':
      return chosen[step] ?? []
    case 'STARTER':
      return [starter.id]
    case 'FIELD': {
      const person = values[approver.formId]
      return typeof person === 'string' ? [person] : []
    }
  }
}

/** Heads of a person's departments from one level to another, upwards; nobody is their own head, and a post may be empty. */
export async function headsAbove(
  organisation: Organisation,
  db: Sql,
  { id, line }: Pick<Member, 'id' | 'line'>,
  from = 0,
  to = line.length,
): Promise<string[]> {
  const heads = await organisation.heads(db, line)
  return line.slice(from, to).flatMap((dept) => {
    const head = heads.get(dept)
    return head && head !== id ? [head] : []
  })
}

/** What conditions compare: the starter, and the people and departments that the form names. */
export async function steeredBy(
  organisation: Organisation,
  db: Sql,
  { form }: Pick<FlowModel, 'form'>,
  starter: Member,
  values: FormValues,
): Promise<Steered> {
  const [people, depts] = [idsNamed(form, values, 'USER'), idsNamed(form, values, 'DEPT')]
  const members = people.length > 0 ? await organisation.members(db, people) : new Map<string, Member>()
  const lines =
    depts.length > 0 ? await organisation.deptLines(db, depts) : new Map<string, { line: readonly string[] }>()
  return {
    starter: { id: starter.id, deptIds: starter.line },
    places: new Map([
      ...[...members].map(([id, { line }]) => [id, { id, deptIds: line }] as const),
      ...[...lines].map(([id, { line }]) => [id, { id, deptIds: line }] as const),
    ]),
  }
}
