import { typed } from '../machine/field.ts'
import type { ActionOfRow } from '../machine/action.ts'
import { defineResource, type Row } from '../machine/resource.ts'
import type { Words } from '../machine/words.ts'
import { deviceResource } from '../registry/device.resource.ts'
import { revokeCalibration } from './sensor-calibration.resource.ts'

/** How its calibration stands today. Due is the last month of its validity. */
export const SENSOR_STATES = ['VALID', 'DUE', 'OVERDUE', 'NEVER'] as const
export type SensorState = (typeof SENSOR_STATES)[number]
export const SENSOR_STATE_WORDS: Readonly<Record<SensorState, Words>> = {
  VALID: ['有效', 'Valid'],
  DUE: ['即将到期', 'Due soon'],
  OVERDUE: ['已过期', 'Overdue'],
  NEVER: ['未校准', 'Never calibrated'],
}
/** So many days before its due date a calibration is due. */
export const DUE_DAYS = 30

const { deviceNo, deptId, areaId, deviceTypeCode, status, lastSeenTime } = deviceResource.fields
const READING = { kind: 'decimal', decimals: 3, write: 'never' } as const

/**
 * The quantities that devices measure and that can be calibrated, one row for each of a device, with the last reading and
 * the calibration in force (domain 2.3). Which there are follows from the product; `id` may change with its versions, so
 * a sensor is named by its device and metric.
 */
export const sensorResource = defineResource({
  name: 'sensor',
  names: { many: ['传感器', 'Sensors'], one: ['传感器', 'sensor'] },
  service: 'device',
  path: 'sensor',
  table: 'v_sensor',
  permission: 'sensor',
  scope: 'device',
  display: 'metric',
  fields: {
    deviceId: { kind: 'ref', to: 'device', required: true, write: 'never' },
    deviceNo: { ...deviceNo, unique: false, write: 'never' },
    deviceTypeCode: { ...deviceTypeCode },
    deptId: { ...deptId, write: 'never' },
    areaId: { ...areaId, write: 'never' },
    /** Key of the metric, e.g. `level`. */
    metric: { kind: 'text', named: 'metric', required: true, write: 'never' },
    /** The name of a metric of the product's own. */
    words: { kind: 'json', holds: typed<Words>(), write: 'never' },
    /** The last good reading, corrected by the calibration that was in force when it came. */
    value: { ...READING },
    /** What the device said. */
    rawValue: { ...READING },
    unit: { kind: 'text', write: 'never' },
    decimals: { kind: 'integer', write: 'never' },
    sensorState: {
      kind: 'enum',
      enumName: 'sensorState',
      values: SENSOR_STATES,
      words: SENSOR_STATE_WORDS,
      required: true,
      write: 'never',
    },
    calibratedOn: { kind: 'date', write: 'never' },
    dueDate: { kind: 'date', write: 'never' },
    certificateNo: { kind: 'text', write: 'never' },
    laboratory: { kind: 'text', write: 'never' },
    gain: { kind: 'decimal', decimals: 6, write: 'never' },
    shift: { kind: 'decimal', decimals: 6, write: 'never' },
    status: { ...status },
    lastSeenTime: { ...lastSeenTime },
  },
  list: {
    columns: [
      'deviceId',
      'metric',
      'value',
      'rawValue',
      'sensorState',
      'dueDate',
      'calibratedOn',
      'certificateNo',
      'laboratory',
      'areaId',
      'deptId',
      'status',
      'lastSeenTime',
    ],
    keyword: ['deviceNo', 'certificateNo', 'laboratory'],
    filters: ['sensorState', 'metric', 'deviceId', 'deviceTypeCode', 'areaId', 'deptId', 'status'],
    ranges: ['value'],
    sorts: ['deviceId', 'metric', 'calibratedOn', 'dueDate', 'certificateNo'],
    sort: { field: 'deviceNo', order: 'asc' },
  },
  actions: ['export'],
  rowActions: [
    {
      name: 'calibrate',
      label: ['校准', 'Calibrate'],
      form: true,
      key: 'sensorCalibration:add',
    },
    {
      name: 'history',
      label: ['校准记录', 'Calibrations'],
      key: 'sensorCalibration:list',
      to: ({ deviceId, metric }) => `/sensor/calibration?deviceId=${deviceId}&metric=${metric}`,
    },
    {
      name: 'device',
      label: ['打开设备', 'Open the device'],
      to: ({ deviceId }) => `/device/detail/${deviceId}`,
    },
    {
      name: 'revoke',
      label: ['撤销校准', 'End the calibration'],
      call: revokeCalibration,
      send: ({ deviceId, metric }) => ({ deviceId, metric }),
      danger: true,
      unless: ({ sensorState }) => (sensorState === 'NEVER' ? ['没有生效的校准', 'No calibration is in force'] : null),
      confirm: {
        text: ({ deviceIdName }) => [
          `撤销后，“${deviceIdName ?? ''}”此后上报的值不再修正；已存的值和校准记录不变。`,
          `What “${deviceIdName ?? ''}” reports from then on is not corrected. Stored values and the record stay.`,
        ],
      },
      done: () => ['校准已撤销', 'The calibration was ended'],
    },
  ] satisfies readonly ActionOfRow<{
    id: string
    deviceId: string
    deviceIdName: string | null
    metric: string
    sensorState: SensorState
  }>[],
})
export type SensorRow = Row<typeof sensorResource>
