import type { Sl651Message } from '@sluice/codecs'

/** What a device's carrier is to send, in the words of its protocol. */
export type Downlink =
  | { protocol: 'SL651'; func: string; body: Sl651Message['body'] }
  /** `reads`: the answer brings the values that were asked for. */
  | { protocol: 'TB_MQTT'; method: string; params: unknown; reads?: true }

/** One transmission. At most one of each `requestId` ever leaves this process. */
export interface DownlinkRequest {
  requestId: string
  /** The device that holds the connection: the master of a slave, else the device itself. */
  stationId: string
  deviceId: string
  downlink: Downlink
}

/** `NO_CHANNEL`: nothing left this process. `SENT`: it was written to the line, which proves nothing. */
export type DownlinkOutcome = 'SENT' | 'NO_CHANNEL'

/** What a device said to a transmission: that it took it, or why it will not. */
export interface DownlinkAnswer {
  requestId: string
  kind: 'ACK' | 'NAK'
  because: string | null
  at: number
}
