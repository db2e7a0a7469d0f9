import type { Database } from '@sluice/server/src/platform/db/db.ts'

/** Users who never sign in, spread over the customers of the device pool. */
export async function insertUsers(db: Database, users: number): Promise<void> {
  await db.query(
    `with customer as (
       select id, row_number() over (order by id) - 1 as n from dept where kind = 'CUSTOMER' and cardinality(ancestors) = 2)
     insert into sys_user (dept_id, username, nick_name, password_hash, phone)
     select customer.id, 'person' || lpad(i::text, 6, '0'), '用户 ' || i, 'x', '1' || lpad((i * 7919 % 10000000000)::text, 10, '0')
     from generate_series(1, $1::bigint) i
     join customer on customer.n = i * 7919 % (select count(*) from customer)`,
    [users],
  )
  await db.query('vacuum analyze sys_user')
}

/** Users in the first department whose scope is everything below it, with the administrator's password. */
export async function insertReaders(db: Database, usernames: readonly string[]): Promise<void> {
  await db.query(`insert into role (code, name, data_scope) values ('ROLE_BENCH_READER', 'Reader', 'SUBTREE')`)
  await db.query(
    `insert into role_resource (role_id, resource_id)
     select role.id, resource.id from role, resource where role.code = 'ROLE_BENCH_READER'`,
  )
  await db.query(
    `with made as (
       insert into sys_user (dept_id, username, nick_name, password_hash)
       select sys_user.dept_id, name, name, sys_user.password_hash
       from sys_user, unnest($1::text[]) name where sys_user.username = 'admin' returning id)
     insert into user_role (user_id, role_id)
     select made.id, role.id from made, role where role.code = 'ROLE_BENCH_READER'`,
    [usernames],
  )
}
