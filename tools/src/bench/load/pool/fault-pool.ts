import type { Database } from '@sluice/server/src/platform/db/db.ts'

export interface FaultPool {
  faults: number
  /** How many of them are active and wait for somebody. */
  waiting: number
}

/**
 * Faults of a year, evenly over the devices and over 40 codes: the waiting ones are the last that began; four in five of
 * the others are closed, the rest was resolved and is over. The connection checks no foreign keys and wakes no triggers.
 */
export async function insertFaults(db: Database, { faults, waiting }: FaultPool): Promise<void> {
  await db.query(
    `with device as (select id, dept_id, row_number() over (order by id) - 1 as n from device),
     code as (select code, level, row_number() over (order by code) - 1 as n from fault_code where code !~ '^C' limit 40),
     size as (select (select count(*) from device) as devices, (select count(*) from code) as codes)
     insert into fault (device_id, dept_id, code, level, condition_state, handle_state, first_time, last_time, clear_time,
       begin_times, ack_time, resolve_time)
     select d.id, d.dept_id, c.code, c.level, case when x.waits then 'ACTIVE' else 'CLEARED' end,
       case when x.waits then 'UNHANDLED' when i % 5 = 0 then 'RESOLVED' else 'CLOSED' end,
       x.at, x.at + interval '9 minutes', case when x.waits then null else x.at + interval '10 minutes' end, array[x.at],
       case when x.waits then null else x.at + interval '4 minutes' end,
       case when x.waits then null else x.at + interval '9 minutes' end
     from generate_series(0, $1::bigint - 1) i cross join size
     cross join lateral (select i >= $1::bigint - $2::bigint as waits,
       now() - interval '1 year' + interval '1 year' * (i::float8 / $1::float8) as at) x
     join device d on d.n = i % size.devices
     join code c on c.n = (i / size.devices) % size.codes
     order by i`,
    [faults, waiting],
  )
}
