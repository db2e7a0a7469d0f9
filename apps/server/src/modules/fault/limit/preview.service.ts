import {
  type AlarmRule,
  alarmRuleProblems,
  type InputOf,
  type OutputOf,
  PREVIEW_DAYS,
  PREVIEW_DEVICES,
  type previewLimit,
} from '@sluice/contract'
import {
  type AlarmStates,
  derivedOf,
  judgeLimits,
  type LimitsByKey,
  limitsInForce,
  type ReadingValue,
  USUAL_KEYS,
  type UsualValue,
} from '@sluice/devices'
import { AppError, DEFAULT_ZONE } from '@sluice/kit'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Database } from '../../../platform/db/db.ts'
import type { Session } from '../../../platform/http/session.ts'
import { isRowId } from '../../../platform/resource/scoped.ts'
import { devicesUnder, type ReportedValues, seriesOf } from './preview.store.ts'

export interface PreviewDeps {
  db: Database
  clock: Clock
  /** The devices of a group, whoever sees them. */
  membersOf(groupId: string): Promise<string[]>
  /** IANA zones of the sites of these devices, as far as they have one. */
  zonesOf(deviceIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** What is usual of these devices at an hour; undefined where nothing is known. */
  usualOf(deviceIds: readonly string[]): Promise<UsualOf>
}

type UsualOf = (deviceId: string, key: string, at: { ts: number; zone: string }) => UsualValue | undefined

type Preview = OutputOf<typeof previewLimit>

const DAY_MS = 86_400_000
/** Devices whose reports are read together. */
const AT_ONCE = 10
/** A person waits for the answer: what has not been read by then is left out, and the answer says so. */
const LONGEST_MS = 4_000
const WORST = 5
/** The limit that is tried. */
const ID = '0'
/** Values of reports that are farther apart say nothing together. */
const TOGETHER_MS = 3_600_000

/** How often a limit would have begun an alarm (contract: previewLimit). @throws AppError `validation` */
export async function preview(
  { db, clock, membersOf, zonesOf, usualOf }: PreviewDeps,
  { rule, ...target }: InputOf<typeof previewLimit>,
  { scope }: Session,
): Promise<Preview> {
  const fields = alarmRuleProblems(rule)
  if (Object.keys(fields).length > 0) throw new AppError('validation', { fields })
  const ids = [target.productId, target.groupId, target.deviceId]
  if (!ids.every((id) => id === null || id === undefined || isRowId(id))) throw new AppError('not-found')
  const members = target.scope === 'GROUP' && target.groupId ? await membersOf(target.groupId) : []
  const { total, devices } = await devicesUnder(db, scope, { ...target, members }, PREVIEW_DEVICES)
  const to = clock.now().getTime()
  const count = new AlarmCount(rule, to - PREVIEW_DAYS * DAY_MS)
  const began = clock.elapsed()
  const keys = derivedOf(rule.key)?.from ?? [rule.key]
  const usual = keys.some(isUsual) ? await usualOf(devices.map(({ id }) => id)) : unknown
  let examined = 0
  while (examined < devices.length && clock.elapsed() - began < LONGEST_MS) {
    const some = devices.slice(examined, examined + AT_ONCE)
    const someIds = some.map(({ id }) => id)
    const zones = await zonesOf(someIds)
    const reports = await seriesOf(db, someIds, { keys, from: count.from, to })
    for (const [deviceId, series] of Map.groupBy(reports, (one) => one.deviceId))
      count.add(deviceId, series, { zone: zones.get(deviceId) ?? DEFAULT_ZONE, usual })
    examined += some.length
  }
  return { devices: total, examined, ...count.result(new Map(devices.map(({ id, name }) => [id, name]))) }
}

const isUsual = (key: string): boolean => (USUAL_KEYS as readonly string[]).includes(key)
const unknown: UsualOf = () => undefined

/** Counts the alarms that would have begun, device by device. */
class AlarmCount {
  readonly from: number
  readonly #limits: LimitsByKey | undefined
  readonly #days = Array.from({ length: PREVIEW_DAYS }, () => 0)
  readonly #byDevice = new Map<string, number>()
  #reporting = 0

  constructor(rule: AlarmRule, from: number) {
    this.from = from
    this.#limits = limitsInForce([{ id: ID, scope: 'DEVICE', fault: '', level: null, enabled: true, rule }])
  }

  /** The reports of one device, in order of time. */
  add(deviceId: string, reports: readonly ReportedValues[], { zone, usual }: { zone: string; usual: UsualOf }): void {
    this.#reporting++
    const last = new Map<string, { v: ReadingValue; ts: number }>()
    let states: AlarmStates = {}
    const before = (key: string) => last.get(key)?.v
    for (const { ts, values: given, bad } of reports) {
      const values = Object.entries(given).map(([key, v]) => ({ key, v }))
      const known = (key: string) => {
        const one = last.get(key)
        return one && one.ts >= ts - TOGETHER_MS ? one.v : undefined
      }
      const beside = { bad, known, before, usual: (key: string) => usual(deviceId, key, { ts, zone }) }
      const next = judgeLimits(this.#limits, states, { ts, zone, values, ...beside })
      if (next.states[ID]?.phase === 'ALARM' && (states[ID]?.phase ?? 'PENDING') === 'PENDING')
        this.#began(deviceId, ts)
      for (const { key, v } of values) last.set(key, { v, ts })
      states = next.states
    }
  }

  #began(deviceId: string, ts: number): void {
    const day = Math.min(PREVIEW_DAYS - 1, Math.floor((ts - this.from) / DAY_MS))
    this.#days[day]!++
    this.#byDevice.set(deviceId, (this.#byDevice.get(deviceId) ?? 0) + 1)
  }

  result(names: ReadonlyMap<string, string>): Omit<Preview, 'devices' | 'examined'> {
    const most = [...this.#byDevice].toSorted(([, a], [, b]) => b - a).slice(0, WORST)
    return {
      reporting: this.#reporting,
      alarms: this.#days.reduce((sum, n) => sum + n, 0),
      ringing: this.#byDevice.size,
      days: [...this.#days],
      worst: most.map(([deviceId, alarms]) => ({ deviceId, deviceName: names.get(deviceId) ?? '', alarms })),
    }
  }
}
