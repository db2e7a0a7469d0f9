/** The values of one field of the condition of a group `g`. */
const wanted = (field: string) => `string_to_array(g.filter->>'${field}', ',')`
const ids = (field: string) => `${wanted(field)}::bigint[]`
const asked = (field: string, holds: string) => `(g.filter->>'${field}' is null or ${holds})`

const STATUS = `case when not d.enabled then 'DISABLED'
  else coalesce((select s.status from v_device_state s where s.device_id = d.id), 'INACTIVE') end`
/** A node of a tree stands for everything below it (AD-1). */
const AREAS = `with recursive below as (
    select a.id from area a where a.id = any(${ids('areaId')}) union
    select c.id from area c join below b on c.parent_id = b.id) select id from below`
const inDepts = (of: string) => `exists (select from v_dept o
    where o.id = d.dept_id and (o.id = any(${of}) or o.ancestors && ${of}))`
const escaped = `replace(replace(replace(g.filter->>'keyword', '\\', '\\\\'), '%', '\\%'), '_', '\\_')`

const FILTER = [
  inDepts('array[g.dept_id]'),
  asked(
    'deviceTypeCode',
    `d.product_id in (select p.id from product p where p.device_type_code = any(${wanted('deviceTypeCode')}))`,
  ),
  asked('productId', `d.product_id = any(${ids('productId')})`),
  asked('lifecycle', `d.lifecycle = any(${wanted('lifecycle')})`),
  asked('areaId', `d.area_id in (${AREAS})`),
  asked('deptId', inDepts(ids('deptId'))),
  asked('masterId', `d.master_id = any(${ids('masterId')})`),
  asked('tagIds', `d.tag_ids && ${ids('tagIds')}`),
  asked('network', `d.network = any(${wanted('network')})`),
  asked('status', `${STATUS} = any(${wanted('status')})`),
  asked('keyword', `(d.name ilike '%' || ${escaped} || '%' or d.device_no ilike '%' || ${escaped} || '%')`),
].join('\n  and ')

/** SQL: whether the device `d` belongs to the group `g` now. */
export const IS_MEMBER = `case when g.filter is null
  then exists (select from device_group_member m where m.group_id = g.id and m.device_id = d.id)
  else ${FILTER} end`

/** SQL over a device `t`: it belongs to the group `{value}`, which is asked once for all its members. */
export const IN_GROUP = `t.id in (select d.id from device_group g join device d on not d.deleted and ${IS_MEMBER}
  where g.id = {value}::bigint and not g.deleted and {scope:device_group g})`

/** SQL over a device `t`: the groups that the reader sees and it belongs to. */
export const GROUPS_OF = (select: string) => `select ${select} from device d, device_group g
  where d.id = t.id and not g.deleted and {scope:device_group g} and ${IS_MEMBER}`

/** SQL over a group `t`: how many members the reader sees. */
export const MEMBER_COUNT = `select count(*) from device_group g join device d on not d.deleted and ${IS_MEMBER}
  where g.id = t.id and {scope:device d}`
