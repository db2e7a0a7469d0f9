import type { Verdict } from '@sluice/contract'
import type { StationDirectory } from './uplink.directory.ts'
import { isListed } from '../../../platform/http/address-list.ts'
import { badValuesNote } from './bad-values.rules.ts'
import { PendingReport } from './uplink.pending.ts'
import type { FoundAlarm } from './uplink.limits.ts'
import type { DeviceRuntime, StationRuntime } from './uplink.runtime.ts'
import { SIGN_OF_LIFE, type Taken, type Uplink } from './uplink.take.ts'
import type { UplinkWriter } from './uplink.writer.ts'

/** `acknowledge` is true only for committed uplinks. */
export interface Acceptance {
  verdict: Verdict
  acknowledge: boolean
  /** The station that was recognised, also where it is refused. */
  station: { deviceId: string; zone: string; keepsOnline: boolean } | null
  /** Names of unregistered devices in a gateway's report: the message is stored, their values are not. */
  unknownSlaves?: readonly string[]
  /** Which values are stored as BAD and why, for the byte log; undefined where none is. */
  badValues?: string | undefined
}

export interface PipelineDeps {
  directory: StationDirectory
  writer: UplinkWriter
  /** An unregistered station: its last frames are stored for its adoption. */
  noteUnknown(uplink: Uplink): void
  /** Whether a condition of a device is an active fault, so that its end must be reported. */
  isFault(deviceId: string, code: string): boolean
  /** The other time it may be, where the clock is in doubt (epoch ms). */
  otherTime(): number | undefined
  /** After the commit: publishes to the screens and to the watchers of conditions. */
  publish(stored: StoredUplink): void
}

export interface StoredUplink {
  station: DeviceRuntime
  /** Every device whose state this uplink changed. */
  touched: readonly DeviceRuntime[]
  receivedAt: number
  conditions: Readonly<Record<string, boolean>>
  /** When the conditions were observed. */
  conditionsAt: number
  alarms: readonly FoundAlarm[]
  /** It reports the end of the station's connection, so it is no sign of life. */
  ended: boolean
}

/** The way of every report: identify, read, judge, store, publish. (Frames are cut and decoded at the gateway.) */
export class UplinkPipeline {
  readonly #deps: PipelineDeps

  constructor(deps: PipelineDeps) {
    this.#deps = deps
  }

  /** Resolves when the uplink is committed or refused; never rejects because of what a device sent. */
  accept(uplink: Uplink): Promise<Acceptance> {
    const { directory } = this.#deps
    // Most stations are in memory; a look-up that is not needed costs a turn of the microtasks for each report.
    const known = directory.peek(uplink.address)
    if (known) return this.#acceptOf(known, uplink)
    return directory.find(uplink.address).then((found) => this.#acceptOf(found, uplink))
  }

  #acceptOf(found: StationRuntime | undefined, uplink: Uplink): Promise<Acceptance> {
    const station = speaking(found, uplink.message.protocol)
    const senderStatus = senderStatusIn(station, uplink.password)
    if (!station) this.#deps.noteUnknown(uplink)
    if (!station || senderStatus !== 'KNOWN') return Promise.resolve(refusal(senderStatus, station))
    return this.#store(station, uplink)
  }

  /**
   * Whether a station would be listened to, before there is a whole message of it: at once for one in memory. Nothing is
   * noted.
   */
  senderStatusOf(address: string, password: string, remoteAddress: string, protocol: string) {
    const { directory } = this.#deps
    const statusOf = (found: StationRuntime | undefined) => senderOf(found, { password, remoteAddress, protocol })
    const known = directory.peek(address)
    return known ? statusOf(known) : directory.find(address).then(statusOf)
  }

  /** Passes a read and judged uplink to the store, and publishes it or undoes its changes by the outcome. */
  #store(station: StationRuntime, uplink: Uplink): Promise<Acceptance> {
    const { recent } = station
    const { identity } = uplink
    const original = identity === null ? undefined : recent.fateOf(identity)
    const given = original || uplink.heartbeat || uplink.unread ? SIGN_OF_LIFE : this.#deps
    const report = new PendingReport(station, uplink, given, original)
    if (identity !== null) recent.add(identity, report.fate)
    return new Promise((resolve) => {
      report.settle = (stored) => {
        const corrections = report.settled(stored)
        if (corrections) this.#deps.writer.push(corrections)
        if (stored) this.#publish(station.device, report.taken, uplink)
        resolve(acceptance(station.device, report.verdict, stored && report.isIn, report.taken))
      }
      station.unsettled.add(report)
      this.#deps.writer.push(report)
    })
  }

  #publish(station: DeviceRuntime, taken: Taken, uplink: Uplink): void {
    const { conditions, conditionsAt, alarms } = taken
    const touched = [...taken.touched]
    const { receivedAt, ended } = uplink
    this.#deps.publish({ station, touched, receivedAt, conditions, conditionsAt, alarms, ended: ended !== undefined })
  }
}

/** The sender, by the header of its message. */
type SenderStatus = 'KNOWN' | 'UNKNOWN_DEVICE' | 'BAD_PASSWORD' | 'ADDRESS_NOT_ALLOWED'

function senderOf(
  found: StationRuntime | undefined,
  { password, remoteAddress, protocol }: { password: string; remoteAddress: string; protocol: string },
): { senderStatus: SenderStatus; deviceId: string | null } {
  const station = speaking(found, protocol)
  const isAllowed = !station?.allowed || isListed(station.allowed, remoteAddress)
  const senderStatus = isAllowed ? senderStatusIn(station, password) : 'ADDRESS_NOT_ALLOWED'
  return { senderStatus, deviceId: station?.device.deviceId ?? null }
}

/** A device uses its own protocol only: its address in another protocol belongs to a different sender. */
function speaking(station: StationRuntime | undefined, protocol: string): StationRuntime | undefined {
  return station?.device.type.protocol === protocol ? station : undefined
}

function senderStatusIn(station: StationRuntime | undefined, password: string): SenderStatus {
  if (!station?.device.enabled) return 'UNKNOWN_DEVICE'
  return station.password === null || station.password === password ? 'KNOWN' : 'BAD_PASSWORD'
}

function refusal(senderStatus: SenderStatus, station: StationRuntime | undefined): Acceptance {
  const verdict = senderStatus === 'BAD_PASSWORD' ? senderStatus : 'UNKNOWN_DEVICE'
  return { verdict, acknowledge: false, station: station ? identityOf(station.device) : null }
}

function identityOf({ deviceId, zone, type }: DeviceRuntime): NonNullable<Acceptance['station']> {
  return { deviceId, zone, keepsOnline: type.keepsOnline }
}

function acceptance(device: DeviceRuntime, verdict: Verdict, acknowledge: boolean, taken: Taken): Acceptance {
  const unknownSlaves = taken.unknownSlaves ? [...taken.unknownSlaves] : []
  return { verdict, acknowledge, station: identityOf(device), unknownSlaves, badValues: badValuesNote(taken.badValues) }
}
