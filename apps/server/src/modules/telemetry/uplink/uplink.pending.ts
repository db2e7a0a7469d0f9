import type { Verdict } from '@sluice/contract'
import type { DeviceRuntime, Fate, StationRuntime } from './uplink.runtime.ts'
import type { MessageRow } from './uplink.store.ts'
import { take, type Taken, type Uplink } from './uplink.take.ts'
import type { Unsettled } from './uplink.unsettled.ts'
import type { PendingUplink } from './uplink.writer.ts'

type Given = Parameters<typeof take>[2]

const NOBODY_WAITS = () => undefined

/** One uplink between its judgement and the store's answer. */
export class PendingReport implements PendingUplink, Unsettled {
  readonly fate: Fate
  readonly verdict: Verdict
  readonly messages: readonly MessageRow[]
  readonly #station: StationRuntime
  readonly #uplink: Uplink
  readonly #given: Given
  readonly #original: Fate | undefined
  taken: Taken
  isWritten = false
  settle: PendingUplink['settle'] = NOBODY_WAITS

  constructor(station: StationRuntime, uplink: Uplink, given: Given, original: Fate | undefined) {
    this.#station = station
    this.#uplink = uplink
    this.#given = given
    this.#original = original
    this.fate = original ?? { stored: undefined }
    this.taken = take(station.device, uplink, given)
    const verdict = original ? 'DUPLICATE' : (uplink.unread ?? this.taken.verdict)
    this.verdict = verdict
    this.messages = uplink.heartbeat ? [] : uplink.raw.map((raw) => messageRow(station.device, uplink, verdict, raw))
  }

  get changes() {
    return this.taken.changes
  }

  get telemetry() {
    return this.taken.telemetry
  }

  get dirty() {
    return this.taken.dirty
  }

  get events() {
    return this.taken.events
  }

  get conditions() {
    return this.taken.told
  }

  get shadows() {
    return this.taken.touched
  }

  /** Stored, also where it is the repeat of a stored one. */
  get isIn(): boolean {
    return this.fate.stored === true
  }

  judgeAgain(): void {
    this.taken = take(this.#station.device, this.#uplink, this.#given)
  }

  shadowsThen(): readonly DeviceRuntime[] {
    return this.#station.unsettled.asOf(this, () => [...this.taken.touched].map(copied))
  }

  /** An uplink that the store refused may be sent again: all its changes are undone; returns what corrects the store. */
  settled(stored: boolean): PendingUplink | undefined {
    const { recent, unsettled } = this.#station
    const { identity } = this.#uplink
    // Stored in order of arrival: a duplicate is settled after its original.
    if (!this.#original) this.fate.stored = stored
    if (stored) {
      unsettled.stored(this)
      return undefined
    }
    if (identity !== null && !this.isIn) recent.forget(identity, this.fate)
    if (!unsettled.refused(this)) return undefined
    const shadows = [...this.taken.touched].filter(({ firstSeen }) => firstSeen !== null)
    return { ...NO_ROWS, shadows, settle: () => unsettled.written() }
  }
}

const NO_ROWS = { messages: [], telemetry: [], dirty: [], events: [] } as const

/** The state of a device that later changes do not reach. */
function copied(device: DeviceRuntime): DeviceRuntime {
  return { ...device, readings: new Map(device.readings) }
}

function messageRow(device: DeviceRuntime, uplink: Uplink, result: Verdict, raw: Uint8Array) {
  const { receivedAt, message, func, identity } = uplink
  return { deviceId: device.deviceId, ts: receivedAt, protocol: message.protocol, func, result, identity, raw }
}
