import {
  askSwap,
  answerSwap,
  copyDuty,
  DUTY_MAX_DAYS,
  dutyDepts,
  dutyWeek,
  inLanguage,
  type OutputOf,
  setDuty,
  type Words,
} from '@sluice/contract'
import { addDays, AppError, dayOf, DEFAULT_ZONE } from '@sluice/kit'
import { recordOperation } from '../../platform/audit/audit.store.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Connection, Database } from '../../platform/db/db.ts'
import { type Api, type CallContext, mountOperation } from '../../platform/http/mount-operation.ts'
import { coversDept, type Session } from '../../platform/http/session.ts'
import { rowId } from '../../platform/resource/scoped.ts'
import { dayOfWeek, weekCells, weekDays, weekLater } from './duty.rules.ts'
import {
  addShifts,
  callable,
  clearShift,
  deptsWithRota,
  type Holiday,
  holidaysOf,
  lockShift,
  type LockedShift,
  seenDept,
  setAsked,
  shiftsOf,
  swapShift,
} from './duty.store.ts'

interface DutyDeps {
  db: Database
  clock: Clock
  deptZones(): Promise<ReadonlyMap<string, string>>
}

const OVER: Words = ['这一班已经结束', 'The shift is over']
const iso = (at: number) => new Date(at).toISOString()

/** Who is on duty: read by the week, planned by cells, swapped when both agree. */
export function mountDuty(api: Api, deps: DutyDeps): void {
  mountOperation(api, dutyDepts, async (_input, { session }) => {
    const depts = await deptsWithRota(deps.db, session, deps.clock.now())
    return depts.filter(({ id }) => coversDept(session.scope, id))
  })
  mountOperation(api, dutyWeek, (input, { session }) => week(deps, input, session))
  mountOperation(api, setDuty, (input, context) => set(deps, input, context))
  mountOperation(api, copyDuty, (input, context) => copy(deps, input, context))
  mountOperation(api, askSwap, (input, context) => ask(deps, input, context))
  mountOperation(api, answerSwap, (input, context) => answer(deps, input, context))
}

async function zoneOf({ deptZones }: DutyDeps, deptId: string): Promise<string> {
  return (await deptZones()).get(deptId) ?? DEFAULT_ZONE
}

/** @throws AppError `not-found` for a department that is not seen as a whole */
async function deptOf(db: Connection | Database, { scope }: Session, given: string) {
  const id = rowId(given)
  const dept = coversDept(scope, id) ? await seenDept(db, scope, id) : undefined
  if (!dept) throw new AppError('not-found')
  return dept
}

async function week(
  deps: DutyDeps,
  { deptId: given, monday }: { deptId: string; monday: string },
  session: Session,
): Promise<OutputOf<typeof dutyWeek>> {
  const { id: deptId } = await deptOf(deps.db, session, given)
  const zone = await zoneOf(deps, deptId)
  const days = weekDays(monday, zone)
  const cells = weekCells(monday, zone)
  const to = Math.max(days.at(-1)!, ...cells.map((cell) => cell.to))
  const holidays = await holidaysOf(deps.db, deptId, { from: monday, to: addDays(monday, 6) })
  return {
    zone,
    days: days.map(iso),
    cells: cells.map((cell) => ({ ...cell, from: iso(cell.from), to: iso(cell.to) })),
    holidays: holidays.map(({ id, date, name }) => ({ id, name, day: dayOfWeek(monday, date) })),
    shifts: await shiftsOf(deps.db, session, { deptId, from: days[0]!, to, now: deps.clock.now() }),
  }
}

interface SetInput {
  deptId: string
  from: string
  to: string
  noticeUserId: string | null
  holidayId?: string | undefined
}

async function set(deps: DutyDeps, input: SetInput, { session, ip, traceId }: CallContext): Promise<true> {
  const [from, to] = [Date.parse(input.from), Date.parse(input.to)]
  if (to <= from) throw new AppError('validation', { fields: { to: 'too-small' } })
  if (to - from > DUTY_MAX_DAYS * 86_400_000) throw new AppError('validation', { fields: { to: 'too-big' } })
  await deps.db.transaction(async (tx) => {
    const { id: deptId } = await deptOf(tx, session, input.deptId)
    const person = input.noticeUserId === null ? null : await personOf(tx, session, input.noticeUserId)
    const holiday = input.holidayId === undefined ? null : await holidayAt(tx, deps, { ...input, deptId, from })
    const place = { deptId, from, to, holidayId: holiday?.id ?? null }
    const before = await clearShift(tx, place)
    if (person) await addShifts(tx, [{ ...place, noticeUserId: person.id }])
    await recordOperation(tx, session, {
      action: setDuty.audit,
      targetIds: [deptId],
      deptId,
      before: { name: before },
      after: {
        name: person?.name ?? null,
        from: iso(from),
        to: iso(to),
        ...(holiday && { holiday: holiday.name }),
      },
      ip,
      traceId,
    })
  })
  return true
}

