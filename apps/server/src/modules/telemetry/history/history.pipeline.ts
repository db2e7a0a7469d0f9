import type { DeviceHistory, HistoryAcceptance } from './history-import.rules.ts'
import { type TakenHistory, takeHistory } from '../uplink/uplink.history.ts'
import type { UplinkWriter } from '../uplink/uplink.writer.ts'

/** Judging gives way to what devices report after so many reports. */
const YIELD_REPORTS = 400

/**
 * The way of every report (uplink.pipeline.ts) for those that an earlier system kept: identified by the caller's sight
 * of the device, judged by the same rules, stored by the same writer and statement. They are told to nobody: no state,
 * no condition and no sign of life comes of them. The writer is a lane of its own, so that nothing a device reports now
 * waits behind history.
 */
export class HistoryPipeline {
  readonly #writer: UplinkWriter

  constructor(writer: UplinkWriter) {
    this.#writer = writer
  }

  /** Resolves with one answer per device when all of it is committed or refused. */
  async accept(histories: readonly DeviceHistory[]): Promise<HistoryAcceptance[]> {
    const taken: TakenHistory[] = []
    let sinceYield = 0
    for (const history of histories) {
      taken.push(takeHistory(history))
      sinceYield += history.reports.length
      if (sinceYield < YIELD_REPORTS) continue
      sinceYield = 0
      await new Promise((resolve) => setImmediate(resolve))
    }
    return Promise.all(taken.map((one) => this.#store(one)))
  }

  async #store({ acceptance, ...rows }: TakenHistory): Promise<HistoryAcceptance> {
    if (rows.telemetry.length === 0) return acceptance
    return new Promise((resolve) => {
      this.#writer.push({
        messages: [],
        shadows: [],
        ...rows,
        settle: (stored) => resolve(stored ? acceptance : unstorable(acceptance)),
      })
    })
  }
}

/** The store cannot hold something in them: none of the device's reports of this batch is in. */
function unstorable({ stored, rejected }: HistoryAcceptance): HistoryAcceptance {
  return { stored: 0, marked: 0, rejected: { ...rejected, UNSTORABLE: (rejected.UNSTORABLE ?? 0) + stored } }
}
