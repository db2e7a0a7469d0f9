import { noticeUserResource, pushRuleResource } from '@sluice/contract'
import { afterEach, beforeAll } from 'vitest'
import { makeDevice } from '../field/devices.ts'
import { beginFault, standInChannels } from './stand-in-channels.ts'
import { makeDept } from '../platform/people.ts'
import { sharedPlatform } from '../platform/shared-platform.ts'
import type { TestPlatformOptions } from '../platform/platform.ts'
import { until } from '../platform/wait.ts'

export const MINUTE = 60_000

interface Stored {
  id: string
  channel: string
  status: string
  reason: string | null
  attempts: number
  faults: number
  title: string | null
  content: string | null
  due: string
  version: number
}

/** A platform of the test file with one device of one department, and channels that stand in for the real ones. */
export function sharedNotices({ env = {} }: Pick<TestPlatformOptions, 'env'> = {}) {
  const { channels, given, state } = standInChannels()
  const { test, clock, now } = sharedPlatform({ channels, env })
  const place = { dept: '', device: '' }
  beforeAll(async () => {
    place.dept = await makeDept(test.admin, 'told')
    place.device = (await makeDevice(test.admin, { deptId: place.dept })).id
  })
  afterEach(async () => {
    await test.db.query(`update push_message set status = 'DROPPED' where status = 'PENDING' /* unscoped:test */`)
    await test.db.query(`delete from fault /* unscoped:test */`)
    await test.db.query(`update notice_user set enabled = false /* unscoped:test */`)
    await test.db.query(`update push_rule set enabled = false /* unscoped:test */`)
    await test.db.query('update push_limit set person_hourly = 1000, dept_daily = null, total_daily = null')
    state.kinds = ['INAPP', 'SMS', 'EMAIL', 'VOICE']
    state.answer = () => ({ ok: true, providerId: null })
    given.length = 0
    clock.advance(3 * 60 * MINUTE)
  })

  let made = 0
  const makeTold = (more: object = {}) =>
    test.admin.insert(noticeUserResource, {
      name: `told ${++made}`,
      deptId: place.dept,
      phone: '13800000000',
      channels: ['SMS'],
      ...more,
    })
  const makeRule = (more: object = {}) =>
    test.admin.insert(pushRuleResource, { place: 1, name: 'rule', deptId: place.dept, ...more })
  const begin = (code: string, level: number, more: object = {}) =>
    beginFault(test.db, { deviceId: place.device, code, level, at: now(), ...more })
  const plan = () => test.platform.notices.plan()
  /** The platform's own work may have taken some of it: that has ended, too. */
  async function send(): Promise<void> {
    await test.platform.notices.send()
    await until('nothing is being sent', async () => {
      const { rows } = await test.db.query(
        `select from push_message where status = 'PENDING' and lease_until is not null /* unscoped:test */`,
      )
      return rows.length === 0
    })
  }
  /** Time passes, and what is due goes out. */
  async function after(ms: number): Promise<void> {
    clock.advance(ms)
    await plan()
    await send()
  }
  async function messages(): Promise<Stored[]> {
    const { rows } = await test.db.query<Stored & Record<string, unknown>>(
      `select m.id, m.channel, m.status, m.reason, m.attempts, m.title, m.content, m.due_time as due, m.version,
         (select count(distinct p.fault_id)::int from push_fault p where p.message_id = m.id) as faults
       from push_message m where m.notice_user_id in (select id from notice_user where enabled)
       order by m.id /* unscoped:test */`,
    )
    return rows
  }
  const states = async () => (await messages()).map(({ channel, status, reason }) => [channel, status, reason])
  return { test, clock, now, given, state, place, makeTold, makeRule, begin, plan, send, after, messages, states }
}
