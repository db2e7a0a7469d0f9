import type { Readable } from 'node:stream'
import type { SheetFormat } from '@sluice/contract'
import type { FastifyReply } from 'fastify'

/** What files are, by the end of their names. */
const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<SheetFormat, string>

/** The media types of files that are handed out. */
export const DOWNLOAD_TYPES: readonly string[] = Object.values(TYPES).map((type) => type.split(';')[0]!)

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
    // RFC 6266: a plain name for old programs, the real one in UTF-8.
    const plain = this.name.replaceAll(/[^A-Za-z0-9._-]/g, '_')
    const real = encodeURIComponent(this.name).replaceAll(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)
    return reply
      .header('content-type', type)
      .header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${real}`)
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'no-store')
      .send(this.content)
  }
}
