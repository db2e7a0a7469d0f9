import {
  BATTERY_FAULTS,
  LOW_BATTERY_PCT,
  OPEN_QUESTION_S,
  SILENCE_FAULTS,
  type valveSlaveResource,
} from '@sluice/contract'
import { goodNumber, observedAt, partOf } from '../../../platform/db/db-reading.ts'
import type { ResourceOptions } from '../../../platform/resource/resource-change.ts'

const list = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ')

/** A last value of the device `t`. */
const reading = (select: string) => `select ${select} from v_device_state s where s.device_id = t.id`
const text = (key: string) => `s.readings->'${key}'->>0`
const usableNumber = (key: string) => goodNumber(partOf('s.readings', key))

const OPENING = `case ${text('valveState')} when 'CLOSED' then 0 when 'OPEN' then 100 else ${usableNumber('opening')} end`
const DBM = `coalesce(${usableNumber('rssi')},
  case when ${usableNumber('csq')} between 0 and 31 then 2 * ${usableNumber('csq')} - 113 end)`
const NUMBERS = ['inletPressure', 'outletPressure', 'flow', 'totalVolume', 'batteryV'] as const
/** Of numbers a whole fleet is sorted by: one join instead of a question per row. */
const orderBy = (number: string) => ({
  join: 'left join v_device_state s on s.device_id = t.id',
  by: `(${number})`,
})
const reportedAt = (key: string) => `coalesce(${observedAt(partOf('s.readings', key))}, 0)`

/** Small sets, each read once by its own partial index, however many devices there are. */
export const FAULTY = `t.id in (select f.device_id from v_open_fault f
  where f.code not in (${list(SILENCE_FAULTS)}))`
const LOW_BATTERY = `t.id in (select f.device_id from v_open_fault f
    where f.code in (${list(BATTERY_FAULTS)}))
  or coalesce((${reading(`${usableNumber('batteryPct')} < ${LOW_BATTERY_PCT}`)}), false)`
const PENDING = `t.id in (select c.device_id from v_command c
  where c.status in ('QUEUED', 'SENT', 'ACKNOWLEDGED', 'EXECUTING') and c.target is not null)`
/** The newest that moves it; a report after it was given up settles the question when it has been seen for a while. */
const UNCONFIRMED = `t.id in (select c.device_id from v_command c left join v_device_state s on s.device_id = c.device_id
  where c.status = 'TIMEOUT' and c.target is not null
    and not exists (select from v_command n where n.device_id = c.device_id and n.id > c.id
      and n.target is not null and n.status <> 'CANCELLED')
    and (c.done_time > now() - interval '${OPEN_QUESTION_S} seconds'
      or greatest(${reportedAt('opening')}, ${reportedAt('valveState')}) <= extract(epoch from c.done_time) * 1000))`

/**
 * The valves among the devices. Like the map, their list reads the data of registry, telemetry, faults and ledger in
 * one statement, because a filter must see all of it before the page is cut; it writes nothing.
 */
export const VALVE_SLAVES: Required<Pick<ResourceOptions<typeof valveSlaveResource>, 'computed' | 'access' | 'only'>> =
  {
    only: `not t.deleted and t.product_id in (select p.id from product p where p.device_type_code = 'VALVE')`,
    computed: {
      mode: reading(`case when ${text('mode')} in ('LOCAL', 'REMOTE', 'AUTO') then ${text('mode')} end`),
      opening: reading(OPENING),
      ...Object.fromEntries(NUMBERS.map((key) => [key, reading(usableNumber(key))])),
      rssi: reading(DBM),
      lock: reading(`s.readings->'lock'->0 = 'true'::jsonb`),
      lowBattery: LOW_BATTERY,
      faulty: FAULTY,
      pending: PENDING,
      unconfirmed: UNCONFIRMED,
    },
    access: {
      opening: { order: orderBy(OPENING) },
      rssi: { order: orderBy(DBM) },
      ...Object.fromEntries(NUMBERS.map((key) => [key, { order: orderBy(usableNumber(key)) }])),
    },
  }
