import type { Database, Row } from '@sluice/server/src/platform/db/db.ts'
import type { RepeatingDevice } from '../load/attack/repeating-devices.ts'
import type { RestlessPerson } from '../load/attack/restless-person.ts'
import type { RestlessValve } from '../load/attack/restless-valves.ts'

/** What was acknowledged to clients and must be in the database. */
export interface Said {
  devices: readonly RepeatingDevice[]
  person: RestlessPerson
  valves: readonly RestlessValve[]
}

/** Each of these counts must be 0. */
type Wrongs = Record<string, number>

export interface Proof {
  counts: Record<string, number>
  wrongs: Wrongs
}

/** Report n of a device, as stored: the level in mm, or the total volume. */
const NUMBER = `coalesce(round((readings->>'level')::numeric * 1000), (readings->>'totalVolume')::numeric)::int`
/** Hours whose rollup may already be computed. */
const OVER = `interval '1 hour 5 minutes'`
const ACTIVE = `status in ('QUEUED', 'SENT', 'ACKNOWLEDGED', 'EXECUTING')`

/** Compares acknowledged data with stored data, with its own SQL. */
export async function proveStored(db: Database, said: Said): Promise<Proof> {
  const reports = await countReports(db, said.devices)
  const writes = await countWrites(db, said.person)
  const commands = await countCommands(db, said)
  const rollups = await countRollups(db)
  const faults = await countFaults(db, said.devices)
  const parts = [reports, writes, commands, rollups, faults]
  return {
    counts: Object.assign({}, ...parts.map(({ counts }) => counts)) as Proof['counts'],
    wrongs: Object.assign({}, ...parts.map(({ wrongs }) => wrongs)) as Wrongs,
  }
}

async function one(db: Database, text: string, values: unknown[] = []): Promise<Record<string, number>> {
  const { rows } = await db.query<Record<string, string>>(`${text} /* unscoped:bench */`, values)
  return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, count]) => [name, Number(count)]))
}

/** Acknowledged reports against rows of history, and for SL 651 against messages, which identify a repeat. */
export async function countReports(db: Database, devices: readonly RepeatingDevice[]): Promise<Proof> {
  const confirmed = devices.flatMap(({ deviceId, confirmed }) => [...confirmed].map((n) => [deviceId, n] as const))
  const found = await one(
    db,
    `with said as (select d, n from unnest($1::bigint[], $2::int[]) x (d, n)),
       kept as (select device_id as d, ${NUMBER} as n, count(*) as rows from telemetry
         where device_id = any ($3::bigint[]) group by 1, 2),
       frames as (select device_id as d, (identity & 65535)::int as n, count(*) as rows from device_message
         where device_id = any ($3::bigint[]) and result = 'OK' and identity is not null group by 1, 2),
       sl651 as (select distinct d from frames)
     select (select count(*) from said) as acknowledged,
       (select sum(rows) from kept) as stored,
       (select count(*) from said left join kept using (d, n) where rows is null) as lost,
       (select count(*) from kept where rows > 1) as doubled,
       (select count(*) from said join sl651 using (d) left join frames using (d, n) where rows is null) as frames_lost,
       (select count(*) from frames where rows > 1) as frames_doubled,
       (select count(*) from device_message where device_id = any ($3::bigint[]) and result = 'DUPLICATE') as repeats_told`,
    [confirmed.map(([d]) => d), confirmed.map(([, n]) => n), devices.map(({ deviceId }) => deviceId)],
  )
  const { acknowledged, stored, repeats_told } = found
  const sent = devices.reduce((sum, device) => sum + device.sent(), 0)
  return {
    counts: { sent, acknowledged: acknowledged!, stored: stored!, repeatsTold: repeats_told! },
    wrongs: {
      lostReports: found['lost']!,
      doubledReports: found['doubled']!,
      lostFrames: found['frames_lost']!,
      doubledFrames: found['frames_doubled']!,
      neverAcknowledged: devices.reduce((sum, device) => sum + device.waiting(), 0),
    },
  }
}

/** Departments against their rows and audit entries. */
export async function countWrites(db: Database, { departments }: RestlessPerson): Promise<Proof> {
  const found = await one(
    db,
    `with said as (select name, id from unnest($1::text[], $2::bigint[]) x (name, id)),
       line as (select unnest(target_ids)::bigint as id, count(*) as lines from oper_log
         where action = 'dept.insert' group by 1),
       kept as (select id, name from dept where name like 'kills-%')
     select (select count(*) from kept) as kept,
       (select count(*) from said left join kept using (id, name) where kept.id is null) as lost,
       (select count(*) from kept left join line using (id) where coalesce(lines, 0) <> 1) as unlined,
       (select count(*) from line left join dept using (id) where dept.id is null) as rowless,
       (select count(*) from (select name from kept group by name having count(*) > 1) x) as doubled`,
    [[...departments.keys()], [...departments.values()]],
  )
  return {
    counts: { writesAnswered: departments.size, writesStored: found['kept']! },
    wrongs: {
      lostWrites: found['lost']!,
      writesWithoutLine: found['unlined']!,
      linesWithoutWrite: found['rowless']!,
      doubledWrites: found['doubled']!,
    },
  }
}

interface LedgerRow extends Row {
  id: string
  device_id: string
  code: string
  status: string
  sent: number | null
  done: number | null
  attempts: number
  rows: number
}

