import { z } from 'zod'
import { typed } from '../machine/field.ts'
import { defineOperation } from '../machine/operation.ts'
import { defineResource, detailTab, type Row } from '../machine/resource.ts'
import { deviceResource } from './device.resource.ts'
import type { DeviceFilter } from './device-filter.ts'
import { GROUP_KIND_WORDS, GROUP_KINDS, MEMBERSHIP_WORDS, MEMBERSHIPS } from './device-words.ts'

const id = z.string().min(1).max(40)

/** Devices that belong together: chosen by hand, or by a search that stays true (domain 2.1). */
export const deviceGroupResource = defineResource({
  name: 'deviceGroup',
  names: { many: ['设备分组', 'Device groups'], one: ['分组', 'group'] },
  service: 'device',
  path: 'group',
  table: 'device_group',
  permission: 'deviceGroup',
  scope: 'dept',
  display: 'name',
  fields: {
    name: { kind: 'text', label: ['名称', 'Name'], required: true, max: 50 },
    parentId: { kind: 'ref', to: 'deviceGroup', label: ['上级分组', 'Part of'] },
    kind: {
      kind: 'enum',
      label: ['类别', 'Kind'],
      enumName: 'groupKind',
      values: GROUP_KINDS,
      fallback: 'NORMAL',
      words: GROUP_KIND_WORDS,
      required: true,
    },
    deptId: { kind: 'ref', to: 'dept', label: ['部门', 'Department'], required: true },
    membership: {
      kind: 'enum',
      label: ['成员来源', 'Members'],
      enumName: 'membership',
      values: MEMBERSHIPS,
      fallback: 'HAND',
      words: MEMBERSHIP_WORDS,
      required: true,
    },
    /** The search of a group by condition (`deviceFilterSchema`); its department and those below bound it. */
    filter: { kind: 'json', holds: typed<DeviceFilter>(), label: ['条件', 'Condition'] },
    /** The members that the reader sees. */
    memberCount: { kind: 'integer', label: ['设备数', 'Devices'], required: true, write: 'never' },
    sort: { kind: 'integer', label: ['排序', 'Order'], min: 0, max: 9999 },
    remark: { kind: 'longText', label: ['备注', 'Remark'], max: 300 },
  },
  list: {
    columns: ['name', 'kind', 'membership', 'memberCount', 'deptId', 'sort', 'remark'],
    keyword: ['name'],
    filters: ['kind', 'membership', 'deptId'],
    sort: { field: 'sort', order: 'asc' },
  },
  tree: { parent: 'parentId', way: true },
  form: ['name', 'kind', 'deptId', 'parentId', 'membership', 'filter', 'sort', 'remark'],
  detail: {
    facts: ['kind', 'membership', 'parentId', 'deptId', 'memberCount', 'remark'],
    tabs: [detailTab({ name: 'devices', label: ['设备', 'Devices'], of: deviceResource, by: 'groupIds' })],
    timeline: true,
  },
  noImport: 'A condition is no cell of a sheet.',
  actions: ['insert', 'update', 'del', 'export'],
  whyKept: (_row, { below }) => (below > 0 ? ['请先删除下级分组', 'Delete the groups below first'] : null),
  rowActions: [{ name: 'add', label: ['新增下级', 'Add below'], form: true, key: 'deviceGroup:add' }],
})
export type DeviceGroupRow = Row<typeof deviceGroupResource>

/** Devices per call. */
export const GROUP_CALL_LIMIT = 1000
const membersInput = z.strictObject({ groupId: id, deviceIds: z.array(id).min(1).max(GROUP_CALL_LIMIT) })

/** Puts devices into a group by hand; `changed` were not in it yet. A group by condition refuses (`conflict`). */
export const addGroupMembers = defineOperation({
  title: ['加入分组', 'Put devices into a group'],
  method: 'POST',
  path: '/device/v1/group/addMembers',
  access: { key: 'deviceGroup:edit' },
  callers: 'people-and-programs',
  tenant: { row: 'deviceGroup', in: 'groupId' },
  audit: 'deviceGroup.addMembers',
  input: membersInput,
  output: z.object({ changed: z.array(z.string()) }),
})

/** Takes devices out of a group by hand; `changed` were in it. */
export const removeGroupMembers = defineOperation({
  title: ['移出分组', 'Take devices out of a group'],
  method: 'POST',
  path: '/device/v1/group/removeMembers',
  access: { key: 'deviceGroup:edit' },
  callers: 'people-and-programs',
  tenant: { row: 'deviceGroup', in: 'groupId' },
  audit: 'deviceGroup.removeMembers',
  input: membersInput,
  output: z.object({ changed: z.array(z.string()) }),
})
