import { defineResource, type Row } from '../machine/resource.ts'

/** What is known of a well with a pump: its hole, its pump, how power becomes water, and its licence (domain 2.1). */
export const wellResource = defineResource({
  name: 'well',
  names: { many: ['机井档案', 'Wells'], one: ['机井', 'well'] },
  service: 'device',
  path: 'well',
  table: 'well',
  permission: 'well',
  scope: 'device',
  display: 'wellNo',
  fields: {
    wellNo: { kind: 'text', required: true, max: 40 },
    /** One well for each device. */
    deviceId: { kind: 'ref', to: 'device', required: true },
    /** That of its device. */
    deptId: { kind: 'ref', to: 'dept', write: 'never' },
    depthM: { kind: 'decimal', unit: 'm', min: 0, max: 5000, decimals: 1 },
    waterDepthM: { kind: 'decimal', unit: 'm', min: 0, max: 5000, decimals: 2 },
    builtYear: { kind: 'integer', min: 1900, max: 2200 },
    casingMm: { kind: 'integer', unit: 'mm', min: 1, max: 5000 },
    pumpModel: { kind: 'text', max: 60 },
    pumpHeadM: { kind: 'decimal', unit: 'm', min: 0, max: 5000, decimals: 1 },
    pumpFlowM3h: {
      kind: 'decimal',
      unit: 'm³/h',
      min: 0,
      max: 100_000,
      decimals: 1,
    },
    pumpPowerKw: { kind: 'decimal', unit: 'kW', min: 0, max: 10_000, decimals: 2 },
    powerToWater: {
      kind: 'decimal',
      unit: 'm³/kWh',
      min: 0,
      max: 1000,
      decimals: 3,
    },
    coefTestDate: { kind: 'date' },
    coefValidUntil: { kind: 'date' },
    irrigatedMu: {
      kind: 'decimal',
      min: 0,
      max: 1_000_000,
      decimals: 1,
    },
    licenceNo: { kind: 'text', max: 60 },
    annualPermitM3: {
      kind: 'decimal',
      unit: 'm³',
      min: 0,
      max: 1_000_000_000,
      decimals: 0,
    },
    remark: { kind: 'longText', max: 300 },
  },
  list: {
    columns: [
      'wellNo',
      'deviceId',
      'deptId',
      'depthM',
      'waterDepthM',
      'pumpModel',
      'pumpPowerKw',
      'powerToWater',
      'coefValidUntil',
      'licenceNo',
      'annualPermitM3',
    ],
    keyword: ['wellNo', 'licenceNo', 'pumpModel'],
    filters: ['deviceId', 'deptId'],
    ranges: ['depthM', 'powerToWater'],
    sort: { field: 'wellNo', order: 'asc' },
  },
  detail: { timeline: true },
  actions: ['insert', 'update', 'del', 'export', 'import'],
  rowActions: [
    { name: 'device', label: ['打开设备', 'Open the device'], to: ({ deviceId }) => `/device/detail/${deviceId}` },
  ],
})
export type WellRow = Row<typeof wellResource>
