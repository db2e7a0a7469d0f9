import type { ActiveFault, Position } from '@sluice/contract'
import type { DeviceDownlink, DeviceType, RawTaking } from '@sluice/devices'
import type { Bus } from '../../platform/bus.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/db.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Session } from '../../platform/http/session.ts'
import type { ScopedDeviceId } from '../../platform/resource/scoped.ts'
import type { ReportedSwitches } from './switches.rules.ts'

/** A device that can receive commands. */
export interface Addressee {
  deviceId: string
  name: string
  deptId: string
  /** The holder of the connection: the master of a slave, else the device itself. */
  stationId: string
  /** 1 for a direct device. */
  channel: number
  /** The device and the station it hangs on. */
  enabled: boolean
  retired: boolean
  type: DeviceType
}

/** A last value, with the time the device observed it, epoch ms. */
export interface LastValue {
  v: unknown
  ts: number
  q: string
}
export type LastValues = ReadonlyMap<string, LastValue>

/** A device whose values were just stored. */
export interface HeardDevice {
  deviceId: string
  readings: LastValues
}

/** One transmission, in the form of the gateways. */
export interface Transmission {
  requestId: string
  stationId: string
  deviceId: string
  downlink: DeviceDownlink
}

/** A device's answer to a transmission. */
export interface TransmissionAnswer {
  requestId: string
  kind: 'ACK' | 'NAK'
  because: string | null
  at: number
}

/** A valve that moved without a command of ours. */
export interface LocalMove {
  deviceId: string
  at: number
  from: Position
  to: Position
  /** The place in percent, now and before, and how far a valve at rest may wander. */
  moved: { v: number; expected: number; tolerance: number }
}

/** What the ledger needs from other modules. */
export interface CommandDeps {
  db: Database
  bus: Bus
  clock: Clock
  log: Log
  /** Of a device that the caller was found to see. */
  addressee(deviceId: ScopedDeviceId): Promise<Addressee | undefined>
  /** At the start, of devices with open commands. */
  addresseesAtStart(deviceIds: readonly string[]): Promise<Addressee[]>
  /** The devices of a station by channel, itself left out. */
  valvesOf(stationId: string): Promise<{ channel: number; deviceId: string; name: string; deptId: string }[]>
  /** What a device may be sent as somebody typed it; undefined: nothing. */
  rawTakingOf(type: Pick<Addressee['type'], 'protocol' | 'nodeKind'>): RawTaking | undefined
  /** The rights of a person at this moment, whether or not they are signed in; null: they may not sign in. */
  rightsOf(userId: string): Promise<Session | null>
  lastValues(deviceId: string): Promise<LastValues>
  activeFaults(deviceId: string): readonly ActiveFault[]
  /** The bitmap as the station last reported it. */
  switchesOf(stationId: string): Promise<ReportedSwitches | null>
  /** Writes the event LOCAL_OPERATION. */
  noteLocalMove(move: LocalMove): Promise<void>
  /** `NO_CHANNEL`: nothing left. `SENT`: handed to the line, which proves nothing. */
  transmit(transmission: Transmission): Promise<'SENT' | 'NO_CHANNEL'> | 'SENT' | 'NO_CHANNEL'
}
