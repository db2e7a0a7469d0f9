import {
  commandResource,
  departmentResource,
  deviceResource,
  faultResource,
  lampSlaveResource,
  valveSlaveResource,
} from '@sluice/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPlatform, type TestPlatform } from '../platform/platform.ts'
import { recordStatements, type StatementRecorder } from './statement-recorder.ts'

const DEVICES = 3000

let platform: TestPlatform
let recorder: StatementRecorder
/** The select of each view. */
let selects: Map<string, string>

beforeAll(async () => {
  recorder = recordStatements()
  platform = await startTestPlatform()
  const { db } = platform
  await db.query(
    `insert into device (dept_id, product_id, device_no, name)
     select (select id from dept where parent_id is null), p.id, 'V-' || n, 'v ' || n
     from generate_series(1, ${DEVICES}) n,
       lateral (select id from product order by (id + n) % 7, id limit 1) p /* unscoped:test */`,
  )
  await db.query(
    `insert into device_shadow (device_id, status, last_seen_time, readings)
     select id, case when id % 5 = 0 then 'OFFLINE' else 'ONLINE' end, now() - id * interval '1 second', '{"flow":[1,1]}'
     from device on conflict do nothing /* unscoped:test */`,
  )
  await db.query(
    `insert into fault (device_id, dept_id, code, level, condition_state, first_time, last_time)
     select id, dept_id, 'P01', 2, case when id % 100 = 0 then 'ACTIVE' else 'CLEARED' end, now(), now() from device /* unscoped:test */`,
  )
  await db.query('analyze')
  const { rows } = await db.query<{ name: string; text: string }>(
    `select viewname as name, definition as text from pg_views where schemaname = 'public' and viewname like 'v\\_%'`,
  )
  selects = new Map(rows.map(({ name, text }) => [name, text.trim().replace(/;$/, '')]))
})
afterAll(async () => {
  recorder?.stop()
  await platform?.stop()
})

const TABLES: Readonly<Record<string, string>> = {
  v_dept: 'dept',
  v_device: 'device',
  v_product: 'product',
  v_device_state: 'device_shadow',
  v_report: 'telemetry',
  v_command: 'command',
  v_connect_log: 'connect_log',
  v_byte_log: 'byte_log',
  v_fault_repair: 'repair_record',
}

/** The statement with views replaced by their tables. */
function onTables(text: string): string {
  const rest = text.replace(/\bv_open_fault( f\b)?/g, "(select * from fault where condition_state = 'ACTIVE') f")
  return rest
    .replace(
      /select o\.is_off from v_dept o where o\.id = t\.dept_id/,
      () => `select o.is_off from (${selects.get('v_dept')}) o where o.id = t.dept_id`,
    )
    .replace(/\bv_\w+/g, (view) => TABLES[view]!)
}

/** The steps of the plan for any parameters, without the names of its rows. */
function plan(text: string): Promise<string[]> {
  const count = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, n]) => Number(n)))
  const given = count === 0 ? '' : `(${Array.from({ length: count }, () => 'null').join(', ')})`
  return platform.db.transaction(async (tx) => {
    await tx.query('set local plan_cache_mode = force_generic_plan')
    await tx.query(`prepare asked as ${text}`)
    const { rows } = await tx.query<{ 'QUERY PLAN': string }>(`explain (costs off) execute asked${given}`)
    await tx.query('deallocate asked')
    const steps = rows.map((row) => row['QUERY PLAN']).filter((line, n) => n === 0 || line.trimStart().startsWith('->'))
    return steps.map((line) => line.replace(/ on (\w+)( \w+)?$/, ' on $1'))
  })
}

test('lists, map and dashboard have the same query plans on views as on tables', async () => {
  const { admin } = platform
  for (const order of [{}, { sort: 'lastSeenTime', order: 'desc' }, { status: 'ONLINE' }, { status: 'INACTIVE' }]) {
    await admin.page(deviceResource, order)
  }
  for (const query of [{}, { faulty: true }, { pending: true }, { unconfirmed: true }]) {
    await admin.page(valveSlaveResource, query)
  }
  await admin.page(lampSlaveResource, {})
  for (const resource of [faultResource, commandResource, departmentResource]) await admin.page(resource, {})
  for (const path of ['/device/v1/device/map', '/device/v1/network/flows', '/device/v1/dashboard/summary'])
    await admin.answer('GET', path)
  const asked = new Set(recorder.statements.map(({ text }) => text).filter((text) => /\bv_\w+/.test(text)))
  // Jobs that run meanwhile ask for themselves.
  const statements = [...asked].filter((text) => /^\s*(with|select)\b/i.test(text) && !text.includes('unscoped:job'))
  for (const text of statements) expect([text, await plan(text)]).toEqual([text, await plan(onTables(text))])
  expect(statements.length).toBeGreaterThan(12)
})
