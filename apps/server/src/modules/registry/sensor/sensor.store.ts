import {
  type CalibrationLine,
  CALIBRATION_MONTHS,
  DUE_DAYS,
  type sensorCalibrationResource,
  type sensorResource,
} from '@sluice/contract'
import { numberArray } from '../../../platform/db/array-literal.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { goodNumber } from '../../../platform/db/db-reading.ts'
import type { ResourceOptions } from '../../../platform/resource/resource-change.ts'
import { DEVICE_MARK, type ScopedDeviceId, unscopedText } from '../../../platform/resource/scoped.ts'

/** The lines of calibrations in force, by metric. */
export type Corrections = ReadonlyMap<string, CalibrationLine>

/** Calibrations in force, for the pipeline: devices without one are left out. */
export async function correctionsOf(db: Sql, deviceIds: readonly string[]): Promise<Map<string, Corrections>> {
  const { rows } = await db.query<{ deviceId: string; metric: string; gain: number; shift: number }>(
    `select device_id as "deviceId", metric, gain, shift from (
       select distinct on (device_id, metric) device_id, metric, way, gain, shift from sensor_calibration
       where device_id = any($1::bigint[]) order by device_id, metric, id desc) newest
     where way <> 'END' ${unscopedText('pipeline')}`,
    [numberArray(deviceIds)],
  )
  const found = new Map<string, Map<string, CalibrationLine>>()
  for (const { deviceId, metric, gain, shift } of rows) {
    const known = found.get(deviceId) ?? new Map<string, CalibrationLine>()
    found.set(deviceId, known.set(metric, { gain, shift }))
  }
  return found
}

/** Whether a device measures it, so that it can be calibrated. */
export async function measures(tx: Sql, deviceId: ScopedDeviceId, metric: string): Promise<boolean> {
  const { rows } = await tx.query(`select from v_sensor where device_id = $1 and metric = $2 ${DEVICE_MARK}`, [
    deviceId,
    metric,
  ])
  return rows.length > 0
}

/** One line of a record at a time for a device, so that the newest is what was seen when it was written. */
export async function lockCalibrations(tx: Sql, deviceId: ScopedDeviceId): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('calibration ' || $1, 0))", [deviceId])
}

/** Today in a zone, and the day on which a calibration of `from`, or of today, ends unless it says otherwise. */
export async function daysOf(tx: Sql, zone: string, from: string | null): Promise<{ today: string; due: string }> {
  const { rows } = await tx.query<{ today: string; due: string }>(
    `select to_char(x.today, 'YYYY-MM-DD') as today,
       to_char(coalesce($2::date, x.today) + make_interval(months => ${CALIBRATION_MONTHS}), 'YYYY-MM-DD') as due
     from (select (now() at time zone $1)::date as today) x`,
    [zone, from],
  )
  return rows[0]!
}

/** The end of the calibration in force; undefined where there is none. */
export async function saveEnd(
  tx: Sql,
  deviceId: ScopedDeviceId,
  end: { metric: string; remark: string | null; byName: string; userId: string },
): Promise<{ id: string; gain: number; shift: number; certificateNo: string | null } | undefined> {
  const { rows } = await tx.query<{ id: string; gain: number; shift: number; certificateNo: string | null }>(
    `with newest as (select way, gain, shift, certificate_no from sensor_calibration
       where device_id = $1 and metric = $2 order by id desc limit 1),
     ended as (insert into sensor_calibration
         (device_id, metric, way, gain, shift, remark, by_name, create_by, update_by)
       select $1, $2, 'END', 1, 0, $3, $4, $5, $5 from newest where way <> 'END' returning id)
     select e.id, n.gain, n.shift, n.certificate_no as "certificateNo" from ended e, newest n ${DEVICE_MARK}`,
    [deviceId, end.metric, end.remark, end.byName, end.userId],
  )
  return rows[0]
}

const device = (column: string) => `select d.${column} from device d where d.id = t.device_id`
const state = (column: string) => `select s.${column} from v_device_state s where s.device_id = t.device_id`
/** A column of the calibration in force. */
const calibration = (column: string) => `select c.${column} from (
    select * from sensor_calibration n where n.device_id = t.device_id and n.metric = t.metric
    order by n.id desc limit 1) c where c.way <> 'END'`
const reading = (key: string) => `s.readings->(${key})`
const RAW_KEY = `t.metric || '.raw'`
/** What was said with the last value, where that was corrected; else the value itself. */
const RAW = `select case when ${reading(RAW_KEY)}->1 = ${reading('t.metric')}->1 then ${goodNumber(reading(RAW_KEY))}
    else ${goodNumber(reading('t.metric'))} end from v_device_state s where s.device_id = t.device_id`

/** The list of sensors; days are those of the platform's zone. */
export const sensors = (zone: string): Pick<ResourceOptions<typeof sensorResource>, 'computed'> => ({
  computed: {
    value: `select ${goodNumber(reading('t.metric'))} from v_device_state s where s.device_id = t.device_id`,
    rawValue: RAW,
    sensorState: `select coalesce((select case
        when c.due_date < x.today then 'OVERDUE' when c.due_date < x.today + ${DUE_DAYS} then 'DUE' else 'VALID' end
      from (${calibration('due_date')}) c), 'NEVER')
      from (select (now() at time zone '${zone}')::date as today) x`,
    ...Object.fromEntries(
      Object.entries({
        calibratedOn: 'calibrated_on',
        dueDate: 'due_date',
        certificateNo: 'certificate_no',
        laboratory: 'laboratory',
        gain: 'gain',
        shift: 'shift',
      }).map(([name, column]) => [name, calibration(column)]),
    ),
    status: `select case when not d.enabled then 'DISABLED' else coalesce((${state('status')}), 'INACTIVE') end
      from device d where d.id = t.device_id`,
    lastSeenTime: state('last_seen_time'),
    version: '0',
  },
})

/** The record of calibrations. */
export const CALIBRATIONS: Pick<ResourceOptions<typeof sensorCalibrationResource>, 'computed'> = {
  computed: {
    deviceName: device('name'),
    deptId: device('dept_id'),
    words: 'select s.words from v_sensor s where s.device_id = t.device_id and s.metric = t.metric',
    inForce: `t.way <> 'END' and not exists (select from sensor_calibration n
      where n.device_id = t.device_id and n.metric = t.metric and n.id > t.id)`,
  },
}
