import { GatheredLog } from '../../platform/log/gathered-log.ts'
import type { Log } from '../../platform/log/log.ts'
import type { ByteNote, ConnectionNote } from '../link.ts'
import { addressIn, ownerOf } from '../../platform/http/remote-address.ts'
import { StrangerBudget, type StrangerLimits } from './stranger-budget.ts'

/** The suppressed notes, as logged. */
interface LeftOut extends Record<string, unknown> {
  remote: string
  kind: 'connection' | 'bytes' | 'frames'
}

/** The logs for notes about devices. */
interface DeviceLogs {
  noteConnection(note: ConnectionNote): void
  noteBytes(note: ByteNote): void
}

/** A frame of an unregistered station, within the limits. */
interface StrangerFrame {
  remote: string
  raw: Uint8Array
}

/**
 * Passes on notes about devices, and about unidentified ones only within their budget: their frames are truncated in
 * the byte log, and whole only where their station may be adopted. Suppressed notes are counted and reported.
 */
export class StrangerNotes {
  readonly #budget: StrangerBudget
  readonly #leftOut: GatheredLog<LeftOut>
  /** Rows that were not stored since the start. */
  leftOut = 0

  constructor(log: Log, limits: Partial<StrangerLimits> = {}) {
    this.#budget = new StrangerBudget(limits)
    this.#leftOut = new GatheredLog(({ facts, count }) =>
      log.info({ ...(facts ?? { remote: 'others' }), count }, 'what strangers sent was not kept'),
    )
  }

  /** The same doors to the logs, with strangers looked at. */
  guard({ noteConnection, noteBytes }: DeviceLogs): DeviceLogs {
    return {
      noteConnection: (note) => this.connection(note, noteConnection),
      noteBytes: (note) => this.bytes(note, noteBytes),
    }
  }

  connection(note: ConnectionNote, keep: (note: ConnectionNote) => void): void {
    if (note.deviceId !== null || this.#may(note.remote, 0, 'connection')) keep(note)
  }

  bytes(note: ByteNote, keep: (note: ByteNote) => void): void {
    if (note.deviceId !== null) return keep(note)
    const cut = this.#cut(note)
    if (this.#may(note.remote, cut.raw.length, 'bytes')) keep(cut)
  }

  frames<Frame extends StrangerFrame>(frames: readonly Frame[], keep: (frames: readonly Frame[]) => void): void {
    const [first] = frames
    const bytes = frames.reduce((sum, { raw }) => sum + raw.length, 0)
    if (first && this.#may(first.remote, bytes, 'frames')) keep(frames)
  }

  #cut(note: ByteNote): ByteNote {
    const { frameBytes } = this.#budget.limits
    if (note.raw.length <= frameBytes) return note
    const told = note.note ?? `the first ${frameBytes} of ${note.raw.length} bytes`
    return { ...note, raw: note.raw.slice(0, frameBytes), note: told }
  }

  #may(from: string, bytes: number, kind: LeftOut['kind']): boolean {
    const address = addressIn(from)
    if (this.#budget.take(address, bytes)) return true
    this.leftOut++
    this.#leftOut.note({ remote: ownerOf(address), kind })
    return false
  }
}
