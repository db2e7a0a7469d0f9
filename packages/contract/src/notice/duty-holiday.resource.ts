import { defineResource, type Row } from '../machine/resource.ts'

/**
 * Days on which a department and those below it have another rota (domain 6.2): whoever is on duty for the holiday is called, and
 * the usual rota only where nobody is.
 */
export const dutyHolidayResource = defineResource({
  name: 'dutyHoliday',
  names: { many: ['值班节假日', 'Duty holidays'], one: ['节假日', 'holiday'] },
  plain: true,
  service: 'device',
  path: 'dutyHoliday',
  table: 'duty_holiday',
  permission: 'dutyHoliday',
  scope: 'dept',
  display: 'name',
  fields: {
    day: { kind: 'date', label: ['日期', 'Day'], required: true, write: 'insert' },
    name: { kind: 'text', label: ['名称', 'Name'], required: true, max: 40 },
    deptId: { kind: 'ref', to: 'dept', label: ['部门', 'Department'], required: true, write: 'insert' },
  },
  list: {
    columns: ['day', 'name', 'deptId'],
    keyword: ['name'],
    filters: ['deptId'],
    sorts: ['day'],
    sort: { field: 'day', order: 'desc' },
  },
  actions: ['insert', 'update', 'del', 'export', 'import'],
})
export type DutyHolidayRow = Row<typeof dutyHolidayResource>
