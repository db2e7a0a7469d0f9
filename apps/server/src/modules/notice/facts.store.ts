import type { FaultOrigin, Language, Words } from '@sluice/contract'
import { sql } from 'kysely'
import { numberArray, textArray } from '../../platform/db/array-literal.ts'
import type { Sql } from '../../platform/db/db.ts'
import type { Scope } from '../../platform/http/session.ts'
import { scopePredicate, unscopedText } from '../../platform/resource/scoped.ts'
import type { Person, Rule, Shift } from './who.rules.ts'

const JOB = unscopedText('job')

/** A person with the addresses that channels need. */
export interface Addressee extends Omit<Person, 'zone'> {
  phone: string | null
  email: string | null
  wechatOpenId: string | null
  language: Language
}

const PERSON = `id, name, dept_id as "deptId", user_id as "userId", phone, email, wechat_open_id as "wechatOpenId", language,
  channels, coalesce(levels, '{}') as levels, coalesce(device_types, '{}') as "deviceTypes",
  coalesce(area_ids, '{}')::text[] as "areaIds", quiet_from as "quietFrom", quiet_to as "quietTo", enabled`

/** Everybody who may be told, in any department: whose turn it is, is decided together. */
export async function allPeople(db: Sql): Promise<Addressee[]> {
  const { rows } = await db.query<Addressee & Record<string, unknown>>(
    `select ${PERSON} from notice_user where not deleted order by id ${JOB}`,
  )
  return rows
}

