import { numberArray } from '../../../platform/db/array-literal.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { unscopedText } from '../../../platform/resource/scoped.ts'

/** The values of one field of the condition of a group `g`; null where it does not ask for it. */
const wanted = (field: string) => `string_to_array(g.filter->>'${field}', ',')`
const ids = (field: string) => `${wanted(field)}::bigint[]`
const unless = (field: string, holds: string) => `(g.filter->>'${field}' is null or ${holds})`
const escaped = `replace(replace(replace(g.filter->>'keyword', '\\', '\\\\'), '%', '\\%'), '_', '\\_')`

/**
 * The conditions of groups, each taken apart once, however many devices are looked at: nodes of trees with everything
 * below them (AD-1), types as their products. `offset 0` keeps the planner from taking them apart for every device.
 */
const conditionsOf = (which: string) => `(select g.id,
    array(select o.id from v_dept o where (o.id = g.dept_id or o.ancestors @> array[g.dept_id])
      and ${unless('deptId', `(o.id = any(${ids('deptId')}) or o.ancestors && ${ids('deptId')})`)}) as depts,
    case when g.filter->>'deviceTypeCode' is not null or g.filter->>'productId' is not null then array(
      select p.id from product p where ${unless('deviceTypeCode', `p.device_type_code = any(${wanted('deviceTypeCode')})`)}
        and ${unless('productId', `p.id = any(${ids('productId')})`)}) end as products,
    case when g.filter->>'areaId' is not null then array(
      with recursive below as (select a.id from area a where a.id = any(${ids('areaId')}) union
        select c.id from area c join below b on c.parent_id = b.id) select id from below) end as areas,
    ${wanted('lifecycle')} as lives, ${wanted('network')} as networks, ${wanted('status')} as statuses,
    ${ids('masterId')} as masters, ${ids('tagIds')} as tags, '%' || ${escaped} || '%' as pattern
  from device_group g where g.filter is not null and not g.deleted and ${which} offset 0)`

const STATUS = `case when not d.enabled then 'DISABLED'
  else coalesce((select s.status from v_device_state s where s.device_id = d.id), 'INACTIVE') end`

/** Whether the device `d` meets the condition `f`. */
const MEETS = `not d.deleted and d.dept_id = any(f.depts)
  and (f.products is null or d.product_id = any(f.products))
  and (f.areas is null or d.area_id = any(f.areas))
  and (f.lives is null or d.lifecycle = any(f.lives))
  and (f.networks is null or d.network = any(f.networks))
  and (f.masters is null or d.master_id = any(f.masters))
  and (f.tags is null or d.tag_ids && f.tags)
  and (f.pattern is null or d.name ilike f.pattern or d.device_no ilike f.pattern)
  and (f.statuses is null or ${STATUS} = any(f.statuses))`

/** SQL over a device `t`: it belongs to the group `{value}` now, by hand or by condition. */
export const IN_GROUP = `t.id in (
    select m.device_id from device_group_member m join device_group g on g.id = m.group_id
    where g.id = {value}::bigint and not g.deleted and {scope:device_group g}
    union all
    select d.id from ${conditionsOf('g.id = {value}::bigint and {scope:device_group g}')} f join device d on ${MEETS})`

/** SQL over a device `t`: the groups that the reader sees and somebody put it into. */
export const GROUPS_BY_HAND = `select coalesce(array_agg(g.id order by g.sort, g.id), '{}')
  from device_group_member m join device_group g on g.id = m.group_id
  where m.device_id = t.id and not g.deleted and {scope:device_group g}`

/** SQL over a group `t`: how many members the reader sees. */
export const MEMBER_COUNT = `case t.membership
  when 'HAND' then (select count(*) from device_group_member m join device d on d.id = m.device_id
    where m.group_id = t.id and not d.deleted and {scope:device d})
  else (select count(*) from ${conditionsOf('g.id = t.id')} f join device d on ${MEETS} and {scope:device d}) end`

/** Those of these groups that each of these devices is in now. */
export async function groupsOf(
  db: Sql,
  deviceIds: readonly string[],
  groupIds: readonly string[],
): Promise<Map<string, string[]>> {
  const { rows } = await db.query<{ id: string; groups: string[] }>(
    `select x.device_id as id, array_agg(x.group_id::text order by x.group_id) as groups from (
       select m.device_id, m.group_id from device_group_member m join device_group g on g.id = m.group_id
       where m.device_id = any($1::bigint[]) and m.group_id = any($2::bigint[]) and not g.deleted
       union all
       select d.id, f.id from ${conditionsOf('g.id = any($2::bigint[])')} f
       join device d on d.id = any($1::bigint[]) and ${MEETS}) x
     group by x.device_id ${unscopedText('pipeline')}`,
    [numberArray(deviceIds), numberArray(groupIds)],
  )
  return new Map(rows.map(({ id, groups }) => [id, groups]))
}

/** The devices of a group, whoever sees them. */
export async function membersOf(db: Sql, groupId: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select m.device_id as id from device_group_member m join device_group g on g.id = m.group_id
     where m.group_id = $1::bigint and not g.deleted
     union all
     select d.id from ${conditionsOf('g.id = $1::bigint')} f join device d on ${MEETS} ${unscopedText('reference')}`,
    [groupId],
  )
  return rows.map(({ id }) => id)
}
