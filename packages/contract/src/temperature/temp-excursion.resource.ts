import { defineResource, type Row } from '../machine/resource.ts'

const TEMPERATURE = { kind: 'decimal', unit: '°C', measured: true, decimals: 1, write: 'never' } as const

/**
 * One time that a probe was outside the limits that were in force then: from the first reading outside to the
 * first one back inside. Recorded from stored readings; a late report makes it again.
 */
export const tempExcursionResource = defineResource({
  name: 'tempExcursion',
  names: { many: ['温度超限记录', 'Temperature excursions'], one: ['温度超限记录', 'temperature excursion'] },
  service: 'device',
  path: 'tempExcursion',
  table: 'temp_excursion',
  permission: 'tempExcursion',
  scope: 'device',
  display: 'startTime',
  fields: {
    deviceId: { kind: 'ref', to: 'device', label: ['设备', 'Device'], required: true, write: 'never' },
    startTime: { kind: 'time', label: ['开始', 'Began'], required: true, write: 'never' },
    /** Null while it lasts. */
    endTime: { kind: 'time', label: ['结束', 'Ended'], write: 'never' },
    /** To its end, or to the last reading that was outside. */
    lasted: { kind: 'duration', label: ['超限时长', 'Time out of limits'], required: true, write: 'never' },
    max: { ...TEMPERATURE, label: ['最高', 'Highest'], required: true },
    min: { ...TEMPERATURE, label: ['最低', 'Lowest'], required: true },
    mkt: { ...TEMPERATURE, label: ['平均动力学温度', 'Mean kinetic temperature'], required: true },
    /** The limits that it began under. */
    lower: { ...TEMPERATURE, label: ['下限', 'Lower limit'] },
    upper: { ...TEMPERATURE, label: ['上限', 'Upper limit'] },
    readings: { kind: 'integer', label: ['读数个数', 'Readings'], required: true, write: 'never' },
  },
  list: {
    columns: ['deviceId', 'startTime', 'endTime', 'lasted', 'max', 'min', 'mkt', 'lower', 'upper', 'readings'],
    filters: ['deviceId'],
    ranges: ['startTime'],
    sorts: ['startTime', 'deviceId'],
    sort: { field: 'startTime', order: 'desc' },
  },
  actions: ['export'],
})
export type TempExcursionRow = Row<typeof tempExcursionResource>
