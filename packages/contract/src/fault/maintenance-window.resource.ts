import { defineResource, type Row } from '../machine/resource.ts'
import type { Words } from '../machine/words.ts'

/** Why a window cannot be changed: its faults were given back, so a later end would hold nothing back. */
export function whyWindowFixed({ endedTime }: { endedTime?: string | null }): Words | null {
  return endedTime ? ['检修已经结束，请新建一个', 'The window has ended: add another one'] : null
}

/**
 * Maintenance windows: what begins on their devices within them is recorded, but neither counted nor pushed. One covers
 * the devices of a department and those below, or those of them in an area or a group, or one of them with its slaves.
 * It ends by itself, and says then how many of its faults are still active: those are told. One that has ended is not changed
 * (`not-yet`).
 */
export const maintenanceWindowResource = defineResource({
  name: 'maintenanceWindow',
  names: { many: ['检修窗口', 'Maintenance windows'], one: ['检修窗口', 'maintenance window'] },
  service: 'device',
  path: 'maintenanceWindow',
  table: 'maintenance_window',
  permission: 'maintenanceWindow',
  scope: 'dept',
  display: 'name',
  fields: {
    name: { kind: 'text', label: ['名称', 'Name'], required: true, max: 60 },
    deptId: { kind: 'ref', to: 'dept', label: ['部门', 'Department'], required: true, write: 'insert' },
    areaId: { kind: 'ref', to: 'area', label: ['只限片区', 'Only this area'], write: 'insert' },
    groupId: { kind: 'ref', to: 'deviceGroup', label: ['只限分组', 'Only this group'], write: 'insert' },
    deviceId: { kind: 'ref', to: 'device', label: ['只限设备', 'Only this device'], write: 'insert' },
    fromTime: { kind: 'time', label: ['开始', 'From'], required: true },
    toTime: { kind: 'time', label: ['结束', 'To'], required: true },
    reason: { kind: 'longText', label: ['事由', 'Reason'], max: 300 },
    /** When its faults were given back. */
    endedTime: { kind: 'time', label: ['已结束于', 'Ended at'], write: 'never' },
    /** Faults that began within it. */
    faults: { kind: 'integer', label: ['期间故障', 'Faults within'], required: true, write: 'never' },
    stillActive: { kind: 'integer', label: ['尚未恢复', 'Still active'], required: true, write: 'never' },
  },
  list: {
    columns: ['name', 'deptId', 'areaId', 'groupId', 'deviceId', 'fromTime', 'toTime', 'faults', 'stillActive'],
    keyword: ['name', 'reason'],
    filters: ['deptId', 'areaId', 'groupId', 'deviceId'],
    ranges: ['fromTime'],
    sort: { field: 'fromTime', order: 'desc' },
  },
  form: ['name', 'deptId', 'areaId', 'groupId', 'deviceId', 'fromTime', 'toTime', 'reason'],
  actions: ['insert', 'update', 'del', 'export'],
  noImport: 'Few, and each is looked at.',
  whyFixed: (row) => whyWindowFixed(row),
  rowActions: [
    {
      name: 'faults',
      label: ['故障', 'Faults'],
      to: ({ id }) => `/fault/fault-device?maintenanceId=${id}&conditionState=`,
    },
  ],
})
export type MaintenanceWindowRow = Row<typeof maintenanceWindowResource>
