import type { Changes } from './uplink.changes.ts'

/** An uplink that the store has not answered for yet. */
export interface Unsettled {
  changes: Changes
  /** Judges it again, because an earlier uplink was undone. */
  judgeAgain(): void
  /** The store may already hold a state with its changes, written with an earlier uplink. */
  isWritten: boolean
}

/** The uplinks of one station that are on their way to the store, in order of arrival. */
export class UnsettledUplinks {
  readonly #inOrder: Unsettled[] = []

  add(uplink: Unsettled): void {
    this.#inOrder.push(uplink)
  }

  stored(uplink: Unsettled): void {
    this.#remove(uplink)
    this.written()
  }

  /** A state was written as it was, including the changes of pending uplinks. */
  written(): void {
    const last = this.#inOrder.at(-1)
    if (last) last.isWritten = true
  }

  /**
   * Undoes its changes beneath later ones, which are judged again. True where its state must be written again, because
   * the store may hold one with these changes.
   */
  refused(uplink: Unsettled): boolean {
    const later = this.#after(uplink)
    const isWritten = uplink.isWritten || later.some((one) => one.isWritten)
    for (const one of later.toReversed()) one.changes.undo()
    uplink.changes.undo()
    for (const one of later) one.judgeAgain()
    this.#remove(uplink)
    return isWritten
  }

  /** The result of `read` on the state as this uplink left it, without later ones. */
  asOf<T>(uplink: Unsettled, read: () => T): T {
    const later = this.#after(uplink)
    for (const one of later.toReversed()) one.changes.undo()
    const found = read()
    for (const one of later) one.changes.redo()
    return found
  }

  #after(uplink: Unsettled): Unsettled[] {
    return this.#inOrder.slice(this.#inOrder.indexOf(uplink) + 1)
  }

  #remove(uplink: Unsettled): void {
    // Nearly always it is the oldest: they are stored in order of arrival.
    if (this.#inOrder[0] === uplink) this.#inOrder.shift()
    else this.#inOrder.splice(this.#inOrder.indexOf(uplink), 1)
  }
}
