import {
  adjustLeave,
  BALANCE_PEOPLE_MOST,
  grantAnnualLeave,
  leaveBalances,
  leaveLedger,
  type OutputOf,
  type PersonBalance,
} from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { z } from 'zod'
import { recordOperation } from '../../../platform/audit/audit.store.ts'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Connection, Database } from '../../../platform/db/db.ts'
import { type Api, type CallContext, mountOperation } from '../../../platform/http/mount-operation.ts'
import { nameOf, type Session } from '../../../platform/http/session.ts'
import { rowId } from '../../../platform/resource/scoped.ts'
import { annualHalves, serviceYears } from './annual.rules.ts'
import { addLine, type KnownPerson, linesOf, lockBalance, peopleWithLeave } from './balance.store.ts'

export interface BalanceDeps {
  db: Database
  clock: Clock
}

/** What people have of each type of leave, granted by seniority and adjusted for a reason. */
export function mountBalances(api: Api, deps: BalanceDeps): void {
  const { db } = deps
  mountOperation(api, leaveBalances, async ({ year, deptId }, { session }) => {
    const limit = BALANCE_PEOPLE_MOST + 1
    const given = deptId === undefined ? undefined : rowId(deptId)
    const people = await peopleWithLeave(db, session.scope, { year, deptId: given, limit })
    return {
      people: people.slice(0, BALANCE_PEOPLE_MOST).map((person) => due(person, year)),
      more: people.length === limit,
    }
  })
  mountOperation(api, leaveLedger, async ({ userId, year }, { session }): Promise<OutputOf<typeof leaveLedger>> => {
    const lines = await linesOf(db, session.scope, { userId: rowId(userId), year })
    if (!lines) throw new AppError('not-found')
    return lines
  })
  mountOperation(api, grantAnnualLeave, (input, context) => grant(deps, input, context))
  mountOperation(api, adjustLeave, (input, context) => adjust(deps, input, context))
}

/** A person with what the year would be granted by. */
function due({ deptId: _deptId, ...person }: KnownPerson, year: number): PersonBalance {
  const years = person.seniorityFrom === null ? null : serviceYears(person.seniorityFrom, year)
  return { ...person, serviceYears: years, dueHalves: years === null ? 0 : annualHalves(years) }
}

/** @throws AppError `not-found` when one of them is out of sight */
async function inSight(
  tx: Connection,
  { scope }: Session,
  { year, userIds }: { year: number; userIds: readonly string[] },
): Promise<KnownPerson[]> {
  const ids = [...new Set(userIds.map(rowId))]
  const people = await peopleWithLeave(tx, scope, { year, ids, limit: ids.length })
  if (people.length < ids.length) throw new AppError('not-found')
  // Always in one order, so that two who grant at once wait for each other.
  return people.toSorted((a, b) => Number(a.userId) - Number(b.userId))
}

async function grant(
  { db, clock }: BalanceDeps,
  { year, userIds }: { year: number; userIds: string[] },
  { session, ip, traceId }: CallContext,
): Promise<number> {
  const by = { id: session.userId, name: nameOf(session) }
  return db.transaction(async (tx) => {
    let granted = 0
    for (const person of await inSight(tx, session, { year, userIds })) {
      const { serviceYears: years, dueHalves } = due(person, year)
      if (years === null || dueHalves === 0) continue
      const { userId, deptId } = person
      const balance = await lockBalance(tx, { userId, year, type: 'ANNUAL' })
      const line = { balanceId: balance.id, halves: dueHalves, serviceYears: years, by, at: clock.now() }
      if (!(await addLine(tx, line))) continue
      granted += 1
      await recordOperation(tx, session, {
        action: grantAnnualLeave.audit,
        targetIds: [userId],
        deptId,
        before: null,
        after: { year, days: dueHalves / 2, serviceYears: years },
        ip,
        traceId,
      })
    }
    return granted
  })
}

async function adjust(
  { db, clock }: BalanceDeps,
  { userId: given, year, type, halves, reason }: z.output<typeof adjustLeave.input>,
  { session, ip, traceId }: CallContext,
): Promise<true> {
  const by = { id: session.userId, name: nameOf(session) }
  await db.transaction(async (tx) => {
    const [person] = await inSight(tx, session, { year, userIds: [given] })
    const { userId, deptId } = person!
    const balance = await lockBalance(tx, { userId, year, type })
    const left = balance.halves + halves
    if (left < 0) throw new AppError('validation', { fields: { halves: 'too-small' } })
    await addLine(tx, { balanceId: balance.id, halves, reason, by, at: clock.now() })
    await recordOperation(tx, session, {
      action: adjustLeave.audit,
      targetIds: [userId],
      deptId,
      before: { year, type, days: balance.halves / 2 },
      after: { year, type, days: left / 2, reason },
      ip,
      traceId,
    })
  })
  return true
}
