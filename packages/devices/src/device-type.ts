import type { Sl651Message } from '@sluice/codecs'
import type { DeviceTypeCode } from '@sluice/contract'

export type ReadingValue = number | boolean | string | null

/** What one message says about one channel at one time. Channel 0 is the station itself. */
export interface Observation {
  channel: number
  /** As the station wrote it, `YYYY-MM-DD HH:mm[:ss]`, in the station's zone. */
  at: string
  values: Record<string, ReadingValue>
  /** Bits of a bitmap that is padded to whole bytes: they mean something only where a device is on that channel. */
  padded?: true
}

/** All that a message says: values, and which fault conditions hold (true) or do not (false). */
export interface Reported {
  observations: Observation[]
  conditions: Record<string, boolean>
}

/** A decoded message with the protocol that tells its shape. */
export type ProtocolMessage = { protocol: 'SL651'; message: Sl651Message }

/** A model of device as one plain value. The pipeline knows only this. */
export interface DeviceType {
  productNo: string
  name: string
  deviceTypeCode: DeviceTypeCode
  nodeKind: 'DIRECT' | 'GATEWAY' | 'SLAVE'
  protocol: ProtocolMessage['protocol']
  /** Runs on mains or solar and is to stay connected between reports, so that it can be reached. */
  keepsOnline: boolean
  /** How often it reports when nobody changed it, in seconds. */
  reportIntervalS: number
  /** Keys of the metrics it can report, in the order a person wants to read them. */
  points: readonly string[]
  /** Message to values. A slave has none: its master reads for it. */
  read?: (message: ProtocolMessage) => Reported
}
