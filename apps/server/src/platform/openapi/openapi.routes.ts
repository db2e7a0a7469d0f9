import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { KEY_HEADER } from '../http/access.ts'
import { contentPolicy, newNonce } from '../http/http-headers.ts'
import { languageOf, sendError } from '../http/http-errors.ts'
import type { PlainDescription } from '../http/http.ts'
import type { Api } from '../http/mount-operation.ts'
import { countCall } from '../http/rate-limit.ts'
import { SESSION_COOKIE } from '../http/session.ts'
import { contractComments } from './contract-comments.ts'
import { docsPage } from './docs-page.ts'
import { openApiDocument } from './document.ts'
import type { JsonSchema } from './json-schema.ts'

export const DOCUMENT_PATH = '/openapi.json'
export const DOCS_PATH = '/docs'

export interface OpenApiOptions {
  version: string
  /** Answered without sign-in. It holds no data, only what the console's own script shows to everybody anyway. */
  open: boolean
}

/**
 * The API's description at `/openapi.json` and as a page at `/docs`. Both are derived from what is mounted, at the
 * first request. The page needs no script and no external files.
 */
export function mountOpenApi(api: Api, { version, open }: OpenApiOptions): void {
  let made: Promise<{ document: JsonSchema; text: string; etag: string }> | undefined
  const current = () => (made ??= make(api, version))
  const access = open ? ('public' as const) : ('cookie' as const)
  const describes = (summary: string, type: string): { config: { describes: PlainDescription } } => ({
    config: { describes: { summary, type, access, counted: true } },
  })
  const { app } = api.http

  app.get(DOCUMENT_PATH, describes('This document', 'application/json'), async (request, reply) => {
    if (!(await mayRead(api, { request, reply }, open))) return sendError(request, reply, 'session-over')
    const { text, etag } = await current()
    void reply.header('etag', etag).header('cache-control', 'no-cache')
    if (request.headers['if-none-match'] === etag) return reply.status(304).send()
    return reply.header('content-type', 'application/json; charset=utf-8').send(text)
  })

  app.get(DOCS_PATH, describes('This document as a page', 'text/html'), async (request, reply) => {
    if (!(await mayRead(api, { request, reply }, open)))
      return reply.redirect(`/login?redirect=${encodeURIComponent(DOCS_PATH)}`)
    const { document } = await current()
    const { q, lang } = request.query as Record<string, unknown>
    const language = lang === 'en-US' || lang === 'zh-CN' ? lang : pageLanguage(request)
    const nonce = newNonce()
    const html = docsPage(document, { search: typeof q === 'string' ? q.slice(0, 100) : '', language, nonce })
    return asPage(reply, html, nonce)
  })
}

function asPage(reply: FastifyReply, html: string, nonce: string): FastifyReply {
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', contentPolicy(nonce))
    .send(html)
}

/** A page is read by a browser, which sends its list of languages; the console's own choice comes as `lang`. */
function pageLanguage(request: FastifyRequest): 'zh-CN' | 'en-US' {
  return /^en\b/i.test(request.headers['accept-language'] ?? '') ? 'en-US' : languageOf(request)
}

/** @throws AppError `too-many-requests`: guessing cookies and keys here is counted like everywhere. */
async function mayRead(
  api: Api,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  open: boolean,
): Promise<boolean> {
  countCall(api.limits.address, request.ip, reply)
  if (open) return true
  const key = request.headers[KEY_HEADER]
  if (typeof key === 'string') return Boolean(await api.keys?.findByKey(key, request.ip))
  const cookie = request.cookies[SESSION_COOKIE]
  return Boolean(cookie && (await api.sessions.find(cookie, { quietly: true })))
}

async function make(api: Api, version: string) {
  const calls = new Set(api.mounted.map(({ method, path }) => `${method} ${path}`))
  const plain = api.http.routes.filter(({ method, url, describes }) => describes && !calls.has(`${method} ${url}`))
  const document = openApiDocument({ mounted: api.mounted, plain, comments: await contractComments(), version })
  const text = JSON.stringify(document)
  return { document, text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` }
}
