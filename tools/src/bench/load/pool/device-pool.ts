import type { Database } from '@sluice/server/src/platform/db/db.ts'

export const POOL_DEVICES = 100_000
export const SCOPED_USER = 'bench-agent'
const AGENTS = 20
const CUSTOMERS_EACH = 10

/**
 * 100,000 devices by default, in a tree of 20 agents with 10 customers each, seven in ten online, one in a thousand in
 * 东风路, and a user with the administrator's password whose scope is the subtree of the first agent (one in twenty).
 */
export async function insertDevices(db: Database, devices = POOL_DEVICES): Promise<void> {
  await db.query(
    `with root as (select id from dept where parent_id is null),
     agent as (
       insert into dept (parent_id, ancestors, name, kind)
       select root.id, array[root.id], 'Agent ' || n, 'AGENT' from root, generate_series(1, $1::int) n
       returning id, parent_id)
     insert into dept (parent_id, ancestors, name, kind)
     select agent.id, array[agent.parent_id, agent.id], 'Customer ' || agent.id || '-' || n, 'CUSTOMER'
     from agent, generate_series(1, $2::int) n`,
    [AGENTS, CUSTOMERS_EACH],
  )
  await db.query(
    `with customer as (
       select id, row_number() over (order by id) - 1 as n from dept where kind = 'CUSTOMER' and cardinality(ancestors) = 2),
     model as (select id, row_number() over (order by id) - 1 as n from product where node_kind = 'DIRECT')
     insert into device (dept_id, product_id, device_no, name, station_address, lng, lat, address)
     select customer.id, model.id, 'BN-' || lpad(i::text, greatest(6, length(i::text)), '0'),
       case when i % 997 = 0 then '东风路阀门 ' else '阀门 ' end || i, lpad(i::text, 10, '0'),
       100 + (i % 2000) / 100.0, 25 + (i % 1500) / 100.0, '第 ' || i % 977 || ' 号井'
     from generate_series(1, $1::int) i
     join customer on customer.n = i::bigint * 7919 % (select count(*) from customer)
     join model on model.n = i % (select count(*) from model)`,
    [devices],
  )
  await db.query(
    `insert into device_shadow (device_id, status, offline_cause, readings, first_seen_time, last_seen_time, silent_after)
     select id, case when id % 10 < 7 then 'ONLINE' else 'OFFLINE' end, case when id % 10 < 7 then null else 'SELF' end,
       '{"level": [1.25, 1760000000000], "batteryV": [12.4, 1760000000000]}', now() - interval '1 year', now(),
       now() + interval '1 day'
     from device where id % 10 < 9`,
  )
  await insertScopedUser(db)
  await db.query('vacuum analyze device')
  await db.query('vacuum analyze device_shadow')
  await db.query('analyze dept')
}

async function insertScopedUser(db: Database): Promise<void> {
  await db.query(`insert into role (code, name, data_scope) values ('ROLE_BENCH', 'Bench', 'SUBTREE')`)
  await db.query(
    `insert into role_resource (role_id, resource_id)
     select role.id, resource.id from role, resource where role.code = 'ROLE_BENCH'`,
  )
  await db.query(
    `with made as (
       insert into sys_user (dept_id, username, nick_name, password_hash)
       select (select min(id) from dept where kind = 'AGENT' and cardinality(ancestors) = 1), $1, 'Bench', password_hash
       from sys_user where username = 'admin' returning id)
     insert into user_role (user_id, role_id) select made.id, role.id from made, role where role.code = 'ROLE_BENCH'`,
    [SCOPED_USER],
  )
}
