import type { ReadingValue } from '@sluice/devices'
import type { DemoSource } from '../demo/world.types.ts'

/** A device whose past is generated: the model that drives it, and what the model needs of its station. */
export interface PastSource extends DemoSource {
  strokeMs: number
  /** Valves of the SL651 station that carries it, counted as the station does. */
  channels: number
}

/** The past of one device. Any whole hour of the span may be asked for, in any order. */
export interface Track {
  /** Values under the keys of our metrics, as the device would have reported them. */
  at(ms: number): Record<string, ReadingValue>
}
