import { createNotices } from '@sluice/server/src/modules/notice/notice.module.ts'
import type { Database } from '@sluice/server/src/platform/db/db.ts'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { makeDevice } from '../field/devices.ts'
import { fakeClock } from '@sluice/server/src/platform/clock/clock.ts'
import { createTestDatabase, type TestDatabase } from '../platform/database.ts'
import { makeDept } from '../platform/people.ts'
import { startTestPlatform } from '../platform/platform.ts'
import { standInChannels } from './stand-in-channels.ts'

/** Processes that plan and send on a store of their own, one department, and channels that stand in for the real ones. */
export function noticeProcesses() {
  const { channels, given, state } = standInChannels(['INAPP', 'SMS', 'EMAIL'])
  const clock = fakeClock(new Date('2026-06-18T06:30:00Z'))
  const now = () => clock.now().getTime()
  let database: TestDatabase | undefined
  const place = { db: undefined as unknown as Database, dept: '', product: '' }
  /** A platform makes the place and ends: what is planned and sent afterwards is what the test does. */
  beforeAll(async () => {
    database = await createTestDatabase()
    place.db = database.db
    const platform = await startTestPlatform({ database, clock })
    place.dept = await makeDept(platform.admin, 'storm')
    const { id } = await makeDevice(platform.admin, { deptId: place.dept })
    const { rows } = await place.db.query<{ product: string }>(
      `select product_id as product from device where id = ${id} /* unscoped:test */`,
    )
    place.product = rows[0]!.product
    await platform.stop()
  })
  afterAll(() => database?.drop())
  afterEach(async () => {
    await place.db.query('truncate push_plan, push_fault, push_message')
    await place.db.query(`delete from fault /* unscoped:test */`)
    await place.db.query(`update notice_user set enabled = false /* unscoped:test */`)
    await place.db.query(`update push_rule set enabled = false /* unscoped:test */`)
    given.length = 0
    state.held.clear()
    state.answer = () => ({ ok: true, providerId: null })
  })

  /** A process of its own on the same store, which nothing runs but the test. */
  const processOf = () =>
    createNotices({
      db: place.db,
      clock,
      log: { warn: () => undefined, error: () => undefined } as never,
      bus: { on: () => () => undefined } as never,
      channels,
      linkBase: null,
      maintainedUntil: async (_tx, asked, at) =>
        asked.map(({ deviceId }) => {
          const end = state.held.get(deviceId) ?? 0
          return end > at.getTime() ? end : null
        }),
      deptZones: async () => new Map(),
    })

  async function makeTold(name: string, more: { channels?: string[]; levels?: string[] } = {}): Promise<string> {
    const { rows } = await place.db.query<{ id: string }>(
      `insert into notice_user (dept_id, name, channels, levels, user_id)
       select $1, $2, $3, $4, min(id) from sys_user returning id::text as id /* unscoped:test */`,
      [place.dept, name, more.channels ?? ['SMS'], more.levels ?? null],
    )
    return rows[0]!.id
  }

  function makeRule({
    window,
    repeat,
    after,
    next,
  }: {
    window: number
    repeat?: number
    after?: number
    next?: string
  }) {
    return place.db.query(
      `insert into push_rule (dept_id, place, name, merge_window_s, repeat_min, escalate_after_min, escalate_to)
       values ($1, 1, 'rule', $2, $3, $4, $5) /* unscoped:test */`,
      [place.dept, window, repeat ?? null, after ?? null, next ?? null],
    )
  }

  async function makeDevices(n: number): Promise<string[]> {
    const { rows } = await place.db.query<{ id: string }>(
      `insert into device (dept_id, product_id, device_no, name)
       select $1, $2, 'S-' || gen_random_uuid(), 'storm ' || n from generate_series(1, $3::int) n
       returning id::text as id /* unscoped:test */`,
      [place.dept, place.product, n],
    )
    return rows.map(({ id }) => id)
  }

  function insertFault(deviceId: string, code: string, begun = now()) {
    return place.db.query(
      `insert into fault (device_id, dept_id, code, level, condition_state, first_time, last_time, begin_times)
       select $1, $2, $3, 3, 'ACTIVE', x.at, x.at, array[x.at] from (select to_timestamp($4::float8 / 1000) as at) x
       /* unscoped:test */`,
      [deviceId, place.dept, code, begun],
    )
  }
  return { place, clock, now, given, state, processOf, makeTold, makeRule, makeDevices, insertFault }
}
