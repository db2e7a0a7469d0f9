import { defineResource } from '../../machine/resource.ts'

/** What the calendar says of a day (domain 9.1). A day without a row is an ordinary one: its weekday decides. */
export const WORK_DAY_KINDS = ['HOLIDAY', 'ADJUST_WORK', 'RESTDAY', 'WORKDAY'] as const
export type WorkDayKind = (typeof WORK_DAY_KINDS)[number]

/**
 * The work calendar of the installation, the days on which it departs from the ordinary week. The public notice of a year is data
 * that somebody brings, never computed (domain 9.4): a year without rows has no calendar.
 */
export const workDayResource = defineResource({
  name: 'workDay',
  names: { many: ['工作日历', 'Work calendar'], one: ['日历日', 'calendar day'] },
  service: 'flow',
  path: 'workDay',
  table: 'work_day',
  permission: 'workDay',
  scope: 'none',
  display: 'date',
  fields: {
    date: { kind: 'date', required: true, write: 'insert', unique: true },
    kind: { kind: 'enum', required: true, enumName: 'workDayKind', values: WORK_DAY_KINDS },
    name: { kind: 'text', max: 40 },
  },
  list: {
    columns: ['date', 'kind', 'name'],
    keyword: ['name'],
    filters: ['kind'],
    sorts: ['date'],
    sort: { field: 'date', order: 'asc' },
  },
  actions: ['insert', 'update', 'del', 'export', 'import'],
})
