import type { CommandDef } from '../../command/command-def.ts'
import { typed } from '../../machine/field.ts'
import { defineResource, detailTab, type Row } from '../../machine/resource.ts'
import type { Words } from '../../machine/words.ts'
import { deviceResource, type ProtocolTrait } from '../device.resource.ts'
import { DEVICE_TYPE_CODES } from '../device-type-code.ts'
import type { CommandMap } from './product-command-map.ts'
import { retireProduct, reviveProduct } from './product-life.operations.ts'

/** A metric as a product describes it; of an unknown one only the key. */
export interface ProductPoint {
  key: string
  kind?: string
  unit?: string
  decimals?: number
  /** The range in which a value counts: one outside of it is stored as BAD. */
  min?: number
  max?: number
  /** Of a metric of its own. */
  name?: Words
  /** Values of an enum. */
  values?: readonly string[]
  /** Beyond these a value calls for attention, or is serious. */
  warn?: Bounds
  serious?: Bounds
}

interface Bounds {
  min?: number
  max?: number
}

export const PRODUCT_STATUSES = ['DRAFT', 'PUBLISHED', 'RETIRED'] as const

/** One right for whatever changes products. */
const EDIT: Words = ['修改产品', 'Edit products']

/** A model: its points, commands and protocol, by the version in force. Built-in ones are brought by the program. */
export const productResource = defineResource({
  name: 'product',
  names: { many: ['产品', 'Products'], one: ['产品', 'product'] },
  service: 'cloud',
  path: 'product',
  table: 'product',
  permission: 'product',
  scope: 'none',
  display: 'name',
  fields: {
    productNo: { kind: 'text', required: true, write: 'never' },
    name: { kind: 'text', required: true, write: 'never' },
    status: { kind: 'enum', enumName: 'productStatus', values: PRODUCT_STATUSES, required: true, write: 'never' },
    /** The version in force; 0: none was published yet. */
    versionNo: { kind: 'integer', required: true, write: 'never' },
    /** Somebody is changing it: a draft waits to be published. */
    hasDraft: { kind: 'boolean', required: true, write: 'never' },
    deviceTypeCode: { kind: 'enum', enumName: 'deviceType', values: DEVICE_TYPE_CODES, required: true, write: 'never' },
    nodeKind: {
      kind: 'enum',
      enumName: 'nodeKind',
      values: ['DIRECT', 'GATEWAY', 'SLAVE'],
      required: true,
      write: 'never',
    },
    protocol: { kind: 'text', required: true, write: 'never' },
    /** The traits of its protocol. */
    traits: { kind: 'json', holds: typed<readonly ProtocolTrait[]>(), required: true, write: 'never' },
    deviceCount: { kind: 'integer', required: true, write: 'never' },
    points: { kind: 'json', holds: typed<readonly ProductPoint[]>(), required: true, write: 'never' },
    commands: { kind: 'json', holds: typed<readonly CommandDef[]>(), required: true, write: 'never' },
    /** Its `CommandMap`; null: the default, or its commands are no RPC. */
    commandMap: { kind: 'json', holds: typed<CommandMap>(), write: 'never' },
  },
  list: {
    columns: [
      'name',
      'productNo',
      'deviceTypeCode',
      'nodeKind',
      'protocol',
      'status',
      'versionNo',
      'hasDraft',
      'deviceCount',
    ],
    keyword: ['name', 'productNo'],
    filters: ['deviceTypeCode', 'protocol', 'status'],
    sort: { field: 'productNo', order: 'asc' },
  },
  detail: {
    facts: ['productNo', 'deviceTypeCode', 'nodeKind', 'protocol', 'status', 'versionNo', 'deviceCount'],
    tabs: [detailTab({ name: 'devices', label: ['设备', 'Devices'], of: deviceResource, by: 'productId' })],
    timeline: true,
  },
  actions: ['export'],
  rowActions: [
    { name: 'copy', label: ['复制', 'Copy'], right: EDIT, form: true, key: 'product:edit' },
    { name: 'exportFile', label: ['导出文件', 'Export as a file'], form: true },
    {
      name: 'retire',
      label: ['停产', 'Retire'],
      right: EDIT,
      call: retireProduct,
      danger: true,
      suits: ({ status }) => status === 'PUBLISHED',
      confirm: {
        text: ({ name, deviceCount }) => [
          `停产“${name}”？不能再新增这种设备，已有的 ${deviceCount} 台照常工作。`,
          `Retire "${name}"? It takes no new devices; its ${deviceCount} devices go on as they are.`,
        ],
      },
      done: ({ name }) => [`“${name}”已停产`, `"${name}" is retired`],
    },
    {
      name: 'revive',
      label: ['恢复生产', 'Put back on sale'],
      right: EDIT,
      call: reviveProduct,
      suits: ({ status }) => status === 'RETIRED',
      done: ({ name }) => [`“${name}”已恢复生产`, `"${name}" is back on sale`],
    },
  ],
  listActions: [
    { name: 'create', label: ['新建产品', 'New product'], right: EDIT, form: true, key: 'product:edit' },
    { name: 'importFile', label: ['导入文件', 'Import a file'], right: EDIT, form: true, key: 'product:edit' },
  ],
})
export type ProductRow = Row<typeof productResource>
