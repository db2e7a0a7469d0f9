import { defineResource } from '@sluice/contract'

/** The crops of a district. */
export const cropResource = defineResource({
  name: 'crop',
  names: { many: ['作物', 'Crops'], one: ['作物', 'crop'] },
  plain: true,
  service: 'device',
  path: 'crop',
  table: 'crop',
  permission: 'crop',
  scope: 'dept',
  display: 'name',
  fields: {
    name: { kind: 'text', label: ['作物名称', 'Crop'], required: true, unique: true, max: 40 },
    deptId: { kind: 'ref', to: 'dept', label: ['所属部门', 'Department'], required: true },
    waterMm: { kind: 'integer', label: ['需水量 mm', 'Water need, mm'], min: 0, max: 2000 },
  },
  list: { columns: ['name', 'deptId', 'waterMm'], keyword: ['name'], filters: ['deptId'] },
  actions: ['insert', 'update', 'del', 'export', 'import'],
  rowActions: [{ name: 'rainfed', label: ['改为雨养', 'Rain-fed'], change: () => ({ waterMm: 0 }) }],
})
