import type { RefusalReason } from '@sluice/contract'

const FLUSH_MS = 1000
/** Stored bytes of one frame: the longest frames of stations fit. */
const KEPT_BYTES = 4200
const MAX_TEXT = 200
/** Kinds that wait to be written, from one remote and from all; further ones are counted under `MORE`. */
const WAITING_OF_REMOTE = 64
const WAITING = 2000

/** Something the device edge refused; `remote` is an address without a port. */
export interface RefusalEntry {
  at: number
  remote: string
  protocol: string
  reason: RefusalReason
  detail?: string | null | undefined
  station?: string | null | undefined
  deviceId?: string | null | undefined
  bytes?: Uint8Array | undefined
  byteAt?: number | null | undefined
  /** Once when omitted. */
  times?: number | undefined
}

/** The count of one kind since it was last written, and the last refusal of it. */
export interface RefusalCount {
  remote: string
  protocol: string
  reason: RefusalReason
  deviceId: string | null
  station: string | null
  detail: string | null
  bytes: Uint8Array | null
  byteAt: number | null
  firstAt: number
  lastAt: number
  count: number
}

export interface RefusalRecorderDeps {
  write(counts: readonly RefusalCount[]): Promise<void>
  /** Called with the number of refusals that could not be stored. */
  onLost(count: number): void
}

/**
 * Counts refusals by kind and writes them about once a second, apart from the path of reports. A flood costs a row and
 * a number: memory is limited per remote and in total, whatever is sent.
 */
export class RefusalRecorder {
  readonly #deps: RefusalRecorderDeps
  #waiting = new Map<string, RefusalCount>()
  #kindsOf = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(deps: RefusalRecorderDeps) {
    this.#deps = deps
  }

  tell(entry: RefusalEntry): void {
    const { remote, protocol, reason, deviceId = null } = entry
    const known = this.#waiting.get(keyOf(remote, protocol, reason, deviceId))
    if (known) count(known, entry)
    else if ((this.#kindsOf.get(remote) ?? 0) < WAITING_OF_REMOTE && this.#waiting.size < WAITING) this.#add(entry)
    else this.#countBeyond(entry)
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref()
  }

  /** Resolves when the refusals so far are written or given up. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.then(() => this.#write())
    return this.#writing
  }

  #add({ at, remote, protocol, reason, deviceId = null, station = null, detail = null, ...entry }: RefusalEntry) {
    const { bytes, byteAt, times = 1 } = entry
    this.#kindsOf.set(remote, (this.#kindsOf.get(remote) ?? 0) + 1)
    this.#waiting.set(keyOf(remote, protocol, reason, deviceId), {
      remote,
      protocol,
      reason,
      deviceId,
      station: station?.slice(0, MAX_TEXT) ?? null,
      detail: detail?.slice(0, MAX_TEXT) ?? null,
      bytes: bytes?.slice(0, KEPT_BYTES) ?? null,
      byteAt: byteAt ?? null,
      firstAt: at,
      lastAt: at,
      count: times,
    })
  }

  /** In the row of its remote while there is room for one; of all that have none in one row without a remote. */
  #countBeyond({ at, remote, protocol, times }: RefusalEntry): void {
    const from = this.#waiting.size < WAITING || this.#waiting.has(keyOf(remote, protocol, 'MORE', null)) ? remote : ''
    const more: RefusalEntry = { at, remote: from, protocol, reason: 'MORE', times }
    const known = this.#waiting.get(keyOf(from, protocol, 'MORE', null))
    if (known) count(known, more)
    else this.#add(more)
  }

  async #write(): Promise<void> {
    const taken = [...this.#waiting.values()]
    if (taken.length === 0) return
    this.#waiting = new Map()
    this.#kindsOf = new Map()
    try {
      await this.#deps.write(taken)
    } catch {
      this.#deps.onLost(taken.reduce((sum, one) => sum + one.count, 0))
    }
  }
}

function keyOf(remote: string, protocol: string, reason: RefusalReason, deviceId: string | null): string {
  return `${remote} ${protocol} ${reason} ${deviceId ?? ''}`
}

function count(known: RefusalCount, { at, station, times = 1 }: RefusalEntry): void {
  known.count += times
  known.lastAt = at
  known.station = station?.slice(0, MAX_TEXT) ?? known.station
}
