import { defineResource } from '../machine/resource.ts'
import { DEVICE_TYPE_CODES } from './device.resource.ts'

/** A model: what it measures, what it understands, how it speaks. Built-in ones are seeded at start. */
export const productResource = defineResource({
  name: 'product',
  service: 'cloud',
  path: 'product',
  table: 'product',
  permission: 'product',
  scope: 'none',
  display: 'name',
  fields: {
    productNo: { kind: 'text', required: true, write: 'never' },
    name: { kind: 'text', required: true, write: 'never' },
    deviceTypeCode: { kind: 'enum', enumName: 'deviceType', values: DEVICE_TYPE_CODES, required: true, write: 'never' },
    nodeKind: {
      kind: 'enum',
      enumName: 'nodeKind',
      values: ['DIRECT', 'GATEWAY', 'SLAVE'],
      required: true,
      write: 'never',
    },
    protocol: { kind: 'text', required: true, write: 'never' },
    deviceCount: { kind: 'integer', write: 'never' },
    points: { kind: 'json', write: 'never' },
    commands: { kind: 'json', write: 'never' },
    /** How its firmware wants them (`CommandMap`); null: as by default, or its commands are no RPC. */
    commandMap: { kind: 'json', write: 'never' },
  },
  list: {
    columns: ['name', 'productNo', 'deviceTypeCode', 'nodeKind', 'protocol', 'deviceCount'],
    keyword: ['name', 'productNo'],
    filters: ['deviceTypeCode', 'protocol'],
    sort: { field: 'productNo', order: 'asc' },
  },
  actions: ['export'],
})
