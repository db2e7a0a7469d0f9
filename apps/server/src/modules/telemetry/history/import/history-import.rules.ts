import type { HistoryColumns, HistoryRejection } from '@sluice/contract'
import type { MetricLookup, ReadingValue } from '@sluice/devices'

/** One device's reports from an earlier system. */
export interface DeviceHistory {
  deviceId: string
  enabled: boolean
  /** IANA zone of the site. */
  zone: string
  /** Its metrics as they were at a time, epoch ms. */
  metricsAt: (ts: number) => MetricLookup
  /** Observed from here until there, epoch ms. */
  span: { from: number; to: number }
  /** When it came. */
  receivedAt: number
  /** In order of time; `ts` in epoch ms. */
  reports: readonly { ts: number; values: Readonly<Record<string, ReadingValue>> }[]
}

/** The outcome: reports stored, those of them with a value marked BAD, and those not stored. */
export interface HistoryAcceptance {
  stored: number
  marked: number
  rejected: Partial<Record<HistoryRejection, number>>
}

/** Columns as they travel to reports in order of time. A report of nothing but gaps is none. */
export function reportsOf({ times, columns }: Pick<HistoryColumns, 'times' | 'columns'>): DeviceHistory['reports'] {
  const keys = Object.entries(columns)
  const reports = []
  for (const [n, second] of times.entries()) {
    const values: Record<string, ReadingValue> = {}
    let any = false
    for (const [key, column] of keys) {
      const value = column[n]
      if (value === undefined || value === null) continue
      values[key] = value
      any = true
    }
    if (any) reports.push({ ts: second * 1000, values })
  }
  return reports.sort((one, other) => one.ts - other.ts)
}

/** When the first of the reports that were taken was observed, of each device that had one stored. */
export function reportedFrom(
  histories: readonly DeviceHistory[],
  acceptances: readonly HistoryAcceptance[],
): Map<string, number> {
  return new Map(
    histories.flatMap(({ deviceId, span, reports }, n) => {
      const first = reports.find(({ ts }) => ts >= span.from && ts <= span.to)
      return first && (acceptances[n]?.stored ?? 0) > 0 ? [[deviceId, first.ts] as const] : []
    }),
  )
}

export interface BatchOutcome {
  done: number
  marked: number
  rejected: Partial<Record<HistoryRejection, number>>
}

/** The total of a batch whose devices were answered one by one. */
export function summed(acceptances: readonly HistoryAcceptance[], unknown: number): BatchOutcome {
  const outcome: BatchOutcome = { done: 0, marked: 0, rejected: unknown > 0 ? { UNKNOWN_DEVICE: unknown } : {} }
  for (const { stored, marked, rejected } of acceptances) {
    outcome.done += stored
    outcome.marked += marked
    for (const [reason, count] of Object.entries(rejected) as [HistoryRejection, number][])
      outcome.rejected[reason] = (outcome.rejected[reason] ?? 0) + count
  }
  return outcome
}

const WINDOW_MS = 30_000

/** The speed of an import, from its last half minute. */
export class Pace {
  #samples: { at: number; done: number }[] = []

  note(at: number, done: number): void {
    this.#samples.push({ at, done })
    while (this.#samples.length > 2 && this.#samples[0]!.at < at - WINDOW_MS) this.#samples.shift()
  }

  /** Whole seconds until `left` more are done; null before there is anything to go by. */
  secondsLeft(left: number): number | null {
    const [first, last] = [this.#samples[0], this.#samples.at(-1)]
    if (!first || !last || last.at <= first.at || last.done <= first.done) return null
    return Math.ceil((Math.max(0, left) * (last.at - first.at)) / (last.done - first.done) / 1000)
  }
}
