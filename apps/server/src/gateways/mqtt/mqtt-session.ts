import { randomBytes } from 'node:crypto'
import type { ByteNote, ConnectionEventName, ConnectionNote } from '../link.ts'
import type { CredentialOwner } from '../gateway.ts'

export const TB_MQTT = 'TB_MQTT'
/** Names of sub-devices that one gateway may use before the rest is left out. */
const NAMES = 1000
const STRANGERS = 100
/** A burst runs ahead of the clock by less: beyond it the clock was set back. */
const BURST_MS = 60_000

/** One device's connection, as seen by the main thread. */
export class MqttSession {
  readonly link: number
  readonly deviceId: string
  readonly deviceNo: string
  readonly credential: string
  readonly remote: string
  readonly openedAt: number
  readonly #elapsed: () => number
  readonly #begunAt: number
  /** Changes of registrations that were known when its token was looked up. */
  readonly registrations: number
  readonly channelId = randomBytes(8).toString('hex')
  /** A gateway's names for the devices behind it. */
  readonly names = new Set<string>()
  readonly #strangers = new Set<string>()
  #stamp: number
  #order: Promise<void> | undefined

  /** `stamp` is the last one used by an earlier connection of the device. */
  constructor(
    link: number,
    owner: CredentialOwner,
    from: {
      credential: string
      remote: string
      now: number
      elapsed(): number
      stamp: number
      registrations: number
    },
  ) {
    const { deviceId, deviceNo } = owner
    const { credential, remote, now, elapsed, stamp, registrations } = from
    this.#elapsed = elapsed
    this.#begunAt = elapsed()
    this.registrations = registrations
    this.link = link
    this.deviceId = deviceId
    this.deviceNo = deviceNo
    this.credential = credential
    this.remote = remote
    this.openedAt = now
    this.#stamp = stamp
  }

  /**
   * The time of a report that brings none: now, but no two in the same millisecond, because history keeps one row per
   * device and time.
   */
  stamp(now: number): number {
    this.#stamp = this.#stamp > now + BURST_MS ? now : Math.max(now, this.#stamp + 1)
    return this.#stamp
  }

  /**
   * After what began before in this way: a report that waits for a script must not be overtaken by the next one, nor by
   * the end of its connection.
   */
  inOrder<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#order
    const done = before ? before.then(work) : work()
    const settled = done.then(
      () => undefined,
      () => undefined,
    )
    this.#order = settled
    void settled.then(() => {
      if (this.#order === settled) this.#order = undefined
    })
    return done
  }

  /** How long it has been connected. */
  get ageMs(): number {
    return this.#elapsed() - this.#begunAt
  }

  get lastStamp(): number {
    return this.#stamp
  }

  noteName(name: string): void {
    if (this.names.size < NAMES) this.names.add(name)
  }

  /** False when this gateway named so many unknown devices that another one is not worth a row. */
  noteStranger(name: string): boolean {
    if (this.#strangers.size < STRANGERS) this.#strangers.add(name)
    return this.#strangers.has(name)
  }

  note(event: ConnectionEventName, now: number, more: Partial<ConnectionNote> = {}): ConnectionNote {
    const { deviceId, channelId, remote } = this
    const durationS = event === 'CONNECT' || event === 'REGISTER' ? null : this.ageMs / 1000
    const plain = { at: now, deviceId, protocol: TB_MQTT, channelId, remote, event, reason: null, durationS }
    return { ...plain, bytesIn: 0, bytesOut: 0, ...more }
  }

  bytes(direction: 'UP' | 'DOWN', raw: Uint8Array, now: number, more: Partial<ByteNote> = {}): ByteNote {
    const { deviceId, channelId, remote } = this
    const plain = { at: now, deviceId, protocol: TB_MQTT, channelId, remote, direction, fault: null, faultAt: null }
    // A copy: the frame is a view into a batch with frames of other devices.
    return { ...plain, raw: raw.slice(), note: null, ...more }
  }
}
