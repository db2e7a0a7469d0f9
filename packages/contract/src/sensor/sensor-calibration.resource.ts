import { z } from 'zod'
import { typed } from '../machine/field.ts'
import { defineOperation } from '../machine/operation.ts'
import { defineResource, type Row } from '../machine/resource.ts'
import type { Words } from '../machine/words.ts'

/** Two points make a line, one only shifts; the end of a calibration is a line of the record, too. */
export const CALIBRATION_WAYS = ['TWO_POINT', 'SHIFT', 'END'] as const
export type CalibrationWay = (typeof CALIBRATION_WAYS)[number]
export const CALIBRATION_WAY_WORDS: Readonly<Record<CalibrationWay, Words>> = {
  TWO_POINT: ['两点校准', 'Two points'],
  SHIFT: ['单点修正', 'One point'],
  END: ['撤销', 'Ended'],
}

/** Without a due date a calibration holds for so many months. */
export const CALIBRATION_MONTHS = 12

/**
 * Ends the calibration of a metric: what is received from then on is stored as the device says it. A line of the record
 * like a calibration; nothing is changed or deleted. Refused (`conflict`) where none is in force.
 */
export const revokeCalibration = defineOperation({
  title: ['撤销校准', 'End a calibration'],
  method: 'POST',
  path: '/device/v1/sensorCalibration/revoke',
  access: { key: 'sensorCalibration:revoke' },
  callers: 'people',
  tenant: { row: 'device', in: 'deviceId' },
  audit: 'sensorCalibration.revoke',
  input: z.strictObject({
    deviceId: z.string().min(1).max(40),
    /** E.g. `level`. */
    metric: z.string().min(1).max(40),
    remark: z.string().trim().min(1).max(300).nullish(),
  }),
  output: z.object({ id: z.string() }),
})

const NUMBER = { kind: 'decimal', decimals: 6, min: -1e9, max: 1e9, write: 'insert' } as const

/**
 * The record of calibrations, which only grows: the newest line of a metric of a device is in force for what is received
 * after it.
 */
export const sensorCalibrationResource = defineResource({
  name: 'sensorCalibration',
  names: { many: ['校准记录', 'Calibrations'], one: ['校准', 'calibration'] },
  service: 'device',
  path: 'sensorCalibration',
  table: 'sensor_calibration',
  permission: 'sensorCalibration',
  scope: 'device',
  display: 'deviceName',
  fields: {
    /** The name of its device, as it is called now. */
    deviceName: { kind: 'text', write: 'never' },
    deviceId: { kind: 'ref', to: 'device', required: true, write: 'insert' },
    /** That of its device. */
    deptId: { kind: 'ref', to: 'dept', write: 'never' },
    metric: {
      kind: 'text',
      named: 'metric',
      required: true,
      max: 40,
      write: 'insert',
    },
    /** The name of a metric of the product's own. */
    words: { kind: 'json', holds: typed<Words>(), write: 'never' },
    way: {
      kind: 'enum',
      enumName: 'calibrationWay',
      values: CALIBRATION_WAYS,
      words: CALIBRATION_WAY_WORDS,
      required: true,
      write: 'insert',
    },
    firstRaw: { ...NUMBER },
    firstRef: { ...NUMBER },
    secondRaw: { ...NUMBER },
    secondRef: { ...NUMBER },
    gain: { kind: 'decimal', decimals: 6, required: true, write: 'never' },
    shift: { kind: 'decimal', decimals: 6, required: true, write: 'never' },
    /** It is the newest line of its metric, and does not end it. */
    inForce: { kind: 'boolean', required: true, write: 'never' },
    calibratedOn: { kind: 'date', write: 'insert' },
    dueDate: { kind: 'date', write: 'insert' },
    certificateNo: { kind: 'text', max: 60, write: 'insert' },
    laboratory: { kind: 'text', max: 60, write: 'insert' },
    papers: { kind: 'files', accept: 'any', write: 'insert' },
    remark: { kind: 'longText', max: 300, write: 'insert' },
    byName: { kind: 'text', write: 'never' },
    /** From when on reports are corrected by it. */
    createTime: { kind: 'time', required: true, write: 'never' },
  },
  list: {
    columns: [
      'deviceName',
      'metric',
      'way',
      'inForce',
      'gain',
      'shift',
      'calibratedOn',
      'dueDate',
      'certificateNo',
      'laboratory',
      'byName',
      'createTime',
    ],
    keyword: ['certificateNo', 'laboratory', 'byName'],
    filters: ['deviceId', 'metric', 'way', 'inForce', 'deptId'],
    ranges: ['createTime'],
    sorts: ['createTime', 'calibratedOn', 'dueDate'],
    sort: { field: 'createTime', order: 'desc' },
  },
  form: [
    'way',
    'calibratedOn',
    'firstRaw',
    'firstRef',
    'secondRaw',
    'secondRef',
    'dueDate',
    'certificateNo',
    'laboratory',
    'papers',
    'remark',
  ],
  detail: {
    facts: [
      'deviceId',
      'deptId',
      'metric',
      'way',
      'inForce',
      'firstRaw',
      'firstRef',
      'secondRaw',
      'secondRef',
      'gain',
      'shift',
      'calibratedOn',
      'dueDate',
      'certificateNo',
      'laboratory',
      'papers',
      'remark',
      'byName',
      'createTime',
    ],
  },
  noImport: 'The line of a calibration is looked at before it is saved.',
  actions: ['insert', 'export'],
})
export type SensorCalibrationRow = Row<typeof sensorCalibrationResource>
