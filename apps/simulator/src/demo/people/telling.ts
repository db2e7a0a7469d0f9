import { dayOf } from '@sluice/kit'
import type { PlatformApi } from '../platform-api.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const ZONE = 'Asia/Shanghai'
const REMARK = '演示数据（模拟器）'
const OFFICE = '清河县水务局'

/** Who is told, by what; those with an account in the application, too. */
const TOLD: readonly { name: string; department: string; username?: string; more?: object }[] = [
  { name: '赵海林', department: OFFICE, username: 'qh.zhaohailin', more: { channels: ['INAPP', 'SMS', 'VOICE'] } },
  { name: '孙美华', department: OFFICE, username: 'qh.sunmeihua', more: { quietFrom: '22:00', quietTo: '06:30' } },
  { name: '刘强', department: '东灌区管理站', username: 'qh.liuqiang' },
  { name: '周岚', department: '东灌区管理站' },
  { name: '吴敏', department: '东灌区管理站', more: { channels: ['WECOM', 'SMS'] } },
  { name: '郭晓峰', department: '城北管理站', username: 'qh.guoxiaofeng' },
  { name: '李文渠', department: '城北管理站', more: { channels: ['DINGTALK'] } },
  { name: '马淑珍', department: '南洼灌区管理站', username: 'qh.mashuzhen', more: { levels: ['2', '3', '4'] } },
]
const BOSS = '赵海林'

const RULES = [
  {
    name: '紧急：马上叫，没人接就升级',
    levels: ['4'],
    delayMin: 0,
    repeatMin: 10,
    escalateAfterMin: 15,
    mergeWindowS: 0,
  },
  { name: '严重', levels: ['3'], delayMin: 0, repeatMin: 60, escalateAfterMin: 30, mergeWindowS: 30 },
  { name: '一般：等一等再说', levels: ['2'], delayMin: 1, mergeWindowS: 60 },
  { name: '提示：攒一刻钟再说', levels: ['1'], delayMin: 5, mergeWindowS: 900 },
] as const

/** Where somebody is on duty around the clock, in turn. */
const ROTA = [
  { department: '东灌区管理站', turn: ['刘强', '周岚', '吴敏'] },
  { department: '城北管理站', turn: ['郭晓峰', '李文渠'] },
] as const

/** A day of the fair, on which the station has one person on call for the whole of it. */
const HOLIDAY = { department: '东灌区管理站', name: '庙会', onCall: '吴敏' }

const WINDOW = { department: '北山水库管理所', name: '启闭机检修', reason: '更换钢丝绳，期间会断电' }

export interface TellingIds {
  departments: ReadonlyMap<string, string>
  /** Accounts by their name for signing in. */
  accounts: ReadonlyMap<string, string>
  /** Who started it, and sees what would have been sent. */
  own: string
}

const idOf = (made: unknown) => String((made as { id: unknown }).id)
const byName = (rows: readonly Record<string, unknown>[]) =>
  new Map(rows.map((row) => [String(row['name']), String(row['id'])]))

/** Whom the county tells, and by which rules; what is there stays as it is. Answers whom by their names. */
export async function provideTelling(api: PlatformApi, ids: TellingIds, nowMs: number): Promise<Map<string, string>> {
  const told = byName(await api.all('/device/v1/noticeUser/page'))
  const own = { name: '值班台', department: OFFICE, more: { channels: ['INAPP'], userId: ids.own } }
  for (const [n, { name, department, more, ...one }] of [...TOLD, own].entries()) {
    const deptId = ids.departments.get(department)
    if (told.has(name) || deptId === undefined) continue
    const userId = 'username' in one && one.username !== undefined ? ids.accounts.get(one.username) : undefined
    const values = {
      name,
      deptId,
      phone: `1380000000${n}`,
      channels: userId === undefined ? ['SMS'] : ['INAPP', 'SMS'],
      enabled: true,
      remark: REMARK,
      ...(userId === undefined ? {} : { userId }),
      ...more,
    }
    told.set(name, idOf(await api.post('/device/v1/noticeUser/insert', values)))
  }
  const rules = byName(await api.all('/device/v1/pushRule/page'))
  for (const [n, rule] of RULES.entries()) {
    if (rules.has(rule.name)) continue
    const next = 'escalateAfterMin' in rule ? { escalateTo: told.get(BOSS) } : {}
    const values = { ...rule, ...next, place: n + 1, deptId: ids.departments.get(OFFICE), enabled: true }
    await api.post('/device/v1/pushRule/insert', values)
  }
  await provideWindow(api, ids, nowMs)
  return told
}

