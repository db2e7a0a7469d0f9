import type { TbValues } from '@sluice/codecs'
import type { CommandDef, CommandMap, DeviceTypeCode, FaultObservation, ModelParameter } from '@sluice/contract'
import type { CarrierName, EncodeCommand } from './command.ts'
import type { MetricLookup } from './metric.ts'

export type ReadingValue = number | boolean | string | null

/** The values of one message about one channel at one time. Channel 0 is the station itself. */
export type Observation = {
  channel: number
  /** Name of the slave where the protocol has names instead of channels. Only a device of that name gets the values. */
  slave?: string
  values: Record<string, ReadingValue>
  /** Its gateway reports it as disconnected: no report, the opposite of a sign of life. */
  gone?: true
  /** Bits of a bitmap that is padded to whole bytes: they mean something only where a device is on that channel. */
  padded?: true
} & ObservationTime

/** As the station wrote it, `YYYY-MM-DD HH:mm[:ss]`, in the station's zone; or an instant, epoch ms. */
type ObservationTime = { at: string; ts?: undefined } | { ts: number; at?: undefined }

/** The contents of a message: values, and which fault conditions hold (true) or do not (false). */
export interface Reported {
  observations: Observation[]
  conditions: Record<string, boolean>
  /** Of those that hold: what says so. */
  seen?: Record<string, FaultObservation>
}

/** Values of one device with the instant they are of; `device` is the name of a slave, or null for the station itself. */
export interface TbReadings {
  device: string | null
  entries: { ts: number; values: TbValues }[]
  /** The gateway reports this slave as disconnected. */
  gone?: true
}

/** A decoded message with the name of its protocol, which defines its shape. */
export interface ProtocolMessage<Message = unknown> {
  protocol: string
  message: Message
}

/** Reads the messages of one protocol; those of another give nothing. */
export function readerOf<Message>(
  protocol: string,
  read: (message: Message) => Reported,
): (given: ProtocolMessage) => Reported {
  return (given) =>
    given.protocol === protocol ? read(given.message as Message) : { observations: [], conditions: {} }
}

/** A model of device as one plain value, the only form that the pipeline uses. */
export interface DeviceType {
  productNo: string
  name: string
  englishName: string
  deviceTypeCode: DeviceTypeCode
  nodeKind: 'DIRECT' | 'GATEWAY' | 'SLAVE'
  protocol: string
  /** Runs on mains or solar and is to stay connected between reports, so that it can be reached. */
  keepsOnline: boolean
  /** Its report interval unless changed, in seconds. */
  reportIntervalS: number
  /** How long it may be silent, in seconds; two intervals and a half when omitted. */
  silentAfterS?: number
  /** Keys of the metrics it can report, in the order of display. */
  points: readonly string[]
  /** How its values are judged, rolled up and drawn. */
  metricOf: MetricLookup
  /** What one count on the wire is worth in the metric's unit, by the rules of its model; 1 where none says so. */
  perPulseOf?: (key: string) => number
  /** Reads what its devices publish before `read` does; none when omitted. */
  script?: string
  /** Message to values. A slave has none: its master reads for it. */
  read?: (message: ProtocolMessage) => Reported
  /** Its commands; none when omitted. */
  commands?: readonly CommandDef[]
  /** Encodes a command for its protocol. A slave has its own: its station only transmits it. */
  encode?: EncodeCommand
  /** A slave's values in its own terms, where its master only passes on what it sends. */
  readOwn?: (values: Readonly<Record<string, ReadingValue>>) => Record<string, ReadingValue>
  /** Where `encode` follows a map of requests: that map. */
  commandMap?: CommandMap
  /** How commands reach it; `ONLINE` when left out. */
  carrier?: CarrierName
  /** Settings that its devices keep and report; none when omitted. */
  parameters?: readonly ModelParameter[]
  /** From shut to open. */
  strokeS?: number
}
