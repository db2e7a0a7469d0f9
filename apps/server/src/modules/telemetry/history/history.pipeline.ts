import type { DeviceHistory, HistoryAcceptance } from './import/history-import.rules.ts'
import { type TakenHistory, takeHistory } from '../uplink/uplink.history.ts'
import type { UplinkWriter } from '../uplink/uplink.writer.ts'

/** Judging yields to live reports after this many reports. */
const YIELD_REPORTS = 400

/**
 * The steps of every report (uplink.pipeline.ts) for those of an earlier system: identified within the caller's scope,
 * judged by the same rules, stored by the same writer and statement. They publish nothing: they change no device state,
 * raise no condition and are no sign of life. The writer is a lane of its own, so that live reports never wait behind
 * history.
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

/** The store cannot hold a value in them: none of the device's reports of this batch is stored. */
function unstorable({ stored, rejected }: HistoryAcceptance): HistoryAcceptance {
  return { stored: 0, marked: 0, rejected: { ...rejected, UNSTORABLE: (rejected.UNSTORABLE ?? 0) + stored } }
}
