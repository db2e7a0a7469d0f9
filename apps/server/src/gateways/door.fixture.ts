import type { DoorSettings } from './device-door.ts'
import { type SeatLimits, socketCells } from './device-seats.ts'

/** A door that nobody is turned away at, unless a test says so. */
export function doorOf(limits: Partial<SeatLimits> = {}, proxies: readonly string[] = []): DoorSettings {
  const free = { all: 1e6, strangers: 1e6, strangersPerAddress: 1e6 }
  return { limits: { ...free, ...limits }, cells: socketCells(1), cell: 0, proxies }
}
