import { Readable, type Writable } from 'node:stream'
import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'
import { AppError } from '@sluice/kit'

const MAX_SIZE = 0xffff_fffe
/** Deflate; sizes follow the content (APPNOTE 4.4.4 bit 3); names are UTF-8 (bit 11). */
const METHOD = 8
const FLAGS = 0x0808
const VERSION = 20
/** 1980-01-01: files of the same rows are the same bytes. */
const DOS_DATE = 0x21

interface Entry {
  name: Buffer
  at: number
  crc: number
  packed: number
  size: number
}

/**
 * Writes a ZIP file from front to back: content of any length passes through without being buffered (APPNOTE 6.3.10).
 */
export class ZipWriter {
  readonly #out: Writable
  readonly #entries: Entry[] = []
  #at = 0

  constructor(out: Writable) {
    this.#out = out
  }

  /** @throws AppError `too-large` beyond 4 GiB, where other readers would need ZIP64. */
  async add(name: string, content: Iterable<string> | AsyncIterable<string>, signal?: AbortSignal): Promise<void> {
    const entry: Entry = { name: Buffer.from(name), at: this.#at, crc: 0, packed: 0, size: 0 }
    const header = Buffer.alloc(30)
    header.writeUInt32LE(0x0403_4b50, 0)
    header.writeUInt16LE(VERSION, 4)
    header.writeUInt16LE(FLAGS, 6)
    header.writeUInt16LE(METHOD, 8)
    header.writeUInt16LE(DOS_DATE, 12)
    header.writeUInt16LE(entry.name.length, 26)
    await this.#write(header)
    await this.#write(entry.name)
    const measured = async function* (): AsyncGenerator<Buffer> {
      for await (const part of content) {
        const bytes = Buffer.from(part)
        entry.crc = crc32(bytes, entry.crc)
        entry.size += bytes.length
        yield bytes
      }
    }
    await pipeline(
      Readable.from(measured()),
      createDeflateRaw({ level: 5 }),
      async (parts: AsyncIterable<Buffer>) => {
        for await (const part of parts) {
          entry.packed += part.length
          await this.#write(part)
        }
      },
      signal ? { signal } : {},
    )
    if (entry.size > MAX_SIZE || this.#at > MAX_SIZE) throw new AppError('too-large')
    const after = Buffer.alloc(16)
    after.writeUInt32LE(0x0807_4b50, 0)
    after.writeUInt32LE(entry.crc, 4)
    after.writeUInt32LE(entry.packed, 8)
    after.writeUInt32LE(entry.size, 12)
    await this.#write(after)
    this.#entries.push(entry)
  }

  /** Writes the directory; the stream stays open. */
  async end(): Promise<void> {
    const start = this.#at
    for (const { name, at, crc, packed, size } of this.#entries) {
      const record = Buffer.alloc(46)
      record.writeUInt32LE(0x0201_4b50, 0)
      record.writeUInt16LE(VERSION, 4)
      record.writeUInt16LE(VERSION, 6)
      record.writeUInt16LE(FLAGS, 8)
      record.writeUInt16LE(METHOD, 10)
      record.writeUInt16LE(DOS_DATE, 14)
      record.writeUInt32LE(crc, 16)
      record.writeUInt32LE(packed, 20)
      record.writeUInt32LE(size, 24)
      record.writeUInt16LE(name.length, 28)
      record.writeUInt32LE(at, 42)
      await this.#write(record)
      await this.#write(name)
    }
    const end = Buffer.alloc(22)
    end.writeUInt32LE(0x0605_4b50, 0)
    end.writeUInt16LE(this.#entries.length, 8)
    end.writeUInt16LE(this.#entries.length, 10)
    end.writeUInt32LE(this.#at - start, 12)
    end.writeUInt32LE(start, 16)
    await this.#write(end)
  }

  async #write(bytes: Buffer): Promise<void> {
    this.#at += bytes.length
    if (!this.#out.write(bytes)) await once(this.#out, 'drain')
  }
}
