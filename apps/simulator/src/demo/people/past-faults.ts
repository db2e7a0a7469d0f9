import type { Random } from '../../random.ts'
import { type KnownDevice, type KnownPerson, peopleAt } from './person.types.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** A fault that was, as the platform's import of history takes it. */
export interface PastFault {
  deviceId: string
  code: string
  firstTime: string
  clearTime: string
  steps: { action: string; at: string; userId: string; toId?: string; note?: string }[]
}

/** What befalls a kind of device: how often beside the others, what was found, and what was done. */
interface Mishap {
  code: string
  level: number
  weight: number
  /** Hours that it lasts where somebody has to come. */
  hours: readonly [number, number]
  found: readonly string[]
  done: readonly string[]
}

const LOW_BATTERY: Mishap = {
  code: 'P01',
  level: 2,
  weight: 3,
  hours: [10, 60],
  found: ['太阳能板积灰，充电电流只有平时三成', '带载掉压 1.3 V，电池已用三年多'],
  done: ['清洗太阳能板，电压已回升', '更换电池'],
}
const OFFLINE: Mishap = {
  code: 'C01',
  level: 2,
  weight: 3,
  hours: [1, 30],
  found: ['流量卡欠费停机', '天线接头进水'],
  done: ['续费后恢复上报', '更换天线接头并做防水'],
}
const SLAVE_LOST: Mishap = {
  code: 'C02',
  level: 2,
  weight: 3,
  hours: [1, 20],
  found: ['485 端子松动', '从机熔丝烧断'],
  done: ['重新压接 485 端子', '更换熔丝'],
}
const MAINS: Mishap = {
  code: 'P03',
  level: 3,
  weight: 3,
  hours: [1, 8],
  found: ['供电所检修停电', '漏电保护器跳闸，电缆接头受潮'],
  done: ['来电后恢复', '电缆接头重做防水，合闸正常'],
}
const STALL: Mishap = {
  code: 'V01',
  level: 3,
  weight: 5,
  hours: [2, 28],
  found: ['阀板卡住树枝', '减速箱缺油，转动费力', '电机进水'],
  done: ['清出杂物，全程开关两次正常', '加注润滑脂，电流恢复正常', '更换电机和密封圈'],
}
const OPENED: Mishap = {
  code: 'S01',
  level: 3,
  weight: 1,
  hours: [1, 6],
  found: ['箱门被风吹开，锁扣损坏'],
  done: ['更换锁扣，门磁恢复'],
}
const GAUGE: Mishap = {
  code: 'S03',
  level: 2,
  weight: 3,
  hours: [4, 50],
  found: ['探头被水草缠住', '静压管淤塞'],
  done: ['清除水草，与水尺比对差 1 cm', '疏通静压管'],
}
const FLOW: Mishap = {
  code: 'S06',
  level: 3,
  weight: 2,
  hours: [1, 10],
  found: ['支管破损跑水'],
  done: ['关闭支管并焊补'],
}

const OF_KIND: Readonly<Record<string, readonly Mishap[]>> = {
  VALVE: [STALL, LOW_BATTERY, OPENED],
  GATEWAY: [OFFLINE, MAINS, LOW_BATTERY],
  LEVEL: [GAUGE, LOW_BATTERY, OFFLINE],
  PUMP: [MAINS, FLOW, OFFLINE],
  METER: [FLOW, OFFLINE, LOW_BATTERY],
}
const OTHERS = [OFFLINE, LOW_BATTERY]

/** So many devices have most of the trouble, as everywhere. */
const WEAK = 12

function mishapOf({ kind, isSlave }: KnownDevice, random: Random): Mishap {
  const own = OF_KIND[kind] ?? OTHERS
  const all = isSlave ? [...own, SLAVE_LOST] : own
  let at = random.between(
    0,
    all.reduce((sum, { weight }) => sum + weight, 0),
  )
  return all.find(({ weight }) => (at -= weight) < 0) ?? all[0]!
}

/** As the import of history takes a time: whole seconds. */
export const iso = (ms: number) => new Date(Math.round(ms / 1000) * 1000).toISOString()

export interface PastOptions {
  devices: readonly KnownDevice[]
  people: readonly KnownPerson[]
  /** Whose people come where a department has none. */
  officeId: string
  random: Random
  /** They end before it, epoch ms. */
  untilMs: number
  days: number
  count: number
}

