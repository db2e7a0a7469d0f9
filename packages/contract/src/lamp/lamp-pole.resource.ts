import { defineResource, type Row } from '../machine/resource.ts'

/** Where a lamp hangs, on which loop, and what it draws when it is bright (domain 2.3). */
export const lampPoleResource = defineResource({
  name: 'lampPole',
  names: { many: ['灯杆档案', 'Lamp poles'], one: ['灯杆', 'lamp pole'] },
  service: 'device',
  path: 'lampPole',
  table: 'lamp_pole',
  permission: 'lampPole',
  scope: 'device',
  display: 'poleNo',
  fields: {
    poleNo: { kind: 'text', label: ['杆号', 'Pole no.'], required: true, max: 40 },
    /** One pole for each lamp. */
    deviceId: { kind: 'ref', to: 'device', label: ['灯具', 'Lamp'], required: true },
    /** That of its device. */
    deptId: { kind: 'ref', to: 'dept', label: ['部门', 'Department'], write: 'never' },
    loopNo: { kind: 'text', label: ['回路', 'Loop'], max: 40 },
    ratedW: { kind: 'decimal', label: ['额定功率', 'Rated power'], unit: 'W', min: 0.1, max: 100_000, decimals: 1 },
    remark: { kind: 'longText', label: ['备注', 'Remark'], max: 300 },
  },
  list: {
    columns: ['poleNo', 'deviceId', 'deptId', 'loopNo', 'ratedW', 'remark'],
    keyword: ['poleNo', 'loopNo'],
    filters: ['loopNo', 'deviceId', 'deptId'],
    sort: { field: 'poleNo', order: 'asc' },
  },
  actions: ['insert', 'update', 'del', 'export', 'import'],
  rowActions: [
    { name: 'device', label: ['打开设备', 'Open the device'], to: ({ deviceId }) => `/device/detail/${deviceId}` },
  ],
})
export type LampPoleRow = Row<typeof lampPoleResource>