/** One that runs now; of another day it is another one. */
async function provideWindow(api: PlatformApi, { departments }: TellingIds, nowMs: number): Promise<void> {
  const { department, name: what, reason } = WINDOW
  const name = `${what} ${dayOf(nowMs, ZONE)}`
  if (byName(await api.all('/device/v1/maintenanceWindow/page', { keyword: what })).has(name)) return
  const times = {
    fromTime: new Date(nowMs - HOUR_MS).toISOString(),
    toTime: new Date(nowMs + 5 * HOUR_MS).toISOString(),
  }
  await api.post('/device/v1/maintenanceWindow/insert', { name, reason, deptId: departments.get(department), ...times })
}

interface Week {
  cells: { day: number; band: string; from: string; to: string }[]
  shifts: { id: string; version: number; from: string; noticeUserId: string; mayAsk: boolean }[]
}

/** The Monday of the week that a time is in, on the calendar of the county. */
export function mondayOf(ms: number): string {
  const day = dayOf(ms, ZONE)
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
  return dayOf(Date.parse(`${day}T04:00:00Z`) - weekday * DAY_MS, ZONE)
}

/** This week and the next one have their people; a week that somebody began to plan is left to them. */
export async function keepRota(
  api: PlatformApi,
  departments: ReadonlyMap<string, string>,
  told: ReadonlyMap<string, string>,
  nowMs: number,
): Promise<void> {
  for (const { department, turn } of ROTA) {
    const deptId = departments.get(department)
    if (deptId === undefined) continue
    for (const monday of [mondayOf(nowMs), mondayOf(nowMs + 7 * DAY_MS)]) {
      const week = (await api.get('/device/v1/duty/week', { deptId, monday })) as Week
      if (week.shifts.length > 0) continue
      const first = Math.round(Date.parse(monday) / DAY_MS)
      for (const [n, { from, to }] of week.cells.entries()) {
        const noticeUserId = told.get(turn[(first + n) % turn.length]!)
        if (noticeUserId !== undefined) await api.post('/device/v1/duty/set', { deptId, from, to, noticeUserId })
      }
      await askForOne(api, { deptId, monday, other: told.get(turn[1]!) })
    }
  }
  await provideHoliday(api, departments, told, nowMs)
}

/** The Friday of this week, once: a later week has none. */
async function provideHoliday(
  api: PlatformApi,
  departments: ReadonlyMap<string, string>,
  told: ReadonlyMap<string, string>,
  nowMs: number,
): Promise<void> {
  const { department, name, onCall } = HOLIDAY
  const [deptId, noticeUserId] = [departments.get(department), told.get(onCall)]
  if (deptId === undefined || noticeUserId === undefined) return
  if (byName(await api.all('/device/v1/dutyHoliday/page', { keyword: name })).has(name)) return
  const monday = mondayOf(nowMs)
  const day = dayOf(Date.parse(`${monday}T04:00:00Z`) + 4 * DAY_MS, ZONE)
  const holidayId = idOf(await api.post('/device/v1/dutyHoliday/insert', { day, name, deptId }))
  const { cells } = (await api.get('/device/v1/duty/week', { deptId, monday })) as Week
  for (const { from, to } of cells.filter((cell) => cell.day === 4))
    await api.post('/device/v1/duty/set', { deptId, from, to, noticeUserId, holidayId })
}

/** Somebody would like to swap their last shift of the week. */
async function askForOne(
  api: PlatformApi,
  { deptId, monday, other }: { deptId: string; monday: string; other: string | undefined },
): Promise<void> {
  const { shifts } = (await api.get('/device/v1/duty/week', { deptId, monday })) as Week
  const shift = shifts.findLast(({ noticeUserId, mayAsk }) => mayAsk && noticeUserId !== other)
  if (!shift || other === undefined) return
  await api.post('/device/v1/duty/ask', { id: shift.id, version: shift.version, noticeUserId: other })
}