/** The ledger's outcomes of commands against what the valves recorded themselves. */
async function countCommands(db: Database, { person, valves }: Said): Promise<Proof> {
  const { rows } = await db.query<LedgerRow>(
    `select id, device_id, code, status, extract(epoch from sent_time)::float8 * 1000 as sent,
       extract(epoch from done_time)::float8 * 1000 as done, attempts,
       (select count(*)::int from command_attempt a where a.command_id = command.id) as rows
     from command where device_id = any ($1::bigint[]) /* unscoped:bench */`,
    [valves.map(({ deviceId }) => deviceId)],
  )
  const ids = new Set(rows.map(({ id }) => id))
  const valveOf = new Map(valves.map((valve) => [valve.deviceId, valve]))
  const isUnproven = ({ device_id, code, status, sent, done }: LedgerRow) =>
    status === 'EXECUTED' && !valveOf.get(device_id)?.stood(code === 'OPEN', sent ?? 0, done ?? 0)
  const transmissions = (deviceId: string) =>
    rows.filter(({ device_id }) => device_id === deviceId).reduce((sum, row) => sum + row.rows, 0)
  const counts: Record<string, number> = { commandsAnswered: person.commands.length, commandsInLedger: rows.length }
  for (const { status } of rows) counts[`command ${status}`] = (counts[`command ${status}`] ?? 0) + 1
  return {
    counts,
    wrongs: {
      lostCommands: person.commands.filter(({ id }) => !ids.has(id)).length,
      executedWithoutProof: rows.filter(isUnproven).length,
      hangingCommands: rows.filter(({ status }) => ['QUEUED', 'SENT', 'ACKNOWLEDGED', 'EXECUTING'].includes(status))
        .length,
      miscountedAttempts: rows.filter(({ attempts, rows: stored }) => attempts !== stored).length,
      sentWithoutRow: valves.filter((valve) => valve.commands() > transmissions(valve.deviceId)).length,
    },
  }
}

/** Hours and days against a count of the reports themselves. */
async function countRollups(db: Database): Promise<Proof> {
  const found = await one(
    db,
    `with reading as (select device_id, date_trunc('hour', ts) as bucket, ts, key, value::text::numeric as v
         from telemetry, jsonb_each(readings)
         where key in ('level', 'totalVolume', 'outletPressure') and jsonb_typeof(value) = 'number'
           and not coalesce(quality ? key, false)),
       counted as (select device_id, bucket, key, count(*) as n, min(v) as low, max(v) as high,
           (array_agg(v order by ts))[1] as first, (array_agg(v order by ts desc))[1] as last,
           max(v) - lag(max(v)) over (partition by device_id, key order by bucket) as delta
         from reading group by 1, 2, 3),
       due as (select * from counted where bucket < now() - ${OVER}),
       hour as (select device_id, bucket, key, value as s from telemetry_hour, jsonb_each(stats)
         where key in ('level', 'totalVolume', 'outletPressure')),
       day as (select device_id, day, key, (value->>'count')::int as n from telemetry_day, jsonb_each(stats)
         where key in ('level', 'totalVolume', 'outletPressure')),
       summed as (select device_id, (bucket at time zone 'Asia/Shanghai')::date as day, key, sum(n) as n
         from due group by 1, 2, 3)
     select (select count(*) from due) as hours,
       (select count(*) from due left join hour using (device_id, bucket, key)
         where s is null or (s->>'count')::int is distinct from n or (s->>'min')::numeric is distinct from low
           or (s->>'max')::numeric is distinct from high or (s->>'first')::numeric is distinct from first
           or (s->>'last')::numeric is distinct from last
           or key = 'totalVolume' and delta is not null and (s->>'delta')::numeric is distinct from delta) as wrong_hours,
       (select count(*) from hour left join counted using (device_id, bucket, key) where n is null) as empty_hours,
       (select count(*) from summed left join day using (device_id, day, key)
         where day.n is distinct from summed.n) as wrong_days`,
  )
  return {
    counts: { rollupHours: found['hours']! },
    wrongs: {
      wrongHours: found['wrong_hours']!,
      hoursOfNothing: found['empty_hours']!,
      wrongDays: found['wrong_days']!,
    },
  }
}

/** A forced door is a fault while the station's last report says so; a reporting device is not offline. */
async function countFaults(db: Database, devices: readonly RepeatingDevice[]): Promise<Proof> {
  const telling = devices.filter((device) => device.tampered() !== undefined)
  const ids = telling.map(({ deviceId }) => deviceId)
  const found = await one(
    db,
    `with said as (select d, t from unnest($1::bigint[], $2::boolean[]) x (d, t)),
       active as (select device_id as d, code from fault where condition_state = 'ACTIVE')
     select (select count(*) from fault where code = 'S01') as lives,
       (select count(*) from said left join active on active.d = said.d and code = 'S01'
         where t <> (code is not null)) as wrong,
       (select count(*) from condition_outbox) as untold,
       (select count(*) from device_shadow s left join active on active.d = s.device_id and code = 'C01'
         where s.device_id = any ($1::bigint[]) and (s.status <> 'ONLINE' or code is not null)) as offline`,
    [ids, telling.map((device) => device.tampered())],
  )
  return {
    counts: { faultLives: found['lives']! },
    wrongs: { wrongFaults: found['wrong']!, conditionsUntold: found['untold']!, wronglyOffline: found['offline']! },
  }
}

/** The platform's pending work: running commands, and hours whose rollup is due. */
export async function countUnsettled(db: Database): Promise<number> {
  const { commands, marks, seals } = await one(
    db,
    `select (select count(*) from command where ${ACTIVE}) as commands,
       (select count(*) from rollup_dirty where bucket < now() - ${OVER}) as marks,
       (select count(*) from oper_log_unsealed) as seals`,
  )
  return commands! + marks! + seals!
}
