import { z } from 'zod'
import { defineOperation } from '../../machine/operation.ts'
import { WORK_DAY_KINDS } from './work-day.resource.ts'

/** A whole year at once, with a leap day. */
const DAYS_MOST = 366

const daySchema = z.strictObject({
  date: z.iso.date(),
  kind: z.enum(WORK_DAY_KINDS),
  name: z.string().trim().max(40).nullable().default(null),
})
export type WorkDay = z.output<typeof daySchema>

/** Days as a file of JSON holds them, and as they are set: each date once. */
export const workDaysSchema = z
  .array(daySchema)
  .min(1)
  .max(DAYS_MOST)
  .refine((days) => new Set(days.map(({ date }) => date)).size === days.length)

const SAME_FOR_ALL = { none: 'the calendar is that of the installation, the same for everybody' } as const

/** The days of a year that depart from the ordinary week, and the years that have a calendar. */
export const workYear = defineOperation({
  title: ['一年的工作日历', 'Work calendar of a year'],
  method: 'GET',
  path: '/flow/v1/workDay/year',
  access: { key: 'workDay:list' },
  tenant: SAME_FOR_ALL,
  input: z.strictObject({ year: z.coerce.number().int().min(1950).max(2200) }),
  output: z.object({ days: z.array(daySchema), years: z.array(z.int()) }),
})

/** Sets several days at once, whatever they were; answers how many are other than before. */
export const setWorkDays = defineOperation({
  title: ['设置工作日历', 'Set days of the work calendar'],
  method: 'POST',
  path: '/flow/v1/workDay/set',
  access: { key: 'workDay:edit' },
  callers: 'people-and-programs',
  tenant: SAME_FOR_ALL,
  audit: 'workDay.set',
  input: z.strictObject({ days: workDaysSchema }),
  output: z.int(),
})

/** Makes days ordinary ones again; answers how many were other. */
export const clearWorkDays = defineOperation({
  title: ['恢复为平常日', 'Make days ordinary again'],
  method: 'POST',
  path: '/flow/v1/workDay/clear',
  access: { key: 'workDay:del' },
  callers: 'people-and-programs',
  tenant: SAME_FOR_ALL,
  audit: 'workDay.clear',
  input: z.strictObject({ dates: z.array(z.iso.date()).min(1).max(DAYS_MOST) }),
  output: z.int(),
})
