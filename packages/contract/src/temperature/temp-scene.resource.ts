import { defineResource, type Row } from '../machine/resource.ts'

const TEMPERATURE = { kind: 'decimal', unit: '°C', measured: true, min: -100, max: 300, decimals: 1 } as const
const HUMIDITY = { kind: 'decimal', unit: '%RH', min: 0, max: 100, decimals: 1 } as const

/** What a place is to keep: the limits of every probe that is put into it and has none of its own. */
export const tempSceneResource = defineResource({
  name: 'tempScene',
  names: { many: ['温度场景', 'Temperature scenes'], one: ['温度场景', 'temperature scene'] },
  service: 'device',
  path: 'tempScene',
  table: 'temp_scene',
  permission: 'tempScene',
  scope: 'dept',
  display: 'name',
  fields: {
    name: { kind: 'text', label: ['名称', 'Name'], required: true, max: 50 },
    deptId: { kind: 'ref', to: 'dept', label: ['部门', 'Department'], required: true },
    lower: { ...TEMPERATURE, label: ['温度下限', 'Lowest temperature'] },
    upper: { ...TEMPERATURE, label: ['温度上限', 'Highest temperature'] },
    humLower: { ...HUMIDITY, label: ['湿度下限', 'Lowest humidity'] },
    humUpper: { ...HUMIDITY, label: ['湿度上限', 'Highest humidity'] },
    /** The probes in it that the reader sees. */
    probeCount: { kind: 'integer', label: ['探头数', 'Probes'], required: true, write: 'never' },
    remark: { kind: 'longText', label: ['备注', 'Remark'], max: 300 },
  },
  list: {
    columns: ['name', 'deptId', 'lower', 'upper', 'humLower', 'humUpper', 'probeCount', 'remark'],
    keyword: ['name'],
    filters: ['deptId'],
    sort: { field: 'name', order: 'asc' },
  },
  actions: ['insert', 'update', 'del', 'export', 'import'],
  rowActions: [
    {
      name: 'probes',
      label: ['查看探头', 'Open its probes'],
      to: ({ id }) => `/temperature/device-list?sceneId=${id}`,
    },
  ],
  whyKept: ({ probeCount }) =>
    probeCount > 0 ? ['场景中仍有探头，不能删除', 'It still has probes and cannot be deleted'] : null,
})
export type TempSceneRow = Row<typeof tempSceneResource>
