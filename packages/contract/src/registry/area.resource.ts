import { defineResource, detailTab, type Row } from '../machine/resource.ts'
import { deviceResource } from './device.resource.ts'
import { AREA_KIND_WORDS, AREA_KINDS } from './device-words.ts'

/** A place in the tree of places (domain 2.1). Its boundary is land of the map, drawn or imported there. */
export const areaResource = defineResource({
  name: 'area',
  names: { many: ['区域', 'Areas'], one: ['区域', 'area'] },
  service: 'device',
  path: 'area',
  table: 'area',
  permission: 'area',
  scope: 'dept',
  display: 'name',
  fields: {
    name: { kind: 'text', label: ['名称', 'Name'], required: true, max: 50 },
    parentId: { kind: 'ref', to: 'area', label: ['上级区域', 'Part of'] },
    kind: {
      kind: 'enum',
      label: ['类别', 'Kind'],
      enumName: 'areaKind',
      values: AREA_KINDS,
      fallback: 'DISTRICT',
      words: AREA_KIND_WORDS,
      required: true,
    },
    deptId: { kind: 'ref', to: 'dept', label: ['部门', 'Department'], required: true },
    adcode: { kind: 'text', label: ['行政区划代码', 'Division code'], max: 12, pattern: '[0-9]{2,12}' },
    areaMu: { kind: 'decimal', label: ['面积（亩）', 'Size (mu)'], min: 0, max: 100_000_000, decimals: 2 },
    /** A feature of the kind AREA. */
    boundaryId: { kind: 'ref', to: 'geoFeature', label: ['边界', 'Boundary'] },
    sort: { kind: 'integer', label: ['排序', 'Order'], min: 0, max: 9999 },
    /** The devices in it and in the areas below that the reader sees. */
    deviceCount: { kind: 'integer', label: ['设备数', 'Devices'], required: true, write: 'never' },
    remark: { kind: 'longText', label: ['备注', 'Remark'], max: 300 },
  },
  list: {
    columns: ['name', 'kind', 'deptId', 'adcode', 'areaMu', 'boundaryId', 'deviceCount', 'sort'],
    keyword: ['name', 'adcode'],
    filters: ['kind', 'deptId'],
    sort: { field: 'sort', order: 'asc' },
  },
  tree: { parent: 'parentId', way: true },
  detail: {
    facts: ['kind', 'parentId', 'deptId', 'adcode', 'areaMu', 'boundaryId', 'deviceCount', 'remark'],
    tabs: [detailTab({ name: 'devices', label: ['设备', 'Devices'], of: deviceResource, by: 'areaId' })],
    timeline: true,
  },
  actions: ['insert', 'update', 'del', 'export', 'import'],
  whyKept: ({ deviceCount }, { below }) => {
    if (below > 0) return ['请先删除下级区域', 'Delete the areas below first']
    return deviceCount > 0 ? ['区域内仍有设备，不能删除', 'It still has devices and cannot be deleted'] : null
  },
  rowActions: [{ name: 'add', label: ['新增下级', 'Add below'], form: true, key: 'area:add' }],
})
export type AreaRow = Row<typeof areaResource>
