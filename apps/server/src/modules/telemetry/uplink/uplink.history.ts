import type { ReadingValue } from '@sluice/devices'
import type { DeviceHistory, HistoryAcceptance } from '../history/import/history-import.rules.ts'
import { boundsOf, dayOfHour } from '../history/rollup/rollup.rules.ts'
import { IMPORT_LATE_LIMIT_MS, judge, type Judgement, type LiveReading, remembered } from './uplink.rules.ts'
import type { DirtyDay, EventRow, TelemetryRow } from './uplink.store.ts'

const HOUR_MS = 3_600_000
/**
 * A day of the site that ended this long ago is marked as a whole; for a more recent one its hours, as live reports do.
 */
const OVER_MS = 2 * HOUR_MS

export interface TakenHistory {
  telemetry: TelemetryRow[]
  dirty: { deviceId: string; hour: number }[]
  days: DirtyDay[]
  events: EventRow[]
  acceptance: HistoryAcceptance
}

/**
 * Judges the reports of an earlier system by the rules of every report, each by the metrics of its own time. It is history only: the device's latest state
 * is neither read nor changed. A counter is compared with the previous report of the same delivery.
 */
export function takeHistory(history: DeviceHistory): TakenHistory {
  const { deviceId, enabled, reports } = history
  const taken: TakenHistory = {
    telemetry: [],
    dirty: [],
    days: [],
    events: [],
    acceptance: { stored: 0, marked: 0, rejected: {} },
  }
  if (!enabled) {
    taken.acceptance.rejected.DEVICE_DISABLED = reports.length
    return taken
  }
  const before = new Map<string, LiveReading>()
  const marks = new Marks(history, taken)
  for (const { ts, values } of reports) {
    const judgement = judged(history, ts, values, before)
    if (judgement.values.length === 0) {
      const reason = judgement.verdict === 'BAD_TIME' ? 'BAD_TIME' : 'UNSTORABLE'
      taken.acceptance.rejected[reason] = (taken.acceptance.rejected[reason] ?? 0) + 1
      continue
    }
    taken.telemetry.push(rowOf(deviceId, judgement))
    marks.add(ts)
    for (const { key, v, q } of judgement.values) before.set(key, remembered(before.get(key), { v, ts, q }))
    for (const reset of judgement.resets)
      taken.events.push({ deviceId, ts, kind: 'EVENT', code: 'METER_RESET', payload: reset })
    taken.acceptance.stored++
    if (judgement.faults.length > 0) taken.acceptance.marked++
  }
  return taken
}

function judged(
  { span, zone, metricsAt, receivedAt }: DeviceHistory,
  ts: number,
  values: Readonly<Record<string, ReadingValue>>,
  readings: ReadonlyMap<string, LiveReading>,
): Judgement {
  // A future time is no history, whatever tolerance a device's clock gets.
  const isInSpan = ts >= span.from && ts <= span.to && ts <= receivedAt
  if (!isInSpan) return { verdict: 'BAD_TIME', ts, source: 'REPORT', values: [], faults: [], resets: [] }
  const given = { zone, now: receivedAt, lateLimitMs: IMPORT_LATE_LIMIT_MS, metricOf: metricsAt(ts), readings }
  return judge({ channel: 0, ts, values }, given)
}

function rowOf(deviceId: string, { ts, values }: Judgement): TelemetryRow {
  const readings: Record<string, unknown> = {}
  let quality: Record<string, string> | null = null
  for (const { key, v, q } of values) {
    readings[key] = v
    if (q !== 'GOOD') (quality ??= {})[key] = q
  }
  return { deviceId, ts, readings, quality, source: 'IMPORT' }
}

/** Reports arrive in order of time: an hour or day is complete once the next one begins. */
class Marks {
  readonly #history: DeviceHistory
  readonly #taken: TakenHistory
  #until = Number.NEGATIVE_INFINITY
  #byHour = false

  constructor(history: DeviceHistory, taken: TakenHistory) {
    this.#history = history
    this.#taken = taken
  }

  add(ts: number): void {
    if (ts < this.#until) return
    const { deviceId, zone, receivedAt } = this.#history
    if (!this.#byHour) {
      const { from, to } = boundsOf(dayOfHour(ts, zone), zone)
      if (to <= receivedAt - OVER_MS) {
        this.#until = to
        this.#taken.days.push({ deviceId, from, hours: (to - from) / HOUR_MS })
        return
      }
      this.#byHour = true
    }
    const hour = Math.floor(ts / HOUR_MS) * HOUR_MS
    this.#until = hour + HOUR_MS
    this.#taken.dirty.push({ deviceId, hour })
  }
}
