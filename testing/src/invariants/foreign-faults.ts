import {
  alarmLimitResource,
  dutyHolidayResource,
  maintenanceWindowResource,
  pushRuleResource,
  repairRecordResource,
  setDuty,
} from '@sluice/contract'
import type { TestPlatform } from '../platform/platform.ts'
import { decidedRequest } from '../flow/audited-flow.ts'
import { failedMessage, makeShift } from './audited-notice.ts'

/** What is kept about faults of a device and its department, a row each. */
export async function faultMarks(platform: TestPlatform, { dept, device }: { dept: string; device: string }) {
  const { admin, clock, db } = platform
  const limit = { scope: 'DEVICE', deviceId: device, key: 'flow', op: 'GT', value: 100, faultCode: 'V13' }
  const alarmLimit = await admin.insert(alarmLimitResource, limit)
  const times = { fromTime: '2026-01-01T00:00:00.000Z', toTime: '2026-01-02T00:00:00.000Z' }
  const maintenanceWindow = await admin.insert(maintenanceWindowResource, { name: 'theirs', deptId: dept, ...times })
  const repair = { deviceId: device, source: 'CALL', level: 2, problem: 'theirs' }
  const repairRecord = await admin.insert(repairRecordResource, repair)
  // Finished recently, so that there is something it cost.
  await db.query("update repair_record set finish_time = now() - interval '1 hour' /* unscoped:test */")
  const { id: dutyShift, noticeUserId: noticeUser } = await makeShift(admin, dept)
  // And one from now on, so that the department has a rota.
  const [from, to] = [0, 3_600_000].map((ms) => new Date(clock.now().getTime() + ms).toISOString())
  await admin.call(setDuty, { deptId: dept, from: from!, to: to!, noticeUserId: noticeUser })
  const pushRule = await admin.insert(pushRuleResource, { place: 1, name: 'theirs', deptId: dept })
  const dutyHoliday = await admin.insert(dutyHolidayResource, { day: '2026-10-01', name: 'theirs', deptId: dept })
  const { id: pushRecord } = await failedMessage(db, admin, dept)
  // Long enough ago that there are days of them to count.
  await db.query("update device_shadow set first_seen_time = '2020-01-01T00:00:00Z' /* unscoped:test */")
  return {
    alarmLimit,
    maintenanceWindow,
    repairRecord,
    noticeUser,
    pushRule,
    dutyHoliday,
    pushRecord,
    dutyShift,
    ...(await decidedRequest(platform, dept)),
  }
}
