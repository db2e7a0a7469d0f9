/** The packet identifiers of QoS 2 that wait for their PUBREL: eight kilobytes at most, and none before the first. */
export class ReleaseNumbers {
  #bits: Uint8Array | undefined

  /** False when it waits already. */
  add(id: number): boolean {
    this.#bits ??= new Uint8Array(8192)
    const [at, bit] = [id >> 3, 1 << (id & 7)]
    const isNew = (this.#bits[at]! & bit) === 0
    this.#bits[at]! |= bit
    return isNew
  }

  /** False when it did not wait. */
  delete(id: number): boolean {
    const [at, bit] = [id >> 3, 1 << (id & 7)]
    if (!this.#bits || (this.#bits[at]! & bit) === 0) return false
    this.#bits[at]! &= ~bit
    return true
  }
}
