import { hexDigit } from './hex.ts'

/** Writes forward into a buffer that grows. */
export class ByteWriter {
  private buffer: Uint8Array
  length: number

  constructor(capacity = 64) {
    this.buffer = new Uint8Array(capacity)
    this.length = 0
  }

  private reserve(extra: number): void {
    const needed = this.length + extra
    if (needed <= this.buffer.length) return
    const grown = new Uint8Array(Math.max(needed, this.buffer.length * 2))
    grown.set(this.buffer.subarray(0, this.length))
    this.buffer = grown
  }

  u8(value: number): void {
    this.reserve(1)
    this.buffer[this.length++] = value
  }

  /** High byte first. */
  u16(value: number): void {
    this.u8(value >> 8)
    this.u8(value)
  }

  bytes(values: Uint8Array): void {
    this.reserve(values.length)
    this.buffer.set(values, this.length)
    this.length += values.length
  }

  /** Characters below 256, one byte each. */
  latin1(text: string): void {
    this.reserve(text.length)
    for (let i = 0; i < text.length; i++) this.buffer[this.length++] = text.charCodeAt(i)
  }

  /** False, with nothing written, where the text is no hex of whole bytes. */
  hex(text: string): boolean {
    if (text.length % 2 === 1) return false
    this.reserve(text.length >> 1)
    const start = this.length
    for (let i = 0; i < text.length; i += 2) {
      const high = hexDigit(text.charCodeAt(i))
      const low = hexDigit(text.charCodeAt(i + 1))
      if (high < 0 || low < 0) {
        this.length = start
        return false
      }
      this.buffer[this.length++] = (high << 4) | low
    }
    return true
  }

  /** Overwrites one byte already written. */
  set(at: number, value: number): void {
    if (at < this.length) this.buffer[at] = value
  }

  /** A copy of the written bytes: a short one lies in the heap and costs less than a view, which needs a buffer. */
  copy(): Uint8Array {
    return this.buffer.slice(0, this.length)
  }

  /** A view of the written bytes; a caller that continues to write must copy it. */
  view(): Uint8Array {
    return this.buffer.subarray(0, this.length)
  }
}
