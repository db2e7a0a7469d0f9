import { askSwap, dutyWeek, noticeUserResource, pushRecordResource, setDuty } from '@sluice/contract'
import type { Sql } from '@sluice/server/src/platform/db/db.ts'
import type { TestPlatform } from '../platform/platform.ts'
import type { Prepare } from './audited-world.ts'

type Admin = TestPlatform['admin']

const personToTell = (admin: Admin, deptId: string, name = 'audited') =>
  admin.insert(noticeUserResource, { name, deptId, phone: '13800000000', channels: ['SMS'] })

/** Of a week that is not over on any clock: a shift that is over is not swapped. */
const MONDAY = '2096-06-18'
let hours = 0
/** A time that no other shift has. */
function shiftTime() {
  const at = Date.parse(`${MONDAY}T00:00:00Z`) + ++hours * 3_600_000
  return { from: new Date(at).toISOString(), to: new Date(at + 3_600_000).toISOString() }
}

/** A shift of a department with somebody on duty. */
export async function makeShift(admin: Admin, deptId: string) {
  const noticeUserId = await personToTell(admin, deptId)
  const time = shiftTime()
  await admin.call(setDuty, { deptId, ...time, noticeUserId })
  const { shifts } = await admin.call(dutyWeek, { deptId, monday: MONDAY })
  const { id, version } = shifts.find(({ noticeUserId: who }) => who === noticeUserId)!
  return { id, version, noticeUserId }
}

/** A message that could not be sent. */
export async function failedMessage(db: Sql, admin: Admin, deptId: string): Promise<{ id: string; version: number }> {
  const noticeUserId = await personToTell(admin, deptId)
  await db.query(
    `insert into push_message (dept_id, notice_user_id, channel, level, status, reason, content, opened_at, window_end, due_time)
     values ($1, $2, 'SMS', 3, 'FAILED', 'REFUSED', 'theirs', now(), now(), now()) /* unscoped:test */`,
    [deptId, noticeUserId],
  )
  const [record] = (await admin.page(pushRecordResource, { noticeUserId })).list
  return { id: record!.id, version: record!.version }
}

/** Of people who are told, and who is on duty. */
export const noticeCalls: Readonly<Record<string, Prepare>> = {
  '/device/v1/noticeUser/test': async ({ test, dept }) => {
    const id = await personToTell(test.admin, dept)
    return { input: { id, channel: 'SMS' }, targets: [id], dept }
  },
  '/device/v1/pushRecord/resend': async ({ test, dept }) => ({
    input: await failedMessage(test.db, test.admin, dept),
    dept,
  }),
  '/device/v1/duty/set': async ({ test, dept }) => {
    const noticeUserId = await personToTell(test.admin, dept)
    return { input: { deptId: dept, ...shiftTime(), noticeUserId }, targets: [dept], dept }
  },
  '/device/v1/duty/copy': async ({ dept }) => ({ input: { deptId: dept, monday: MONDAY }, targets: [dept], dept }),
  '/device/v1/duty/ask': async ({ test, dept }) => {
    const { id, version } = await makeShift(test.admin, dept)
    return { input: { id, version, noticeUserId: await personToTell(test.admin, dept) }, targets: [dept], dept }
  },
  '/device/v1/duty/answer': async ({ test, dept }) => {
    const { id, version } = await makeShift(test.admin, dept)
    await test.admin.call(askSwap, { id, version, noticeUserId: await personToTell(test.admin, dept) })
    return { input: { id, version: version + 1, agree: true }, targets: [dept], dept }
  },
}
