import { createInflateRaw } from 'node:zlib'
import { AppError } from '@sluice/kit'
import { SHEET_LIMITS } from './sheet-limits.ts'

/** A file within a ZIP file: where it is, how many bytes it is packed into, and how. */
export interface ZipPart {
  method: number
  packed: number
  at: number
}

/** The error `validation` for content that no real spreadsheet has. */
export function unreadable(): AppError {
  return new AppError('validation', { fields: { file: 'format' } })
}

/** The directory at the end of a ZIP file (APPNOTE 4.3.12). @throws AppError `validation` */
function readDirectory(bytes: Buffer): Map<string, ZipPart> {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end + 22 > bytes.length) throw unreadable()
  const parts = new Map<string, ZipPart>()
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x0201_4b50) throw unreadable()
    const nameLength = bytes.readUInt16LE(at + 28)
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    parts.set(name, {
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      at: bytes.readUInt32LE(at + 42),
    })
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return parts
}

/** Unpacks the parts of one ZIP file piece by piece; all of them together have one budget of bytes. */
export class ZipReader {
  readonly #bytes: Buffer
  readonly #parts: ReadonlyMap<string, ZipPart>
  #left: number

  constructor(bytes: Buffer, unpackedBytes: number = SHEET_LIMITS.unpackedBytes) {
    this.#bytes = bytes
    this.#parts = readDirectory(bytes)
    this.#left = unpackedBytes
  }

  has(name: string): boolean {
    return this.#parts.has(name)
  }

  /** @throws AppError `validation` when there is no such part or it is broken, `too-large` beyond the budget. */
  async *text(name: string): AsyncGenerator<string> {
    const decoder = new TextDecoder()
    for await (const piece of this.#pieces(name)) {
      this.#left -= piece.length
      if (this.#left < 0) throw new AppError('too-large')
      yield decoder.decode(piece, { stream: true })
    }
    yield decoder.decode()
  }

  async *#pieces(name: string): AsyncGenerator<Uint8Array> {
    const part = this.#parts.get(name)
    if (!part || part.at + 30 > this.#bytes.length) throw unreadable()
    const start = part.at + 30 + this.#bytes.readUInt16LE(part.at + 26) + this.#bytes.readUInt16LE(part.at + 28)
    const packed = this.#bytes.subarray(start, start + part.packed)
    if (part.method === 0) return yield packed
    if (part.method !== 8) throw unreadable()
    const inflate = createInflateRaw()
    inflate.end(packed)
    try {
      for await (const piece of inflate) yield piece as Uint8Array
    } catch {
      throw unreadable()
    } finally {
      inflate.destroy()
    }
  }
}