/** The holiday on whose day a shift begins. @throws AppError `validation` for another one */
async function holidayAt(
  tx: Connection,
  deps: DutyDeps,
  { deptId, from, holidayId }: { deptId: string; from: number; holidayId?: string | undefined },
): Promise<Holiday> {
  const day = dayOf(from, await zoneOf(deps, deptId))
  const found = (await holidaysOf(tx, deptId, { from: day, to: day })).find(({ id }) => id === holidayId)
  if (!found) throw new AppError('validation', { fields: { holidayId: 'not-found' } })
  return found
}

/** @throws AppError `validation` for somebody out of sight or switched off */
async function personOf(tx: Connection, { scope }: Session, given: string): Promise<{ id: string; name: string }> {
  const id = rowId(given)
  const person = await callable(tx, scope, id)
  if (!person) throw new AppError('validation', { fields: { noticeUserId: 'not-found' } })
  return { id, name: person.name }
}

async function copy(
  deps: DutyDeps,
  { deptId: given, monday }: { deptId: string; monday: string },
  { session, ip, traceId }: CallContext,
): Promise<number> {
  return deps.db.transaction(async (tx) => {
    const { id: deptId } = await deptOf(tx, session, given)
    const zone = await zoneOf(deps, deptId)
    const start = weekDays(monday, zone)[0]!
    const from = weekDays(addDays(monday, -7), zone)[0]!
    const last = await shiftsOf(tx, session, { deptId, from, to: start, now: deps.clock.now() })
    const later = (at: string) => weekLater(Date.parse(at), zone)
    // One that began before that week belongs to the week before.
    const shifts = last
      .filter(({ holidayId }) => holidayId === null)
      .map((shift) => ({ ...shift, from: later(shift.from), to: later(shift.to) }))
      .filter(({ from }) => from >= start)
    const copied = await addShifts(
      tx,
      shifts.map(({ noticeUserId, from, to }) => ({ deptId, noticeUserId, from, to, holidayId: null })),
    )
    await recordOperation(tx, session, {
      action: copyDuty.audit,
      targetIds: [deptId],
      deptId,
      before: null,
      after: { monday, shifts: copied },
      ip,
      traceId,
    })
    return copied
  })
}

/** @throws AppError `not-found`, `stale-version` */
async function shiftOf(
  tx: Connection,
  { clock }: DutyDeps,
  { scope }: Session,
  input: { id: string; version: number },
): Promise<LockedShift> {
  const shift = await lockShift(tx, scope, rowId(input.id), clock.now())
  if (!shift) throw new AppError('not-found')
  if (shift.version !== input.version) throw new AppError('stale-version')
  return shift
}

/** @throws AppError `not-permitted` for another account, `not-yet` once the shift is over: what was called then stays */
function checkSwap({ over }: LockedShift, userId: string | null, { session, language }: CallContext): void {
  if (userId !== session.userId && !session.keys.has('duty:edit'))
    throw new AppError('not-permitted', { needs: 'duty:edit' })
  if (over) throw new AppError('not-yet', { reason: inLanguage(OVER, language) })
}

interface AskInput {
  id: string
  version: number
  noticeUserId: string | null
}

async function ask(deps: DutyDeps, input: AskInput, context: CallContext): Promise<true> {
  const { session, ip, traceId } = context
  await deps.db.transaction(async (tx) => {
    const shift = await shiftOf(tx, deps, session, input)
    checkSwap(shift, shift.userId, context)
    const person = input.noticeUserId === null ? null : await personOf(tx, session, input.noticeUserId)
    if (person?.id === shift.noticeUserId) throw new AppError('validation', { fields: { noticeUserId: 'same-value' } })
    await setAsked(tx, shift.id, person?.id ?? null)
    await recordOperation(tx, session, {
      action: askSwap.audit,
      targetIds: [shift.deptId],
      deptId: shift.deptId,
      before: { asked: shift.askedName },
      after: { name: shift.name, asked: person?.name ?? null },
      ip,
      traceId,
    })
  })
  return true
}

interface AnswerInput {
  id: string
  version: number
  agree: boolean
}

/** @throws AppError `conflict` when nobody was asked, `not-permitted` when somebody else was, `not-yet` when it is over */
async function answer(deps: DutyDeps, input: AnswerInput, context: CallContext): Promise<true> {
  const { session, ip, traceId } = context
  await deps.db.transaction(async (tx) => {
    const shift = await shiftOf(tx, deps, session, input)
    if (shift.askedId === null) throw new AppError('conflict', { asked: null })
    checkSwap(shift, shift.askedUserId, context)
    if (input.agree) await swapShift(tx, shift.id)
    else await setAsked(tx, shift.id, null)
    await recordOperation(tx, session, {
      action: answerSwap.audit,
      targetIds: [shift.deptId],
      deptId: shift.deptId,
      before: { name: shift.name },
      after: { name: input.agree ? shift.askedName : shift.name, agree: input.agree },
      ip,
      traceId,
    })
  })
  return true
}
