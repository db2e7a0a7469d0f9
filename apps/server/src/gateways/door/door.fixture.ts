import type { DoorSettings } from './device-door.ts'
import { type SeatLimits, socketCells } from './device-seats.ts'
import type { ReadingTurn } from '../stranger/stranger-reading.ts'

/** A door that accepts every connection unless a test sets limits. */
export function doorOf(limits: Partial<SeatLimits> = {}, proxies: readonly string[] = []): DoorSettings {
  const free = { all: 1e6, strangers: 1e6, strangersPerAddress: 1e6 }
  return { limits: { ...free, ...limits }, cells: socketCells(1), cell: 0, proxies }
}

/** A connection that may always be read. */
export const freeTurn: ReadingTurn = { mayRead: true, onRead() {}, identified() {}, leave() {} }
