import { Validator } from '@seriousme/openapi-schema-validator'
import { DOCS_PATH, DOCUMENT_PATH } from '@sluice/server/src/platform/openapi/openapi.routes.ts'
import { CALL_LIMITS } from '@sluice/server/src/platform/http/rate-limit.ts'
import { templated } from '@sluice/server/src/platform/openapi/document.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestPlatform, type TestPlatform } from '../platform/platform.ts'

interface Described {
  operationId?: string
  summary: string
  description?: string
  security: Record<string, unknown>[]
  parameters?: { name: string }[]
  requestBody?: unknown
  responses: Record<string, { headers?: object; content?: Record<string, unknown> }>
  'x-permission'?: string
  'x-access': string
  'x-callers'?: string
  'x-audit'?: string
}

let test: TestPlatform
let document: { openapi: string; paths: Record<string, Record<string, Described>> }

beforeAll(async () => {
  test = await startTestPlatform()
  document = (await (await fetch(new URL(DOCUMENT_PATH, test.url))).json()) as typeof document
})
afterAll(() => test?.stop())

const described = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ call: `${method.toUpperCase()} ${path}`, operation })),
  )

describe('the description of the API', () => {
  it('is valid OpenAPI 3.1, and every reference in it resolves', async () => {
    const validator = new Validator()
    const { valid, errors } = await validator.validate(structuredClone(document))
    expect(errors ?? []).toEqual([])
    expect(valid).toBe(true)
    expect(validator.version).toBe('3.1')
    const known = new Set<string>()
    for (const [group, parts] of Object.entries((document as unknown as { components: object }).components))
      for (const name of Object.keys(parts as object)) known.add(`#/components/${group}/${name}`)
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, to]) => to ?? '')
    expect(references.length).toBeGreaterThan(100)
    expect([...new Set(references)].filter((to) => !known.has(to))).toEqual([])
  })

  it('has every mounted route and no other', () => {
    // The console's page answers every path that is not a route.
    const mounted = test.platform.api.http.routes.filter(({ url }) => url !== '/*')
    const routes = mounted.map(({ method, url }) => `${method} ${templated(url)}`).sort()
    expect(
      described()
        .map(({ call }) => call)
        .sort(),
    ).toEqual(routes)
    expect(routes.length).toBeGreaterThan(120)
  })

  it('states for every call who may make it, as the server decides', () => {
    const found: string[] = []
    for (const { method, path, access, personOnly } of test.platform.api.mounted) {
      const operation = document.paths[path]?.[method.toLowerCase()]
      const key = typeof access === 'object' ? access.key : undefined
      if (operation?.['x-permission'] !== key) found.push(`${path}: permission ${operation?.['x-permission']}`)
      if (operation?.['x-access'] !== (key ? 'permission' : access)) found.push(`${path}: ${operation?.['x-access']}`)
      const schemes = operation?.security.map((one) => Object.keys(one).join('+')) ?? []
      const person = access === 'public' ? [] : [access === 'cookie' ? 'sessionCookie' : 'sessionCookie+headerToken']
      const orKey = typeof access === 'object' && access.or === 'operator-key' ? ['operatorKey'] : []
      const wanted = [...person, ...(key && !personOnly ? ['apiKey'] : []), ...orKey]
      if (schemes.join() !== wanted.join()) found.push(`${path}: ${schemes.join()} instead of ${wanted.join()}`)
      const callers = access === 'public' ? undefined : wanted.includes('apiKey') ? 'people-and-programs' : 'people'
      if (operation?.['x-callers'] !== callers) found.push(`${path}: for ${operation?.['x-callers']}`)
    }
    expect(found).toEqual([])
  })

  it('states for every changing call which audit entry it leaves, or why none', () => {
    const found: string[] = []
    let logged = 0
    for (const { method, path, operation: contract, resource: of } of test.platform.api.mounted) {
      const { 'x-audit': line, description = '' } = document.paths[path]?.[method.toLowerCase()] ?? {}
      const reads = method === 'GET' || of?.verb === 'template' || of?.verb === 'check'
      const own = contract?.audit
      const wanted = of && !reads ? `${of.resource.name}.${of.verb === 'import' ? 'insert' : of.verb}` : own
      const words =
        typeof wanted === 'object'
          ? `nothing in the operation log: ${wanted.none}`
          : `\`${wanted}\` in the operation log`
      if (line !== (typeof wanted === 'string' ? wanted : undefined)) found.push(`${path}: line ${line}`)
      if (description.includes(words) !== (wanted !== undefined)) found.push(`${path}: ${description}`)
      if (line !== undefined) logged++
    }
    expect(found).toEqual([])
    expect(logged).toBeGreaterThanOrEqual(93)
  })

  it('gives every operation a unique name, a description, an input and an answer', () => {
    const names = described().map(({ operation }) => operation.operationId)
    expect(names.filter((name) => !/^[a-z][A-Za-z0-9]+$/.test(name ?? ''))).toEqual([])
    expect(new Set(names).size).toBe(names.length)
    const empty = described().filter(
      ({ call, operation }) =>
        !operation.summary ||
        !operation.responses['200']?.content ||
        (call.startsWith('POST') && operation.requestBody === undefined),
    )
    expect(empty.map(({ call }) => call)).toEqual([])
    const page = document.paths['/device/v1/device/page']?.['get']
    expect(page?.parameters?.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['page', 'limit', 'keyword', 'status']),
    )
    // Paragraphs come from the contract's own comments.
    expect(described().filter(({ operation }) => /\n\n/.test(operation.description ?? '')).length).toBeGreaterThan(40)
  })

  it('describes the contents of every list, and allows no other members in objects of a row', () => {
    const vague: string[] = []
    const walk = (value: unknown, at: string): void => {
      if (typeof value !== 'object' || value === null) return
      if (Reflect.get(value, 'type') === 'array' && !('items' in value)) vague.push(at)
      for (const [key, inner] of Object.entries(value)) if (key !== 'examples') walk(inner, `${at}/${key}`)
    }
    walk(document, '')
    expect(vague).toEqual([])
    const { schemas } = (document as unknown as { components: { schemas: Record<string, object> } }).components
    const rows = Object.entries(schemas).filter(([name]) => name.endsWith('Row'))
    expect(rows.filter(([, row]) => Reflect.get(row, 'additionalProperties') !== false)).toEqual([])
  })

  it('describes the rate limits, the headers of their refusals, and the answer on a full disk', () => {
    const { info, components } = document as unknown as {
      info: { description: string }
      components: { responses: Record<string, { headers?: object }> }
    }
    const { session, address } = CALL_LIMITS
    for (const { perSecond, burst } of [session, address])
      expect(info.description).toMatch(new RegExp(`\\b${perSecond} times a second[^;.]*\\b${burst}\\b`))
    expect(Object.keys(components.responses['Error429']?.headers ?? {}).toSorted()).toEqual([
      'RateLimit',
      'RateLimit-Policy',
      'Retry-After',
    ])
    for (const field of ['RateLimit-Policy', 'RateLimit', 'Retry-After'])
      expect(info.description).toContain(`\`${field}\``)
    const changing = described().filter(({ call, operation }) => call.startsWith('POST') && operation.responses['409'])
    expect(changing.length).toBeGreaterThan(90)
    expect(changing.filter(({ operation }) => !operation.responses['507'])).toEqual([])
  })

  it('describes the rate limit headers of every call, and of other routes only where they are sent', async () => {
    const fields = (operation?: Described) =>
      Object.keys(operation?.responses['200']?.headers ?? {}).filter((name) => name.startsWith('RateLimit'))
    const calls = test.platform.api.mounted.map(({ method, path }) => document.paths[path]?.[method.toLowerCase()])
    expect(calls.filter((operation) => fields(operation).length !== 2 || !operation?.responses['429'])).toEqual([])
    const others = described().filter(({ operation }) => operation.operationId && !calls.includes(operation))
    const counted: string[] = []
    for (const { call, operation } of others) {
      const path = call.split(' ')[1]!
      const answer = await fetch(new URL(path, test.url))
      await answer.body?.cancel()
      expect([path, answer.headers.has('ratelimit')]).toEqual([path, fields(operation).length === 2])
      expect([path, operation.responses['429'] !== undefined]).toEqual([path, answer.headers.has('ratelimit')])
      if (answer.headers.has('ratelimit')) counted.push(path)
    }
    expect(counted.toSorted()).toEqual([DOCS_PATH, DOCUMENT_PATH])
  })

  it('never shows a secret field in a row', () => {
    const { schemas } = (document as unknown as { components: { schemas: Record<string, { properties?: object }> } })
      .components
    const rows = Object.entries(schemas).filter(([name]) => name.endsWith('Row'))
    expect(rows.length).toBe(test.platform.api.resources.size)
    for (const [, { properties }] of rows) expect(Object.keys(properties ?? {})).not.toContain('password')
  })

  it('has an ETag: an unchanged document is not sent twice', async () => {
    const first = await fetch(new URL(DOCUMENT_PATH, test.url))
    await first.body?.cancel()
    const again = await fetch(new URL(DOCUMENT_PATH, test.url), {
      headers: { 'if-none-match': first.headers.get('etag')! },
    })
    expect(again.status).toBe(304)
  })
})