export async function peopleOf(db: Sql, ids: readonly string[]): Promise<Map<string, Addressee>> {
  const { rows } = await db.query<Addressee & Record<string, unknown>>(
    `select ${PERSON} from notice_user where id = any($1::bigint[]) and not deleted ${JOB}`,
    [ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** A person whom the caller sees. */
export async function personInScope(db: Sql, scope: Scope, id: string): Promise<Addressee | undefined> {
  const { rows } = await sql<Addressee>`
    select ${sql.raw(PERSON)} from notice_user
    where id = ${id} and not deleted and ${scopePredicate(scope, 'notice_user')}`.execute(db.tables<unknown>())
  return rows[0]
}

/** Enabled rules of all departments; codes are called as faults have them. */
export async function allRules(db: Sql): Promise<Rule[]> {
  const { rows } = await db.query<Rule & Record<string, unknown>>(
    `select r.id, r.name, r.dept_id as "deptId", r.place, coalesce(r.levels, '{}') as levels,
       array(select c.code from v_fault_code c where c.id = any(r.codes)) as codes, coalesce(r.delay_min, 0) as "delayMin",
       r.repeat_min as "repeatMin", r.escalate_after_min as "escalateAfterMin", r.escalate_to as "escalateTo",
       coalesce(r.merge_window_s, 60) as "mergeWindowS"
     from push_rule r where r.enabled and not r.deleted ${JOB}`,
  )
  return rows
}

/** Shifts that may matter to faults told between these times (epoch ms); a rota is remembered for a week. */
export async function shiftsAround(db: Sql, from: number, to: number): Promise<Shift[]> {
  const { rows } = await db.query<Shift & Record<string, unknown>>(
    `select s.dept_id as "deptId", s.notice_user_id as "noticeUserId", extract(epoch from s.from_time)::float8 * 1000 as "from",
       extract(epoch from s.to_time)::float8 * 1000 as "to", s.holiday_id is not null as holiday
     from duty_shift s left join duty_holiday h on h.id = s.holiday_id
     where s.to_time > to_timestamp($1::float8 / 1000) - interval '8 days' and s.from_time <= to_timestamp($2::float8 / 1000)
       and h.deleted is not true ${JOB}`,
    [from, to],
  )
  return rows.map((row) => ({ ...row, from: Number(row.from), to: Number(row.to) }))
}

export interface KnownDevice {
  id: string
  name: string
  deptId: string
  deptName: string
  /** Above its department, the root first. */
  above: string[]
  deviceTypeCode: string | null
  areas: string[]
}

export async function devicesOf(db: Sql, ids: readonly string[]): Promise<Map<string, KnownDevice>> {
  const { rows } = await db.query<KnownDevice & Record<string, unknown>>(
    `select d.id, d.name, d.dept_id as "deptId", o.name as "deptName", o.ancestors::text[] as above,
       p.device_type_code as "deviceTypeCode",
       array(with recursive up as (
         select a.id, a.parent_id from v_area a where a.id = d.area_id
         union select a.id, a.parent_id from v_area a join up on a.id = up.parent_id) select id::text from up) as areas
     from v_device d join v_dept o on o.id = d.dept_id left join v_product p on p.id = d.product_id
     where d.id = any($1::bigint[]) and not d.deleted ${JOB}`,
    [ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Of faults that began before: how many beginnings were counted when a message about an earlier one last left or was about to.
 * What was dropped or failed has told nobody.
 */
export async function toldBeginnings(
  db: Sql,
  faults: readonly Pick<KnownFault, 'id' | 'begun' | 'begunText'>[],
): Promise<Map<string, number>> {
  const again = faults.filter(({ begun }) => begun > 1)
  if (again.length === 0) return new Map()
  const { rows } = await db.query<{ id: string; since: number }>(
    `select x.id::text as id, (1 + (select count(*) from push_plan q where q.fault_id = x.id and q.begun_at > last.begun_at
         and q.begun_at < x.begun_at))::int as since
     from (select * from unnest($1::bigint[], $2::timestamptz[]) as u (id, begun_at)) x
     cross join lateral (select max(p.begun_at) as begun_at from push_fault p join push_message m on m.id = p.message_id
       where p.fault_id = x.id and p.begun_at < x.begun_at and m.status in ('PENDING', 'SENT', 'READ')) last
     where last.begun_at is not null ${JOB}`,
    [numberArray(again.map(({ id }) => id)), textArray(again.map(({ begunText }) => begunText))],
  )
  const since = new Map(rows.map((row) => [row.id, row.since]))
  return new Map(
    again.flatMap(({ id, begun }) => {
      const told = begun - (since.get(id) ?? begun)
      return told > 0 ? [[id, told]] : []
    }),
  )
}

export interface KnownFault {
  id: string
  deviceId: string
  code: string
  name: Words
  level: number
  /** As the store has it, for keys; and in epoch ms. */
  begunText: string
  begunAt: number
  begun: number
  active: boolean
  handled: boolean
  explained: boolean
  codePushed: boolean
  codeEnabled: boolean
  /** What raised it. */
  trigger: FaultOrigin | null
}

const FAULT = `f.id, f.device_id as "deviceId", f.code,
  json_build_array(c.name, coalesce(nullif(c.english_name, ''), c.name)) as name, f.level,
  f.begun_at::text as "begunText", extract(epoch from f.begun_at)::float8 * 1000 as "begunAt", f.begun,
  f.condition_state = 'ACTIVE' as active, f.handle_state <> 'UNHANDLED' as handled, f.cause_id is not null as explained,
  c.push as "codePushed", c.enabled as "codeEnabled", f.trigger`

const asFault = (row: KnownFault & Record<string, unknown>): KnownFault => ({
  ...row,
  begunAt: Math.round(Number(row.begunAt)),
})

/**
 * Of these, the beginnings that nobody has decided yet, of active faults that nobody took, no other explains and no
 * maintenance holds back; and those that were taken or explained when they were last looked at and are not any more. The
 * worst first.
 */
export async function unplanned(db: Sql, ids: readonly string[]): Promise<KnownFault[]> {
  if (ids.length === 0) return []
  const { rows } = await db.query<KnownFault & Record<string, unknown>>(
    `select ${FAULT} from v_fault f join v_fault_code c on c.code = f.code
     where f.id = any($1::bigint[]) and f.condition_state = 'ACTIVE' and f.handle_state = 'UNHANDLED' and f.cause_id is null
       and not f.in_maintenance and not exists (
       select from push_plan p
       where p.fault_id = f.id and p.begun_at = f.begun_at and p.outcome not in ('CONSEQUENCE', 'TAKEN'))
     order by f.level desc, f.id ${JOB}`,
    [ids],
  )
  return rows.map(asFault)
}

export async function faultsById(db: Sql, ids: readonly string[]): Promise<Map<string, KnownFault>> {
  const { rows } = await db.query<KnownFault & Record<string, unknown>>(
    `select ${FAULT} from v_fault f join v_fault_code c on c.code = f.code where f.id = any($1::bigint[]) ${JOB}`,
    [ids],
  )
  return new Map(rows.map((row) => [row.id, asFault(row)]))
}

/** How many active faults each of these explains; none where it is missing. */
export async function consequencesOf(db: Sql, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await db.query<{ id: string; n: number }>(
    `select cause_id::text as id, count(*)::int as n from v_fault
     where cause_id = any($1::bigint[]) and condition_state = 'ACTIVE' group by 1 ${JOB}`,
    [ids],
  )
  return new Map(rows.map(({ id, n }) => [id, n]))
}

/** What is known of a code before it begins. */
export async function codeFacts(db: Sql, code: string): Promise<{ level: number; push: boolean } | undefined> {
  const { rows } = await db.query<{ level: number; push: boolean }>(
    'select level, push and enabled as push from v_fault_code where code = $1',
    [code],
  )
  return rows[0]
}

/** The active fault of a device and code. */
export async function activeFaultOf(db: Sql, deviceId: string, code: string): Promise<KnownFault | undefined> {
  const { rows } = await db.query<KnownFault & Record<string, unknown>>(
    `select ${FAULT} from v_fault f join v_fault_code c on c.code = f.code
     where f.device_id = $1 and f.code = $2 and f.condition_state = 'ACTIVE' /* device:id */`,
    [deviceId, code],
  )
  return rows[0] && asFault(rows[0])
}
