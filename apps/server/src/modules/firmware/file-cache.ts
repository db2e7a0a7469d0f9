/** Files in memory, the one that was used last at the end; those that are longest unused make room. */
export class FileCache {
  readonly #most: number
  readonly #load: (id: string) => Promise<Buffer>
  readonly #files = new Map<string, Promise<Buffer>>()
  readonly #bytes = new Map<string, number>()

  constructor(most: number, load: (id: string) => Promise<Buffer>) {
    this.#most = most
    this.#load = load
  }

  /** Bytes of all files that are held. */
  get bytes(): number {
    return [...this.#bytes.values()].reduce((sum, size) => sum + size, 0)
  }

  /** However many ask at once, it is read once. One that cannot be read is asked for again by the next. */
  async get(id: string): Promise<Buffer> {
    const known = this.#files.get(id)
    if (known) {
      this.#files.delete(id)
      this.#files.set(id, known)
      return known
    }
    const file = this.#load(id)
    this.#files.set(id, file)
    try {
      const { length } = await file
      this.#bytes.set(id, length)
      this.#makeRoom(id)
    } catch (error) {
      this.#files.delete(id)
      throw error
    }
    return file
  }

  #makeRoom(newest: string): void {
    for (const id of Array.from(this.#files.keys())) {
      if (this.bytes <= this.#most) return
      if (id === newest) continue
      this.#files.delete(id)
      this.#bytes.delete(id)
    }
  }
}
