import type { Link } from './link.ts'
import { ownerOf } from '../platform/http/remote-address.ts'

/** A station that sent on its line within this time is not handed over to another address. */
export const HANDOVER_MS = 120_000

interface Line {
  link: Link
  heardAt: number
}

/**
 * The connection each station uses, and when it last sent. The right password alone does not take a station over from a
 * live line: a station that moved to another address is accepted when its old line has been silent for two minutes, and
 * until then repeats what was not confirmed. The same address takes over at once.
 */
export class StationLines {
  readonly #lines = new Map<string, Line>()
  readonly #elapsed: () => number

  /** `elapsed`: time that passed, ms. */
  constructor({ elapsed }: { elapsed(): number }) {
    this.#elapsed = elapsed
  }

  /** Whether another connection holds the station, so that this link must wait. */
  isHeld(station: string, link: Link): boolean {
    const line = this.#lines.get(station)
    if (!line || line.link === link || !line.link.open) return false
    return this.#elapsed() - line.heardAt < HANDOVER_MS && ownerOf(line.link.address) !== ownerOf(link.address)
  }

  onReport(station: string, link: Link): void {
    const line = this.#lines.get(station)
    if (line?.link === link) line.heardAt = this.#elapsed()
    else this.#lines.set(station, { link, heardAt: this.#elapsed() })
  }

  release(station: string, link: Link): void {
    if (this.#lines.get(station)?.link === link) this.#lines.delete(station)
  }
}
