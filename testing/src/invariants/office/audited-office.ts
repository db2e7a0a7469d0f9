import { setWorkDays, userResource, workDayResource } from '@sluice/contract'
import type { Sql } from '@sluice/server/src/platform/db/db.ts'
import { PASSWORD } from '../../platform/people.ts'
import type { AuditedWorld, Prepare } from '../audited-world.ts'

/** The rows of days, in order. */
const rowsOf = async (db: Sql, ...dates: string[]) =>
  (
    await db.query<{ id: string }>(
      `select distinct on (date) id::text as id from ${workDayResource.table} where date = any($1::date[]) order by date, id desc`,
      [dates],
    )
  ).rows.map(({ id }) => id)

let people = 0
/** Somebody of a department who has worked since 2010. */
const worker = ({ test, dept }: AuditedWorld) => {
  const username = `worker${++people}`
  const person = { username, nickName: username, deptId: dept, password: PASSWORD, status: 'NORMAL' }
  return test.admin.insert(userResource, { ...person, seniorityFrom: '2010-01-01' })
}

/** Of the office. */
export const officeCalls: Readonly<Record<string, Prepare>> = {
  '/flow/v1/workDay/set': async ({ test }) => ({
    input: { days: [{ date: '2095-10-01', kind: 'HOLIDAY', name: 'audited' }] },
    targets: () => rowsOf(test.db, '2095-10-01'),
  }),
  '/flow/v1/workDay/clear': async ({ test }) => {
    const dates = ['2095-05-01', '2095-05-02']
    await test.admin.call(setWorkDays, { days: dates.map((date) => ({ date, kind: 'HOLIDAY' as const })) })
    return { input: { dates }, targets: await rowsOf(test.db, ...dates) }
  },
  '/flow/v1/leaveBalance/grant': async (world) => {
    const userId = await worker(world)
    return { input: { year: 2026, userIds: [userId] }, targets: [userId], dept: world.dept }
  },
  '/flow/v1/leaveBalance/adjust': async (world) => {
    const userId = await worker(world)
    const input = { userId, year: 2026, type: 'COMP', halves: 3, reason: 'audited' }
    return { input, targets: [userId], dept: world.dept }
  },
}
