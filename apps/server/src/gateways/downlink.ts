import type { DeviceDownlink } from '@sluice/devices'

/** One transmission. At most one of each `requestId` ever leaves this process. */
export interface DownlinkRequest {
  requestId: string
  /** The device that holds the connection: the master of a slave, else the device itself. */
  stationId: string
  deviceId: string
  /** What to send, in the terms of the protocol it names. */
  downlink: DeviceDownlink
}

/** `NO_CHANNEL`: nothing left this process. `SENT`: it was written to the line, which proves nothing. */
export type DownlinkOutcome = 'SENT' | 'NO_CHANNEL'

/** A device's answer to a transmission: accepted, or why not. */
export interface DownlinkAnswer {
  requestId: string
  kind: 'ACK' | 'NAK'
  because: string | null
  at: number
}

/** Switches of a station as it reported them, index 0 is number 1, and when: epoch ms. */
export interface ReportedSwitches {
  states: readonly boolean[]
  at: number
}
