import type { Database } from '@sluice/server/src/platform/db.ts'

/** So many people who never sign in, spread over the customers of the device park. */
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
