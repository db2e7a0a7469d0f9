import type { CommandDef, CommandMap, DeviceTypeCode } from '@sluice/contract'
import type { CarrierName } from '../command.ts'

/** An element of SL 651 whose value is a metric: of the station (channel 0) or of the device on a channel. */
export interface ElementRule {
  /** As in the frame, two upper-case hexadecimal digits: `58`. */
  id: string
  key: string
  channel: number
  /** From the unit on the wire to the metric's; 1 when omitted. */
  factor?: number
}

/** A bit of the status word (SL 651 element 45): a fault condition, or a flag, that holds when the bit has that value. */
type StatusBitRule = { bit: number; when: 0 | 1 } & ({ fault: string } | { key: string })

/** What the bits of a bitmap (function 4C: pumps, 4D: valves) say of the device on the channel of each. */
interface SwitchRule {
  func: '4C' | '4D'
  key: string
  on: number | string
  off: number | string
}

/** How the reports of an SL 651 station become values. What no rule names stays in the raw frame. */
export interface Sl651Uplink {
  protocol: 'SL651'
  elements: readonly ElementRule[]
  statusBits: readonly StatusBitRule[]
  switches: readonly SwitchRule[]
  /** The opening of gates (function 4E, cm on the wire) by channel. */
  gates: { key: string; factor: number } | null
}

/** How the reports of a ThingsBoard device become values: keys are metrics, those of its firmware are renamed. */
export interface TbUplink {
  protocol: 'TB_MQTT'
  keys: readonly { from: string; key: string }[]
}

/**
 * The request of a command to an SL 651 station: a function without content, or the bitmap of its switches (4D) in which
 * the bit of the channel becomes `on` and the others stay as the station last reported them.
 */
type Sl651Request = { code: string; func: string } | { code: string; func: '4D'; on: boolean }

export interface Sl651Downlinks {
  protocol: 'SL651'
  requests: readonly Sl651Request[]
}

/** The map that a product with its own firmware replaces. */
export interface TbDownlinks {
  protocol: 'TB_MQTT'
  map: CommandMap
}

/**
 * A model of device as data: it survives being written as JSON. `typeOfModel` makes of it the value that the pipeline
 * uses, for built-in models as for any other.
 */
export interface ProductModel {
  productNo: string
  name: string
  englishName: string
  deviceTypeCode: DeviceTypeCode
  nodeKind: 'DIRECT' | 'GATEWAY' | 'SLAVE'
  protocol: 'SL651' | 'TB_MQTT'
  keepsOnline: boolean
  reportIntervalS: number
  /** Keys of the metrics it can report, in the order of display. */
  points: readonly string[]
  /** Null for a slave: its master's reports are read for it. */
  uplink: Sl651Uplink | TbUplink | null
  commands: readonly CommandDef[]
  downlinks: Sl651Downlinks | TbDownlinks | null
  carrier?: CarrierName
}
