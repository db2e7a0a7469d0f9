import { defineResource, type Row } from '../machine/resource.ts'

/** What a pattern is filled with: the station's address and a value in hex. */
const PATTERN = '([0-9A-Fa-f]{2}|\\{addr\\}|\\{value\\}|\\s)+'

/** Bytes that somebody sends again and again from the command page (domain 13). */
export const commandTemplateResource = defineResource({
  name: 'commandTemplate',
  names: { many: ['指令模板', 'Command templates'], one: ['指令模板', 'command template'] },
  service: 'netty',
  path: 'commandTemplate',
  table: 'command_template',
  permission: 'commandTemplate',
  plain: true,
  scope: 'dept',
  display: 'name',
  fields: {
    name: { kind: 'text', label: ['名称', 'Name'], required: true, max: 50 },
    deptId: { kind: 'ref', to: 'dept', label: ['所属部门', 'Department'], required: true },
    protocol: { kind: 'text', label: ['协议', 'Protocol'], required: true, max: 20 },
    hexPattern: {
      kind: 'longText',
      label: ['字节，可含 {addr} 与 {value}', 'Bytes, with {addr} and {value}'],
      required: true,
      max: 2048,
      pattern: PATTERN,
    },
    crcMode: {
      kind: 'enum',
      enumName: 'crcMode',
      values: ['NONE', 'SUM8', 'CRC16_MODBUS', 'CRC16_HIGH_FIRST'],
      label: ['末尾校验', 'Checksum at the end'],
      required: true,
      fallback: 'NONE',
    },
    note: { kind: 'longText', label: ['说明', 'Note'], max: 300 },
  },
  list: {
    columns: ['name', 'protocol', 'hexPattern', 'crcMode', 'note'],
    keyword: ['name', 'note'],
    sort: { field: 'name', order: 'asc' },
  },
  actions: ['insert', 'update', 'del', 'export', 'import'],
})
export type CommandTemplateRow = Row<typeof commandTemplateResource>
