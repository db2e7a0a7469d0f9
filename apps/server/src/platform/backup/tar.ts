import type { FileHandle } from 'node:fs/promises'

/** One member of an archive, whole: the writer keeps them small enough for memory. */
export interface TarEntry {
  name: string
  content: Buffer
}

const BLOCK = 512
const MAX_NAME_BYTES = 100

/** The header of a regular file in the ustar format (POSIX.1-1988), so that any `tar` shows what is in the archive. */
export function tarHeader(name: string, bytes: number, mtimeS: number): Buffer {
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) throw new Error(`${name} is too long for a tar header`)
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, at: number, length: number) =>
    header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1')
  header.write(name, 0, 'utf8')
  octal(0o600, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(bytes, 124, 12)
  octal(mtimeS, 136, 12)
  header.write('0', 156, 'latin1')
  header.write('ustar\0' + '00', 257, 'latin1')
  // The checksum counts its own place as blanks.
  header.fill(' ', 148, 156)
  header.write(`${sumOf(header).toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return header
}

export function tarPadding(bytes: number): Buffer {
  return Buffer.alloc((BLOCK - (bytes % BLOCK)) % BLOCK)
}

/** Two empty blocks: without them the archive was cut off. */
export const TAR_END = Buffer.alloc(2 * BLOCK)

/** Why a file is no archive of ours, for a sentence. */
export class BrokenArchive extends Error {}

/** The members in order. @throws BrokenArchive for data that is no tar or is truncated. */
export async function* readTar(file: FileHandle): AsyncGenerator<TarEntry> {
  let at = 0
  const take = async (bytes: number) => {
    const buffer = Buffer.alloc(bytes)
    const { bytesRead } = await file.read(buffer, 0, bytes, at)
    if (bytesRead < bytes) throw new BrokenArchive('it ends too early')
    at += bytes
    return buffer
  }
  for (;;) {
    const header = await take(BLOCK)
    if (header.every((byte) => byte === 0)) return
    const { name, bytes } = parseHeader(header)
    const content = await take(bytes)
    await take(tarPadding(bytes).length)
    yield { name, content }
  }
}

function parseHeader(header: Buffer): { name: string; bytes: number } {
  const text = (at: number, length: number) => header.toString('utf8', at, at + length).replace(/\0.*$/s, '')
  const sum = Number.parseInt(text(148, 8), 8)
  const blank = Buffer.from(header)
  blank.fill(' ', 148, 156)
  if (text(257, 5) !== 'ustar' || sum !== sumOf(blank)) throw new BrokenArchive('it is no backup')
  const bytes = Number.parseInt(text(124, 12), 8)
  if (!Number.isSafeInteger(bytes) || bytes < 0 || bytes > 2 ** 30) throw new BrokenArchive('it is no backup')
  return { name: text(0, MAX_NAME_BYTES), bytes }
}

function sumOf(header: Buffer): number {
  let sum = 0
  for (const byte of header) sum += byte
  return sum
}
