import { setWorkDays, workDayResource } from '@sluice/contract'
import type { Sql } from '@sluice/server/src/platform/db/db.ts'
import type { Prepare } from '../audited-world.ts'

/** The rows of days, in order. */
const rowsOf = async (db: Sql, ...dates: string[]) =>
  (
    await db.query<{ id: string }>(
      `select distinct on (date) id::text as id from ${workDayResource.table} where date = any($1::date[]) order by date, id desc`,
      [dates],
    )
  ).rows.map(({ id }) => id)

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
}
