import {
  firmwareDeviceResource,
  type FirmwareDeviceState,
  type RolloutReason,
  rolloutResource,
  type RolloutState,
  type RolloutWave,
} from '@sluice/contract'
import { numberArray } from '../../platform/db/array-literal.ts'
import type { Connection, Sql } from '../../platform/db/db.ts'
import { tellRowsOf, tellRowsOfDevices } from '../../platform/resource/changed-rows.ts'
import { unscopedText } from '../../platform/resource/scoped.ts'
import type { RolloutProgress, DeviceProgress } from './rollout.rules.ts'

const JOB = unscopedText('job')
const REFERENCE = unscopedText('reference')
const OPEN = `('WAITING', 'OFFERED', 'DOWNLOADING', 'DOWNLOADED', 'VERIFIED', 'UPDATING')`
const STOPPABLE = `('OFFERED', 'DOWNLOADING', 'DOWNLOADED')`
/** A device that never came is no failure of the firmware. */
const FAILED = `(d.state = 'FAILED' or (d.state = 'TIMED_OUT' and d.begun))`
const ms = (time: string) => `extract(epoch from ${time})::float8 * 1000`
type Answered<T> = { [K in keyof T]: T[K] }

/** Puts devices into the waves of a new roll-out. */
export async function insertDevices(
  tx: Sql,
  rolloutId: string,
  devices: readonly { id: string; wave: number }[],
  now: Date,
): Promise<void> {
  const deviceIds = devices.map(({ id }) => id)
  await tx.query(
    `insert into firmware_device (rollout_id, device_id, wave, change_time)
     select $1, x.d, x.w, $4 from unnest($2::bigint[], $3::int[]) as x (d, w) ${REFERENCE}`,
    [rolloutId, numberArray(deviceIds), numberArray(devices.map(({ wave }) => wave)), now],
  )
  await tellRowsOfDevices(tx, firmwareDeviceResource, deviceIds)
}

/** Which of these devices are in a roll-out already; held against others to the end of the transaction. */
export async function lockedBusy(tx: Sql, deviceIds: readonly string[]): Promise<Set<string>> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('firmware.devices', 0))")
  const { rows } = await tx.query<{ id: string }>(
    `select device_id as id from firmware_device where device_id = any($1::bigint[]) and state in ${OPEN} ${REFERENCE}`,
    [numberArray(deviceIds)],
  )
  return new Set(rows.map(({ id }) => id))
}

export async function noteDevices(
  tx: Sql,
  rolloutId: string,
  { waveCount, leftOut }: { waveCount: number; leftOut: number },
): Promise<void> {
  await tx.query(`update firmware_rollout set wave_count = $2, left_out = $3 where id = $1 ${REFERENCE}`, [
    rolloutId,
    waveCount,
    leftOut,
  ])
}

/**
 * What failed, took too long or was taken back waits again, with the last wave let go as it was; a device that another
 * roll-out has meanwhile is left as it is. Returns of how many something is expected then.
 */
export async function waitAgain(tx: Sql, rolloutId: string, now: Date): Promise<number> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('firmware.devices', 0))")
  const { rows: again } = await tx.query<{ id: string }>(
    `update firmware_device d set state = 'WAITING', percent = 0, reason = null, begun = false, offer_time = null,
       change_time = $2
     where d.rollout_id = $1 and (d.state in ('FAILED', 'TIMED_OUT') or (d.state = 'SKIPPED' and d.reason = 'STOPPED'))
       and not exists (select from firmware_device o where o.device_id = d.device_id and o.state in ${OPEN})
     returning d.device_id as id ${REFERENCE}`,
    [rolloutId, now],
  )
  await tellRowsOfDevices(
    tx,
    firmwareDeviceResource,
    again.map(({ id }) => id),
  )
  const { rows } = await tx.query<{ open: number }>(
    `select count(*)::int as open from firmware_device where rollout_id = $1 and state in ${OPEN} ${REFERENCE}`,
    [rolloutId],
  )
  return rows[0]!.open
}

/** Roll-outs of a firmware that was withdrawn. */
export async function stopRollouts(tx: Sql, firmwareId: string, now: Date): Promise<void> {
  const { rows } = await tx.query<{ deptId: string }>(
    `update firmware_rollout set state = 'STOPPED', reason = 'WITHDRAWN', end_time = $2, version = version + 1
     where firmware_id = $1 and state in ('PLANNED', 'RUNNING', 'PAUSED') returning dept_id as "deptId" ${REFERENCE}`,
    [firmwareId, now],
  )
  if (rows.length > 0)
    await tellRowsOf(
      tx,
      rolloutResource,
      rows.map(({ deptId }) => deptId),
    )
}

