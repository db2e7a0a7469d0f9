import {
  type faultMoment,
  type faultRecordResource,
  type faultResource,
  type FaultOrigin,
  type Language,
  type OutputOf,
  type Reading,
  type Words,
} from '@sluice/contract'
import { triggerLimit, triggerValue } from '@sluice/devices'
import { AppError } from '@sluice/kit'
import { sql } from 'kysely'
import type { Sql } from '../../platform/db/db.ts'
import type { ResourceOptions } from '../../platform/resource/resource-change.ts'
import { type KeptReadings, lastReadOf } from './auto/auto.store.ts'
import { LATELY } from './fault.store.ts'
import { BY_FIGURE } from './figures/counted.store.ts'
import { isRowId, scopePredicate, unscopedText } from '../../platform/resource/scoped.ts'
import type { Scope } from '../../platform/http/session.ts'

const ofDevice = (column: string) => `select d.${column} from v_device d where d.id = t.device_id`
const deviceOrder = (by: string) => ({ join: 'left join v_device as o on o.id = t.device_id', by })

/** What every list of faults says of the device, and whether another fault explains it. */
const OF_DEVICE = {
  deviceName: ofDevice('name'),
  deviceNo: ofDevice('device_no'),
  deptId: ofDevice('dept_id'),
  deviceTypeCode: `select p.device_type_code from v_product p where p.id = (${ofDevice('product_id')})`,
  explained: 'select t.cause_id is not null',
  areaId: BY_FIGURE.computed.areaId,
  valueAtStart: 't.trigger',
  thresholdText: 't.trigger',
}

/** The same words in a list, in a sheet and in a message. */
const SAID = {
  valueAtStart: (trigger: FaultOrigin, language: Language) => triggerValue(trigger, language),
  thresholdText: (trigger: FaultOrigin, language: Language) => triggerLimit(trigger, language),
}

/** Which devices are meant is found once, and not for every fault; a department is meant with those below it (AD-1). */
const BY_DEVICE: ResourceOptions<typeof faultRecordResource>['access'] = {
  deptId: {
    equals: (value) =>
      isRowId(value)
        ? `t.device_id in (select d.id from v_device d join v_dept o on o.id = d.dept_id
            where o.id = {value}::bigint or {value}::bigint = any(o.ancestors))`
        : 'false',
  },
  deviceTypeCode: {
    equals: `t.device_id in (select d.id from v_device d join v_product p on p.id = d.product_id
      where p.device_type_code = {value})`,
  },
}

/** Active before cleared, then the highest level, then the newest, as one number: the index `fault_urgency` has it. */
const URGENCY = `((case t.condition_state when 'ACTIVE' then 4 else 8 end - t.level) * 1e10::float8
  - extract(epoch from t.last_time at time zone 'UTC')::float8)`

/** The highest level, then the newest, as one number: the index `fault_level` has it. */
const BY_LEVEL = `(t.level * 1e10::float8 + extract(epoch from t.last_time at time zone 'UTC')::float8)`

/** Everyone who sees a device sees its faults, under its present name, number and department. */
export const FAULTS: Pick<ResourceOptions<typeof faultResource>, 'computed' | 'access' | 'said'> = {
  said: SAID,
  computed: {
    ...OF_DEVICE,
    trigger: "select case when t.trigger->'op' is not null then t.trigger end",
    cause: 'select {word:faultCode.cause c} from fault_code c where c.code = t.code',
    remedy: 'select {word:faultCode.remedy c} from fault_code c where c.code = t.code',
    repairId: `select r.id from v_fault_repair r where r.fault_id = t.id and r.status <> 'CANCELLED' order by r.id desc limit 1`,
    messageId: 'null::text',
    begun: `select count(*)::int from unnest(t.begin_times) b where b > t.last_time - ${LATELY}`,
    consequences: "select count(*)::int from fault c where c.cause_id = t.id and c.condition_state = 'ACTIVE'",
  },
  access: {
    ...BY_DEVICE,
    areaId: BY_FIGURE.access.areaId,
    deviceName: { order: deviceOrder('o.name') },
    messageId: {
      equals: (value) =>
        isRowId(value)
          ? 't.id in (select p.fault_id from v_push_fault p where p.told and p.message_id = {value}::bigint)'
          : 'false',
    },
    takenId: { equals: 't.taken_id::text = {value}' },
    // Faults to be handled come first.
    conditionState: { order: { join: '', by: URGENCY } },
    level: { order: { join: '', by: BY_LEVEL } },
  },
}

const secondsTo = (end: string) => `select extract(epoch from t.${end} - t.first_time)::int`

/** The same rows for who looks back, the last that began first. */
export const FAULT_RECORDS: Pick<ResourceOptions<typeof faultRecordResource>, 'computed' | 'access' | 'said'> = {
  said: SAID,
  computed: { ...OF_DEVICE, ...BY_FIGURE.computed, lasted: secondsTo('clear_time'), response: secondsTo('ack_time') },
  access: { ...BY_DEVICE, ...BY_FIGURE.access },
}

/** How a line calls what it tells of; faults whose code is not pushed have no name there. */
export async function namesOf(
  db: Sql,
  found: { deviceIds: readonly string[]; codes: readonly string[] },
): Promise<{ devices: Map<string, string>; faults: Map<string, Words> }> {
  const [devices, faults] = [
    await db.query<{ id: string; name: string }>(
      `select id, name from v_device where id = any($1::bigint[]) ${unscopedText('live')}`,
      [found.deviceIds],
    ),
    await db.query<{ code: string; name: Words }>(
      `select code, json_build_array(name, coalesce(nullif(english_name, ''), name)) as name
       from fault_code where push and code = any($1::text[])`,
      [found.codes],
    ),
  ]
  return {
    devices: new Map(devices.rows.map((row) => [row.id, row.name])),
    faults: new Map(faults.rows.map((row) => [row.code, row.name])),
  }
}

/** The values of its device when the fault began (contract: faultMoment). @throws AppError `not-found` */
export async function momentOf(db: Sql, scope: Scope, id: string): Promise<OutputOf<typeof faultMoment>> {
  const { rows } = await sql<{ snapshot: KeptReadings | null }>`
    select f.snapshot from fault f join v_device d on d.id = f.device_id
    where f.id = ${id} and not d.deleted and ${scopePredicate(scope, 'v_device', 'd')}`.execute(db.tables<unknown>())
  const [fault] = rows
  if (!fault) throw new AppError('not-found')
  const read = await lastReadOf(db, id)
  return {
    values: valuesIn(fault.snapshot ?? {}),
    read: read === undefined ? null : { ts: read.ts, values: valuesIn(read.readings) },
  }
}

function valuesIn(kept: KeptReadings): Record<string, Reading> {
  const values = Object.entries(kept).map(
    ([key, [v, ts, q = 'GOOD']]) => [key, { v, ts: new Date(ts).toISOString(), q }] as const,
  )
  return Object.fromEntries(values)
}
