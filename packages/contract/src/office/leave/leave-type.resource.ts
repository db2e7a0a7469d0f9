import { defineResource, type Row } from '../../machine/resource.ts'
import { COUNT_INS } from './leave-count.ts'

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
      label: ['类型', 'Type'],
      enumName: 'leaveType',
      values: LEAVE_TYPES,
      required: true,
      write: 'never',
    },
    countIn: { kind: 'enum', label: ['怎么算', 'Counted in'], enumName: 'countIn', values: COUNT_INS, required: true },
    /** The days of one leave that are usual; null: none are said. */
    quotaDays: { kind: 'integer', label: ['一般天数', 'Usual days'], min: 1, max: 366 },
    /** A leave longer than this many days wants a certificate; null: none does. */
    certificateAfterDays: { kind: 'integer', label: ['超过几天要证明', 'Certificate beyond days'], min: 0, max: 366 },
    enabled: { kind: 'boolean', label: ['启用', 'Enabled'], required: true },
    sort: { kind: 'integer', label: ['排序', 'Order'], min: 0, max: 9999 },
  },
  list: {
    columns: ['code', 'countIn', 'quotaDays', 'certificateAfterDays', 'enabled', 'sort'],
    filters: ['enabled'],
    sort: { field: 'sort', order: 'asc' },
  },
  actions: ['update', 'export'],
})
export type LeaveTypeRow = Row<typeof leaveTypeResource>