/** How far each wave is; of a roll-out that the caller was found to see. */
export async function wavesOf(db: Sql, rolloutId: string): Promise<RolloutWave[]> {
  const count = (which: string) => `count(*) filter (where ${which})::int`
  const { rows } = await db.query<Answered<RolloutWave>>(
    `select d.wave, count(*)::int as devices, ${count("d.state = 'WAITING'")} as waiting,
       ${count(`d.state in ${OPEN} and d.state <> 'WAITING'`)} as "underWay", ${count("d.state = 'UPDATED'")} as updated,
       ${count("d.state in ('FAILED', 'TIMED_OUT')")} as failed, ${count("d.state = 'SKIPPED'")} as skipped,
       coalesce(avg(d.percent) filter (where d.state in ${OPEN} and d.state <> 'WAITING'), 0)::int as percent
     from firmware_device d where d.rollout_id = $1 group by d.wave order by d.wave ${REFERENCE}`,
    [rolloutId],
  )
  return rows
}

interface DueDevice {
  id: string
  rolloutId: string
  deviceId: string
}

/** Devices whose time is over, and those of stopped roll-outs that have installed nothing. */
export async function devicesToEnd(
  db: Sql,
  now: Date,
  limit: number,
): Promise<(DueDevice & { state: FirmwareDeviceState; because: 'TIME' | 'STOP' })[]> {
  const { rows } = await db.query<Answered<DueDevice & { state: FirmwareDeviceState; because: 'TIME' | 'STOP' }>>(
    `select d.id, d.rollout_id as "rolloutId", d.device_id as "deviceId", d.state,
       case when r.state = 'STOPPED' and d.state in ${STOPPABLE} then 'STOP' else 'TIME' end as because
     from firmware_device d join firmware_rollout r on r.id = d.rollout_id
     where d.state in ${OPEN} and d.state <> 'WAITING' and ((r.state = 'STOPPED' and d.state in ${STOPPABLE})
       or d.offer_time < $1::timestamptz - make_interval(hours => r.timeout_hours))
     order by d.id limit $2 ${JOB}`,
    [now, limit],
  )
  return rows
}

/** Devices of stopped roll-outs that were not told yet have nothing to be taken back. */
export async function skipWaiting(tx: Sql, now: Date): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(
    `update firmware_device d set state = 'SKIPPED', reason = 'STOPPED', change_time = $1
     from firmware_rollout r where r.id = d.rollout_id and r.state = 'STOPPED' and d.state = 'WAITING'
     returning d.device_id as id ${JOB}`,
    [now],
  )
  await tellRowsOfDevices(
    tx,
    firmwareDeviceResource,
    rows.map(({ id }) => id),
  )
}

/** Moves a device on, if it still stands where it was found. */
export async function moveDevice(
  tx: Sql,
  { id, from }: { id: string; from: FirmwareDeviceState },
  { state, reason }: DeviceProgress,
  now: Date,
): Promise<boolean> {
  const { rows } = await tx.query<{ id: string }>(
    `update firmware_device set state = $3, reason = $4, change_time = $5,
       begun = begun or $3 in ('DOWNLOADING', 'DOWNLOADED', 'VERIFIED', 'UPDATING'),
       percent = case when $3 in ('DOWNLOADED', 'VERIFIED', 'UPDATING', 'UPDATED') then 100 else percent end,
       offer_time = case when $3 = 'OFFERED' then $5 else offer_time end
     where id = $1 and state = $2 returning device_id as id ${JOB}`,
    [id, from, state, reason, now],
  )
  await tellRowsOfDevices(
    tx,
    firmwareDeviceResource,
    rows.map((row) => row.id),
  )
  return rows.length > 0
}

export type RunningRollout = RolloutProgress & { id: string; deptId: string; firmwareId: string }

