import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'

const id = z.string().min(1).max(40)
const time = z.iso.datetime({ offset: true })

/** Times of a day that a rota is planned in, on the wall clock of the department. */
export const DUTY_BANDS = [
  { name: 'DAY', from: '08:00', to: '20:00' },
  { name: 'NIGHT', from: '20:00', to: '08:00' },
] as const
/** The longest shift, days. */
export const DUTY_MAX_DAYS = 31

const shiftSchema = z.object({
  id: z.string(),
  version: z.int(),
  from: z.string(),
  to: z.string(),
  noticeUserId: z.string(),
  name: z.string(),
  /** The holiday that it is for; null: of the usual rota. */
  holidayId: z.string().nullable(),
  /** Whom the shift was swapped from; null where it never was. */
  swappedFromName: z.string().nullable(),
  /** Who was asked to take it and has not answered: until they agree, the other one is called. The question ends with the shift. */
  askedId: z.string().nullable(),
  askedName: z.string().nullable(),
  /** The caller has the shift or plans the rota, and it is not over. */
  mayAsk: z.boolean(),
  /** The caller may answer for who was asked. */
  mayAnswer: z.boolean(),
})
export type DutyShift = z.output<typeof shiftSchema>

/** The departments in sight that have somebody on duty now or later, the caller's own first, then from the top down. */
export const dutyDepts = defineOperation({
  title: ['有值班表的部门', 'Departments with a rota'],
  method: 'GET',
  path: '/device/v1/duty/depts',
  access: { key: 'duty:list' },
  tenant: 'scope',
  input: z.strictObject({}),
  output: z.array(z.object({ id: z.string(), name: z.string() })),
})

/** The rota of a department for a week that begins on this day of its calendar. */
export const dutyWeek = defineOperation({
  title: ['一周的值班', 'Rota of a week'],
  method: 'GET',
  path: '/device/v1/duty/week',
  access: { key: 'duty:list' },
  tenant: { row: 'dept', in: 'deptId' },
  input: z.strictObject({ deptId: id, monday: z.iso.date() }),
  output: z.object({
    zone: z.string(),
    /** The beginning of each of the seven days, and the end of the last. */
    days: z.array(z.string()).length(8),
    /** One for each band and day: where it begins and ends. */
    cells: z.array(z.object({ day: z.int(), band: z.string(), from: z.string(), to: z.string() })),
    /** Those of the department and of departments above it; `day` counts from Monday. */
    holidays: z.array(z.object({ id: z.string(), day: z.int(), name: z.string() })),
    shifts: z.array(shiftSchema),
  }),
})

/** Puts a person on duty for exactly this time, of the usual rota or of a holiday, or nobody with null. */
export const setDuty = defineOperation({
  title: ['排班', 'Put on duty'],
  method: 'POST',
  path: '/device/v1/duty/set',
  access: { key: 'duty:edit' },
  callers: 'people',
  tenant: { row: 'dept', in: 'deptId' },
  audit: 'duty.set',
  input: z.strictObject({ deptId: id, from: time, to: time, noticeUserId: id.nullable(), holidayId: id.optional() }),
  output: z.literal(true),
})

/** Copies the usual rota of the week before into this one, where it has no shift at the same time; answers how many. */
export const copyDuty = defineOperation({
  title: ['复制上周排班', 'Copy the rota of last week'],
  method: 'POST',
  path: '/device/v1/duty/copy',
  access: { key: 'duty:edit' },
  callers: 'people',
  tenant: { row: 'dept', in: 'deptId' },
  audit: 'duty.copy',
  input: z.strictObject({ deptId: id, monday: z.iso.date() }),
  output: z.int(),
})

/**
 * Asks another person to take a shift, or takes the question back with null: for who has the shift, or plans the rota
 * (else `not-permitted`), until it is over (`not-yet` with the `reason`).
 */
export const askSwap = defineOperation({
  title: ['提出换班', 'Ask for a swap'],
  method: 'POST',
  path: '/device/v1/duty/ask',
  access: { key: 'duty:swap' },
  callers: 'people',
  tenant: { row: 'dutyShift', in: 'id' },
  audit: 'duty.ask',
  input: z.strictObject({ id, version: z.int(), noticeUserId: id.nullable() }),
  output: z.literal(true),
})

/** The answer of who was asked, or of somebody who plans the rota for them, until the shift is over (`not-yet`). */
export const answerSwap = defineOperation({
  title: ['回答换班', 'Answer a swap'],
  method: 'POST',
  path: '/device/v1/duty/answer',
  access: { key: 'duty:swap' },
  callers: 'people',
  tenant: { row: 'dutyShift', in: 'id' },
  audit: 'duty.answer',
  input: z.strictObject({ id, version: z.int(), agree: z.boolean() }),
  output: z.literal(true),
})
