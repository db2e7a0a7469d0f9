import type { Readable } from 'node:stream'
import type { SheetFormat } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { FastifyReply } from 'fastify'

/** Content types by file extension. */
const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<SheetFormat, string>

/** The media types of files that are handed out. */
export const DOWNLOAD_TYPES: readonly string[] = Object.values(TYPES).map((type) => type.split(';')[0]!)

/** RFC 6266: a plain name for old programs, the real one in UTF-8. */
function disposition(how: 'attachment' | 'inline', name: string): string {
  const plain = name.replaceAll(/[^A-Za-z0-9._-]/g, '_')
  const real = encodeURIComponent(name).replaceAll(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)
  return `${how}; filename="${plain}"; filename*=UTF-8''${real}`
}

/** Answered by a handler in place of data: a file, always to be saved and never to be shown (SEC-12, SEC-19). */
export class Download {
  readonly name: string
  readonly content: Readable

  constructor(name: string, content: Readable) {
    this.name = name
    this.content = content
  }

  send(reply: FastifyReply): FastifyReply {
    const end = this.name.slice(this.name.lastIndexOf('.') + 1)
    const type = (TYPES as Readonly<Record<string, string>>)[end] ?? 'application/octet-stream'
    return reply
      .header('content-type', type)
      .header('content-disposition', disposition('attachment', this.name))
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'no-store')
      .send(this.content)
  }
}

/** An uploaded file, as far as the response needs it. */
interface StoredContent {
  name: string
  type: string
  sha256: Buffer
  /** We re-encoded it as a picture: only such files are shown inline. */
  picture: boolean
}

/** Returned by a handler instead of data: an uploaded file. A browser caches it, and revalidates it before each use. */
export class FileDownload {
  readonly #file: StoredContent
  readonly #known: string | undefined
  readonly #read: () => Promise<Buffer | undefined>

  /** `known`: the version the browser has (`If-None-Match`). */
  constructor(file: StoredContent, known: string | undefined, read: () => Promise<Buffer | undefined>) {
    this.#file = file
    this.#known = known
    this.#read = read
  }

  async send(reply: FastifyReply): Promise<FastifyReply> {
    const { name, type, sha256, picture } = this.#file
    const tag = `"${sha256.toString('hex')}"`
    void reply
      .header('etag', tag)
      .header('cache-control', 'private, no-cache')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
    if (this.#known === tag) return reply.code(304).send()
    const content = await this.#read()
    if (!content) throw new AppError('not-found')
    return reply
      .header('content-type', type)
      .header('content-disposition', disposition(picture ? 'inline' : 'attachment', name))
      .send(content)
  }
}