export async function runningRollouts(db: Sql): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from firmware_rollout where state = 'RUNNING' order by id ${JOB}`,
  )
  return rows.map(({ id }) => id)
}

/** A running roll-out as its next step is decided, held to the end of the transaction. */
export async function lockRunning(tx: Connection, id: string): Promise<RunningRollout | undefined> {
  const { rows } = await tx.query<Answered<Omit<RunningRollout, 'devices' | 'settled' | 'failed'>>>(
    `select id, dept_id as "deptId", firmware_id as "firmwareId", wave, wave_count as "waveCount",
       max_failure_pct as "maxFailurePct", pause_minutes as "pauseMinutes", go_ahead as "goAhead",
       ${ms('wave_end_time')} as "waveEndedAt"
     from firmware_rollout where id = $1 and state = 'RUNNING' for update ${JOB}`,
    [id],
  )
  const [rollout] = rows
  if (!rollout) return undefined
  // Of the present wave; one of an earlier wave that is tried again is of the present one, too.
  const { rows: counted } = await tx.query<{ devices: number; settled: number; failed: number }>(
    `select count(*) filter (where d.wave = $2)::int as devices,
       (count(*) filter (where d.wave = $2) - count(*) filter (where d.state in ${OPEN}))::int as settled,
       count(*) filter (where d.wave = $2 and ${FAILED})::int as failed
     from firmware_device d where d.rollout_id = $1 and d.wave <= $2 ${JOB}`,
    [id, rollout.wave],
  )
  return { ...rollout, ...counted[0]! }
}

export interface RolloutChange {
  state?: RolloutState
  reason?: RolloutReason | null
  wave?: number
  waveEndTime?: Date | null
  endTime?: Date
}

/** Of a roll-out that is held. Only another state is another version: a wave that goes overtakes nobody's pause. */
export async function changeRollout(
  tx: Connection,
  { id, deptId }: Pick<RunningRollout, 'id' | 'deptId'>,
  change: RolloutChange,
): Promise<void> {
  const { state = null, reason, wave = null, waveEndTime, endTime = null } = change
  await tx.query(
    `update firmware_rollout set state = coalesce($2::text, state), reason = case when $3 then $4 else reason end,
       wave = coalesce($5, wave), go_ahead = go_ahead and $5::int is null,
       wave_end_time = case when $6 then $7::timestamptz else wave_end_time end, end_time = coalesce($8, end_time),
       version = version + case when $2::text is null then 0 else 1 end
     where id = $1 ${JOB}`,
    [id, state, reason !== undefined, reason ?? null, wave, waveEndTime !== undefined, waveEndTime ?? null, endTime],
  )
  await tellRowsOf(tx, rolloutResource, [deptId])
}

export interface WaitingDevice extends DueDevice {
  firmwareId: string
  title: string
  version: string
  size: number
  sha256: string
  signature: string | null
  runsTitle: string | null
  runsVersion: string | null
}

/** Devices of waves that were let go and that were not told yet. */
export async function waitingDevices(db: Sql, rolloutId: string, limit: number): Promise<WaitingDevice[]> {
  const { rows } = await db.query<Answered<WaitingDevice>>(
    `select d.id, d.rollout_id as "rolloutId", d.device_id as "deviceId", f.id as "firmwareId", f.title,
       f.version_name as version, f.size, f.sha256, f.signature, n.title as "runsTitle", n.version_name as "runsVersion"
     from firmware_device d join firmware_rollout r on r.id = d.rollout_id and r.state = 'RUNNING'
     join firmware f on f.id = r.firmware_id left join device_firmware n on n.device_id = d.device_id
     where d.rollout_id = $1 and d.state = 'WAITING' and d.wave <= r.wave order by d.wave, d.id limit $2 ${JOB}`,
    [rolloutId, limit],
  )
  return rows
}

/** Whether the roll-out of an offer still runs; held so to the end of the transaction. */
export async function heldRunning(tx: Connection, rolloutId: string): Promise<boolean> {
  const { rows } = await tx.query(
    `select 1 from firmware_rollout where id = $1 and state = 'RUNNING' for share ${JOB}`,
    [rolloutId],
  )
  return rows.length > 0
}

interface ReportingDevice {
  id: string
  state: FirmwareDeviceState
  title: string
  version: string
}

/** Where a device stands in the roll-out that it was last in; held to the end of the transaction. */
export async function lockLatest(tx: Connection, deviceId: string): Promise<ReportingDevice | undefined> {
  const { rows } = await tx.query<Answered<ReportingDevice>>(
    `select d.id, d.state, f.title, f.version_name as version
     from firmware_device d join firmware_rollout r on r.id = d.rollout_id join firmware f on f.id = r.firmware_id
     where d.device_id = $1 order by d.id desc limit 1 for update of d ${unscopedText('pipeline')}`,
    [deviceId],
  )
  return rows[0]
}