/** What befell the county and who did what about it: each device and code again only after it was over for days. */
export function pastFaults(options: PastOptions): PastFault[] {
  const { devices, random, untilMs, days, count } = options
  if (devices.length === 0) return []
  // Of each kind alike: else nearly all would be valves.
  const kinds = [...new Set(devices.map(({ kind }) => kind))].map((kind) => devices.filter((one) => one.kind === kind))
  const any = () => random.pick(random.pick(kinds))
  const weak = Array.from({ length: WEAK }, any)
  const busyUntil = new Map<string, number>()
  const faults: PastFault[] = []
  for (let n = 0; n < count; n++) {
    // From the oldest to the youngest, so that what comes later knows what was before.
    const firstMs = untilMs - 3 * HOUR_MS - (DAY_MS * days - 3 * HOUR_MS) * (1 - (n + random.next()) / count)
    const device = random.chance(0.55) ? random.pick(weak) : any()
    const mishap = mishapOf(device, random)
    const key = `${device.id} ${mishap.code}`
    if ((busyUntil.get(key) ?? 0) > firstMs) continue
    const fault = storyOf(device, mishap, firstMs, options)
    busyUntil.set(key, Date.parse(fault.clearTime) + 3 * DAY_MS)
    faults.push(fault)
  }
  return faults
}

function storyOf(device: KnownDevice, mishap: Mishap, firstMs: number, options: PastOptions): PastFault {
  const { random, untilMs, people, officeId } = options
  const head = { deviceId: device.id, code: mishap.code, firstTime: iso(firstMs) }
  const team = peopleAt(people, device.deptId, officeId)
  // A third of the minor ones is over before anybody looks.
  if (team.length === 0 || (mishap.level < 3 && random.chance(0.35)))
    return { ...head, clearTime: iso(firstMs + random.between(5, 50) * MINUTE_MS), steps: [] }
  const taker = random.pick(team)
  const lasts = Math.min(random.between(...mishap.hours) * HOUR_MS, untilMs - HOUR_MS - firstMs)
  const usual = mishap.level >= 4 ? 6 : mishap.level === 3 ? 25 : 90
  // Now and then nobody looks for hours.
  const minutes = slowly(random) * (random.chance(0.15) ? 8 * usual : usual)
  const takenMs = firstMs + Math.min(lasts / 2, minutes * MINUTE_MS)
  const clearMs = firstMs + lasts
  const which = random.whole(mishap.found.length)
  const steps: PastFault['steps'] = [{ action: 'ACK', at: iso(takenMs), userId: taker.id }]
  const mate = random.pick(team)
  const doer = mate.id !== taker.id && random.chance(0.5) ? mate : taker
  const then = (part: number) => iso(takenMs + (clearMs - takenMs) * part)
  if (doer.id !== taker.id)
    steps.push({ action: 'ASSIGN', at: then(0.1), userId: taker.id, toId: doer.id, note: '在附近，请去看一下' })
  steps.push(
    { action: 'START', at: then(0.5), userId: doer.id },
    { action: 'NOTE', at: then(0.7), userId: doer.id, note: mishap.found[which]! },
  )
  const resolvedMs = clearMs + random.between(2, 40) * MINUTE_MS
  if (resolvedMs < untilMs)
    steps.push({ action: 'RESOLVE', at: iso(resolvedMs), userId: doer.id, note: mishap.done[which]! })
  const closedMs = resolvedMs + random.between(2, 30) * HOUR_MS
  if (closedMs < untilMs) steps.push({ action: 'CLOSE', at: iso(closedMs), userId: taker.id })
  return { ...head, clearTime: iso(clearMs), steps }
}

const BURST: Mishap = {
  code: 'V13',
  level: 4,
  weight: 0,
  hours: [3, 6],
  found: ['阀后 40 m 处管道爆裂，流量为平时两倍'],
  done: ['关闭上游阀门，换抢修节，冲洗后恢复供水'],
}
const BURST_DAYS_AGO = 9

/** A pipe that burst behind a valve not long ago: somebody took it within minutes, and it was mended the same day. */
export function burstOf(options: PastOptions): PastFault[] {
  const { devices, people, officeId, random, untilMs } = options
  const valves = devices.filter(({ kind, deptId }) => kind === 'VALVE' && peopleAt(people, deptId, officeId).length > 0)
  return valves.length === 0
    ? []
    : [storyOf(random.pick(valves), BURST, untilMs - BURST_DAYS_AGO * DAY_MS, { ...options })]
}

/** Mostly soon, now and then much later: what people are like. */
function slowly(random: Random): number {
  return -Math.log(1 - 0.97 * random.next())
}
