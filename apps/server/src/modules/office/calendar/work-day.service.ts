import { clearWorkDays, setWorkDays, type WorkDay, workDayResource, workYear } from '@sluice/contract'
import { recordOperation } from '../../../platform/audit/audit.store.ts'
import type { Connection, Database } from '../../../platform/db/db.ts'
import { type Api, type CallContext, mountOperation } from '../../../platform/http/mount-operation.ts'
import { mountResource } from '../../../platform/resource/mount-resource.ts'
import { calendarYears, type ChangedDay, daysOfYear, forgetDays, saveDays } from './work-day.store.ts'

interface CalendarDeps {
  db: Database
}

/** The work calendar: its rows, a year of it, and many days set at once. */
export function mountWorkDays(api: Api, { db }: CalendarDeps): void {
  mountResource(api, workDayResource)
  mountOperation(api, workYear, async ({ year }) => ({
    days: await daysOfYear(db, year),
    years: await calendarYears(db),
  }))
  mountOperation(api, setWorkDays, ({ days }, context) => {
    const now = new Map(days.map((day) => [day.date, day]))
    const work = (tx: Connection) => saveDays(tx, days, context.session.userId)
    return change({ db, context, action: setWorkDays.audit }, work, (date) => now.get(date) ?? null)
  })
  mountOperation(api, clearWorkDays, ({ dates }, context) => {
    const work = (tx: Connection) => forgetDays(tx, dates, context.session.userId)
    return change({ db, context, action: clearWorkDays.audit }, work, () => null)
  })
}

interface Changing extends CalendarDeps {
  context: CallContext
  action: string
}

/** Changes days, and says in one line of the operation log what they were and are. */
async function change(
  { db, context: { session, ip, traceId }, action }: Changing,
  work: (tx: Connection) => Promise<ChangedDay[]>,
  nowOf: (date: string) => WorkDay | null,
): Promise<number> {
  const changed = await db.transaction(async (tx) => {
    const days = await work(tx)
    if (days.length === 0) return days
    await recordOperation(tx, session, {
      action,
      targetIds: days.map(({ id }) => id),
      before: { days: days.map(({ date, before }) => ({ date, ...before })) },
      after: { days: days.map(({ date }) => ({ ...nowOf(date), date })) },
      ip,
      traceId,
    })
    return days
  })
  return changed.length
}
