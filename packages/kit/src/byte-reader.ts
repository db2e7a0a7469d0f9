import { toHex } from './hex.ts'

/**
 * Reads forward over `bytes[pos..end)`. A read past the end gives zeros and notes where it happened in `overrunAt`
 * (-1 while all is well), so that a decoder checks once instead of at every field. Never throws.
 */
export class ByteReader {
  readonly bytes: Uint8Array
  readonly end: number
  pos: number
  overrunAt: number

  constructor(bytes: Uint8Array, pos = 0, end = bytes.length) {
    this.bytes = bytes
    this.pos = pos
    this.end = end
    this.overrunAt = -1
  }

  get left(): number {
    return this.end - this.pos
  }

  /** Moves on by `length` and returns whether those bytes exist. */
  take(length: number): boolean {
    if (this.pos + length <= this.end) {
      this.pos += length
      return true
    }
    if (this.overrunAt < 0) this.overrunAt = this.pos
    this.pos = this.end
    return false
  }

  u8(): number {
    return this.take(1) ? (this.bytes[this.pos - 1] as number) : 0
  }

  /** High byte first. */
  u16(): number {
    if (!this.take(2)) return 0
    return ((this.bytes[this.pos - 2] as number) << 8) | (this.bytes[this.pos - 1] as number)
  }

  /** Upper case hex of the next `length` bytes. */
  hex(length: number): string {
    return this.take(length) ? toHex(this.bytes, this.pos - length, this.pos) : ''
  }

  /** The byte at `offset` from here without moving, -1 past the end. */
  peek(offset = 0): number {
    const at = this.pos + offset
    return at < this.end ? (this.bytes[at] as number) : -1
  }
}
