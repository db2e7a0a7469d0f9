import type { FaultTrigger } from './alarm-rule.ts'

/**
 * What was seen of a fault that no limit found, and what was expected instead: data, of which words are made in the language
 * of who reads them.
 */
export type FaultObservation =
  /** No report for so long; one was due within `mostS`, and where the device says how often, one in each `everyS`. */
  | { observed: 'SILENCE'; silentS: number; mostS: number; everyS: number | null }
  /** The connection of a gateway ended, or a gateway says that it does not reach the device any more. */
  | { observed: 'DISCONNECTED' }
  /** A bit of the status word. */
  | { observed: 'BIT'; bit: number; v: 0 | 1 }
  /** A value that the product maps to the fault. */
  | { observed: 'EVENT'; key: string; v: string | number | boolean }
  /** Of the frames of an hour; more than `mostPct` of them damaged. */
  | { observed: 'FRAMES'; bad: number; all: number; mostPct: number }
  /** Where a valve stands that was not moved by a command, and where it stood, %. */
  | { observed: 'MOVED'; v: number; expected: number; tolerance: number }
  /** Water per energy of a day, m³/kWh; null: no energy was counted for `waterM3`. */
  | { observed: 'COEFFICIENT'; v: number | null; waterM3: number; least: number; most: number }
  /** Wrong passwords for a station in a row; so many are a fault. */
  | { observed: 'PASSWORDS'; n: number; most: number }
  /** The temperature of a probe farthest from its limits, °C; null: none on that side. */
  | { observed: 'TEMPERATURE'; v: number; lower: number | null; upper: number | null; lastedS: number }

/** What raised a fault: a limit with the value beyond it, or what was seen otherwise. */
export type FaultOrigin = FaultTrigger | FaultObservation

export const isObservation = (origin: FaultOrigin): origin is FaultObservation => 'observed' in origin