describe('its page', () => {
  const page = async (query = '') => (await fetch(new URL(`${DOCS_PATH}${query}`, test.url))).text()

  it('names every call in both languages, and loads nothing from other sites', async () => {
    const html = await page('?lang=en-US')
    const missing = Object.keys(document.paths).filter((path) => !html.includes(`<code>${path}</code>`))
    expect(missing).toEqual([])
    expect(html).not.toMatch(/<script|<link|<img|@import|url\(|(?:src|href|action)="(?!\/|#)/)
    expect(await page('?lang=zh-CN')).toContain('接口文档')
  })

  it('filters by typed text, and shows it as text', async () => {
    const html = await page(`?q=${encodeURIComponent('fault/ack')}`)
    expect(html).toContain('/device/v1/fault/ack')
    expect(html).not.toContain('<code>/device/v1/device/page</code>')
    expect(await page(`?q=${encodeURIComponent('"><script>alert(1)</script>')}`)).not.toContain('<script>')
  })

  it('SEC-8 (part) carries the content policy with the nonce of its own style', async () => {
    const response = await fetch(new URL(DOCS_PATH, test.url))
    const nonce = /<style nonce="([^"]+)"/.exec(await response.text())?.[1]
    expect(response.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`)
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self'")
  })
})

describe('with SLUICE_PUBLIC_DOCS=false', () => {
  it('opens only with a session', async () => {
    const closed = await startTestPlatform({ env: { SLUICE_PUBLIC_DOCS: 'false' } })
    try {
      const ask = async (path: string, headers = {}) => {
        const response = await fetch(new URL(path, closed.url), { headers, redirect: 'manual' })
        await response.body?.cancel()
        return response
      }
      expect((await ask(DOCUMENT_PATH)).status).toBe(401)
      expect((await ask(DOCUMENT_PATH, { 'x-api-key': 'made-up' })).status).toBe(401)
      const sent = await ask(DOCS_PATH)
      expect([sent.status, sent.headers.get('location')]).toEqual([302, '/login?redirect=%2Fdocs'])
      const cookie = `authorization=${closed.admin.visitor.cookie}`
      expect((await ask(DOCUMENT_PATH, { cookie })).status).toBe(200)
      expect((await ask(DOCS_PATH, { cookie })).status).toBe(200)
    } finally {
      await closed.stop()
    }
  })
})
