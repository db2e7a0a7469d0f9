import type { Database } from '@sluice/server/src/platform/db/db.ts'

/** The user below, with a password hashed by an earlier version. */
export const PAST_USER = { username: 'pastor', password: 'old-passw0rd', deptName: 'a department of old' }

/**
 * Inserts rows as an earlier version wrote them, with columns that every schema version has: a department, an
 * administrator, a device that reported, a fault, an audit entry.
 */
export async function insertPastRows(db: Database, passwordHash = 'x'): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(
      "insert into dept (name, kind) select 'root', 'PLATFORM' where not exists (select from dept where parent_id is null)",
    )
    await tx.query(
      `insert into dept (name, parent_id, ancestors) select $1, id, array[id] from dept where parent_id is null`,
      [PAST_USER.deptName],
    )
    await tx.query(
      `insert into sys_user (dept_id, username, nick_name, password_hash)
       select id, $2, $2, $3 from dept where name = $1`,
      [PAST_USER.deptName, PAST_USER.username, passwordHash],
    )
    await tx.query(
      "insert into role (code, name, data_scope) values ('ROLE_ADMIN', 'admin', 'ALL') on conflict do nothing",
    )
    await tx.query(
      "insert into user_role (user_id, role_id) select u.id, r.id from sys_user u, role r where u.username = $1 and r.code = 'ROLE_ADMIN'",
      [PAST_USER.username],
    )
    await tx.query(
      `insert into product (product_no, name, device_type_code, node_kind, protocol)
       values ('PAST', 'past', 'VALVE', 'DIRECT', 'SL651')`,
    )
    await tx.query(
      `insert into device (name, device_no, product_id, dept_id)
       select 'device ' || n, 'past-' || n, p.id, d.id
       from product p, dept d, generate_series(1, 20) n where p.product_no = 'PAST' and d.name = $1`,
      [PAST_USER.deptName],
    )
    await tx.query(
      "create table if not exists telemetry_20260101 partition of telemetry for values from ('2026-01-01') to ('2026-01-08')",
    )
    await tx.query(
      `insert into telemetry (device_id, ts, readings)
       select d.id, timestamptz '2026-01-02' + n * interval '1 minute', jsonb_build_object('opening', n)
       from device d, generate_series(1, 50) n where d.device_no like 'past-%'`,
    )
    await tx.query(
      "insert into oper_log (username, action, ip, trace_id) values ('pastor', 'device.insert', '127.0.0.1', 'past')",
    )
  })
}
