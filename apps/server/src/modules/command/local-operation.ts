import type { Position } from '@sluice/contract'
import type { HeardDevice, LocalMove } from './command.ports.ts'
import { movedBetween } from './evidence.rules.ts'
import { positionOf } from './watch.ts'

/**
 * Finds valves that move without a command of ours (domain 4.4 rule 8): an operator moves them on site. A valve's
 * position before this process received a report of it is unknown, so the first report of each proves nothing.
 */
export class LocalOperations {
  readonly #places = new Map<string, Position>()
  readonly #isCommanded: (deviceId: string, at: number) => boolean
  readonly #note: (move: LocalMove) => void

  constructor(isCommanded: (deviceId: string, at: number) => boolean, note: (move: LocalMove) => void) {
    this.#isCommanded = isCommanded
    this.#note = note
  }

  hear({ deviceId, readings }: HeardDevice, at: number): void {
    const to = positionOf(readings)
    if (!to) return
    const from = this.#places.get(deviceId)
    // While the value varies the old position remains, or a slow movement would never be noticed.
    const moved = from && movedBetween(from, to)
    if (moved === null) return
    this.#places.set(deviceId, to)
    if (from && moved && !this.#isCommanded(deviceId, at)) this.#note({ deviceId, at, from, to, moved })
  }
}
