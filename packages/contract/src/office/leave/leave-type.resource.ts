import { defineResource, type Row } from '../../machine/resource.ts'

/** Whether every day of a leave counts, or only those that would be worked (domain 9.4). */
const COUNT_INS = ['WORKING', 'NATURAL'] as const
export type CountIn = (typeof COUNT_INS)[number]

/** The types of leave (domain 9.4). */
export const LEAVE_TYPES = [
  'ANNUAL',
  'PERSONAL',
  'COMP',
  'SICK',
  'MARRIAGE',
  'BEREAVEMENT',
  'MATERNITY',
  'PATERNITY',
  'INJURY',
] as const
export type LeaveType = (typeof LEAVE_TYPES)[number]

/** The rules of each type of leave: how its days are counted, and what is usual. Places add to them, so they are data. */
export const leaveTypeResource = defineResource({
  name: 'leaveType',
  names: { many: ['假期类型', 'Leave types'], one: ['假期类型', 'leave type'] },
  plain: true,
  service: 'flow',
  path: 'leaveType',
  table: 'leave_type',
  permission: 'leaveType',
  scope: 'none',
  display: 'code',
  fields: {
    code: {
      kind: 'enum',
      enumName: 'leaveType',
      values: LEAVE_TYPES,
      required: true,
      write: 'never',
    },
    countIn: { kind: 'enum', enumName: 'countIn', values: COUNT_INS, required: true },
    /** The days of one leave that are usual; null: none are said. */
    quotaDays: { kind: 'integer', min: 1, max: 366 },
    /** A leave longer than this many days wants a certificate; null: none does. */
    certificateAfterDays: { kind: 'integer', min: 0, max: 366 },
    enabled: { kind: 'boolean', required: true },
    sort: { kind: 'integer', min: 0, max: 9999 },
  },
  list: {
    columns: ['code', 'countIn', 'quotaDays', 'certificateAfterDays', 'enabled', 'sort'],
    filters: ['enabled'],
    sort: { field: 'sort', order: 'asc' },
  },
  actions: ['update', 'export'],
})
export type LeaveTypeRow = Row<typeof leaveTypeResource>
