import { once } from 'node:events'
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { defineOperation } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fakeClock } from '../clock/clock.ts'
import type { Database } from '../db/db.ts'
import { createHttp, type Http, type HttpOptions } from './http.ts'
import { createLog } from '../log/log.ts'
import { createMetrics } from '../metrics.ts'
import { createApi, mountOperation } from './mount-operation.ts'
import { createRateLimit } from './rate-limit.ts'
import { makeScope, type Session, type SessionSource } from './session.ts'

let folder: string
let http: Http
let logged: string[]

async function start(options: Partial<HttpOptions> = {}): Promise<Http> {
  http = await createHttp({
    log: createLog({ level: 'info', pretty: false, destination: { write: (line) => void logged.push(line) } }),
    metrics: createMetrics({ processMetrics: false }),
    consoleDir: folder,
    trustProxy: false,
    checks: {},
    ...options,
  })
  return http
}

beforeEach(() => {
  logged = []
  folder = mkdtempSync(join(tmpdir(), 'sluice-console-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<script nonce="__CSP_NONCE__"></script><meta content="__CSP_NONCE__">')
  writeFileSync(join(folder, 'assets', 'app-1a2b.js'), 'let plain')
  writeFileSync(join(folder, 'assets', 'app-1a2b.js.br'), brotliCompressSync('let packed'))
  writeFileSync(join(folder, 'favicon.svg'), '<svg/>')
})
afterEach(async () => {
  await http?.drain()
  rmSync(folder, { recursive: true, force: true })
})

describe('the console', () => {
  it('SEC-8 (2 of 3) gets a new nonce with every page, in the page and in its policy', async () => {
    await start({ tileHosts: () => ['https://tiles.example'] })
    const [one, two] = [await http.app.inject('/device/detail/7'), await http.app.inject('/')]
    const nonce = /nonce="([^"]+)"/.exec(one.body)![1]!
    expect(one.body).toBe(`<script nonce="${nonce}"></script><meta content="${nonce}">`)
    expect(two.body).not.toContain(nonce)
    const policy = String(one.headers['content-security-policy'])
    expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`)
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("img-src 'self' data: blob: https://tiles.example")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(one.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
  })

  it('BS-2 (part), SEC-8 (part) tells the console where services are reached, in the page and without a script', async () => {
    writeFileSync(join(folder, 'index.html'), '<meta name="service-bases" content="__SERVICE_BASES__">')
    await start({ serviceBases: { device: '/field/device/v1', valve: '/field/valve/v1' } })
    const page = await http.app.inject('/dashboard')
    expect(page.body).toBe('<meta name="service-bases" content="device=/field/device/v1,valve=/field/valve/v1">')
    expect(page.headers['content-security-policy']).toContain("script-src 'self';")
    await http.drain()
    await start()
    expect((await http.app.inject('/')).body).toBe('<meta name="service-bases" content="">')
  })

  it('serves hashed files for a year, packed when the browser can', async () => {
    await start()
    const plain = await http.app.inject('/assets/app-1a2b.js')
    expect(plain.body).toBe('let plain')
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const packed = await http.app.inject({ url: '/assets/app-1a2b.js', headers: { 'accept-encoding': 'gzip, br' } })
    expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: expect.stringContaining('accept-encoding') })
    expect(packed.headers['content-type']).toContain('javascript')
    expect((await http.app.inject('/favicon.svg')).headers['cache-control']).toBe('public, max-age=0')
    expect((await http.app.inject('/assets/gone.js')).statusCode).toBe(404)
  })

  it('never leaves its folder', async () => {
    await start()
    for (const path of [
      '/../package.json',
      '/..%2fpackage.json',
      '/assets/%2e%2e/%2e%2e/etc/passwd',
      '/%00',
      '/index.html',
    ]) {
      const answer = await http.app.inject(path)
      expect(answer.body).not.toContain('"name"')
      expect(answer.body).not.toContain('__CSP_NONCE__')
    }
  })

  it('says plainly when it is not built, and notices when it is', async () => {
    rmSync(join(folder, 'index.html'))
    await start()
    const missing = await http.app.inject('/')
    expect(missing.statusCode).toBe(503)
    expect(missing.body).toContain('npm run build')
    writeFileSync(join(folder, 'index.html'), 'built')
    expect((await http.app.inject('/')).body).toBe('built')
  })
})

describe('the API', () => {
  it('answers JSON for what it does not know', async () => {
    await start()
    for (const url of [
      '/security/v1/nothing',
      '/v1/nothing',
      '/system/nothing',
      '/valve/v1/',
      '/api',
      '/api/v1/users',
    ]) {
      const answer = await http.app.inject(url)
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toMatchObject({ code: 404, data: { error: 'not-found' } })
    }
    const post = await http.app.inject({ method: 'POST', url: '/dashboard' })
    expect(post.json()).toMatchObject({ code: 404 })
    const broken = await http.app.inject({
      method: 'POST',
      url: '/security/v1/%',
      payload: '{',
      headers: { 'content-type': 'application/json' },
    })
    expect(broken.statusCode).toBeLessThan(500)
    expect(broken.json()).toMatchObject({ code: expect.any(Number) })
  })

  it('reports readiness by its checks, and liveness always', async () => {
    let up = true
    await start({
      checks: {
        store: () => up,
        broken: async () => {
          if (!up) throw new Error('down')
          return true
        },
      },
    })
    expect((await http.app.inject('/readyz')).json()).toEqual({
      ready: true,
      checks: { accepting: true, store: true, broken: true },
    })
    up = false
    const down = await http.app.inject('/readyz')
    expect(down.statusCode).toBe(503)
    expect(down.json()).toMatchObject({ ready: false, checks: { store: false, broken: false } })
    expect((await http.app.inject('/healthz')).json()).toEqual({ alive: true })
    expect((await http.app.inject('/metrics')).statusCode).toBe(200)
  })

  it('shows its measurements to this machine only, also through a proxy on it', async () => {
    await start()
    const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
      http.app.inject({ url: '/metrics', remoteAddress, headers }).then(({ statusCode }) => statusCode)
    expect(await from('127.0.0.1')).toBe(200)
    expect(await from('::1')).toBe(200)
    expect(await from('::ffff:127.0.0.1')).toBe(200)
    for (const stranger of ['10.0.0.7', '203.0.113.9', '2001:db8::1', '128.0.0.1'])
      expect(await from(stranger)).toBe(403)
    // A proxy on this machine that is not configured: the requests it forwards are not local.
    expect(await from('127.0.0.1', { 'x-forwarded-for': '203.0.113.9' })).toBe(403)
    expect(await from('127.0.0.1', { forwarded: 'for=203.0.113.9' })).toBe(403)
    expect(await from('203.0.113.9', { 'x-forwarded-for': '127.0.0.1' })).toBe(403)
    expect(await from('127.0.0.1', { authorization: 'Bearer anything' })).toBe(200)
  })

  it('shows its metrics to any holder of the token once there is one, from any address', async () => {
    const metricsToken = 'the-token-of-the-monitoring'
    await start({ metricsToken })
    const from = async (remoteAddress: string, authorization?: string) => {
      const headers = authorization === undefined ? {} : { authorization }
      return (await http.app.inject({ url: '/metrics', remoteAddress, headers })).statusCode
    }
    expect(await from('203.0.113.9', `Bearer ${metricsToken}`)).toBe(200)
    expect(await from('127.0.0.1')).toBe(403)
    for (const wrong of [`Bearer ${metricsToken}x`, 'Bearer ', metricsToken.toUpperCase(), `Basic ${metricsToken}`]) {
      expect(await from('203.0.113.9', wrong)).toBe(403)
    }
  })
})

const scope = makeScope({ all: true, deptIds: [], own: false, userId: '1', homeDeptId: '1' })
const session: Session = {
  id: 's1',
  userId: '1',
  username: 'u',
  nickName: 'u',
  deptId: '1',
  roles: [],
  keys: new Set(['thing:do']),
  scope,
  mustChangePassword: false,
  expiresAt: Number.MAX_SAFE_INTEGER,
}
const sessions: SessionSource = {
  find: async (cookie) =>
    cookie === 'good' ? session : cookie === 'old' ? { ...session, mustChangePassword: true } : null,
  tokenMatches: (cookie, token) => token === `token-of-${cookie}`,
  onChange: () => () => {},
}

async function apiWith(options: { burst?: number } = {}) {
  await start({ bodyLimit: 1000 })
  const clock = fakeClock('2026-01-01T00:00:00Z')
  const of = (name: string) => createRateLimit({ name, burst: options.burst ?? 100, perSecond: 1, clock })
  const api = createApi({
    http,
    db: {} as Database,
    sessions,
    clock,
    log: createLog({ level: 'error', pretty: false, destination: { write: (line) => void logged.push(line) } }),
    limits: { session: of('session'), address: of('address') },
    checkOutput: true,
  })
  const operation = defineOperation({
    method: 'POST',
    path: '/valve/v1/thing/do',
    access: { key: 'thing:do' },
    callers: 'people-and-programs',
    tenant: 'scope',
    audit: 'thing.do',
    input: z.strictObject({ name: z.string().min(1).max(5), password: z.string().optional() }),
    output: z.object({ said: z.string() }),
  })
  mountOperation(api, operation, ({ name, password }) => {
    if (name === 'bad') throw new AppError('in-use', { by: 'test' })
    if (name === 'bug') throw new Error('a secret reason')
    if (name === 'full') throw Object.assign(new Error('x'), { code: 'ENOSPC' })
    if (name === 'lost') throw Object.assign(new Error('x'), { code: 'ECONNREFUSED' })
    return name === 'odd' ? ({ nothing: 1 } as unknown as { said: string }) : { said: name + (password ?? '') }
  })
  const call = (payload: unknown, headers: Record<string, string> = {}) =>
    http.app.inject({
      method: 'POST',
      url: operation.path,
      payload: payload as object,
      headers: {
        'content-type': 'application/json',
        host: 'sluice.example',
        cookie: 'authorization=good',
        authorization: 'token-of-good',
        ...headers,
      },
    })
  return { api, call, clock }
}

describe('an operation', () => {
  it('answers in an envelope', async () => {
    const { call } = await apiWith()
    const answer = await call({ name: 'hi' })
    expect(answer.json()).toEqual({ code: 0, message: 'ok', data: { said: 'hi' } })
    expect(answer.headers['x-request-id']).toBeTruthy()
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it('identifies the caller before it checks the input', async () => {
    const { call } = await apiWith()
    expect((await call({}, { cookie: '' })).json()).toMatchObject({ code: 4 })
    expect((await call({}, { authorization: 'other' })).json()).toMatchObject({ code: 4 })
    expect((await call({}, { cookie: 'authorization=old', authorization: 'token-of-old' })).json()).toMatchObject({
      data: { error: 'must-change-password' },
    })
    expect((await call({}, { origin: 'https://evil.example' })).json()).toMatchObject({ code: 403 })
    expect((await call({}, { 'sec-fetch-site': 'cross-site' })).json()).toMatchObject({ code: 403 })
    expect((await call({ name: 'x' }, { origin: 'https://sluice.example' })).json()).toMatchObject({ code: 0 })
  })

  it('turns what is thrown into codes, and tells bugs only to the log', async () => {
    const { call } = await apiWith()
    expect((await call({ name: 'bad' })).json()).toMatchObject({ code: 409, data: { error: 'in-use', by: 'test' } })
    expect((await call({ name: 'too long', other: 1 })).json()).toMatchObject({
      code: 400,
      data: { fields: { name: 'too-long', other: 'unknown-field' } },
    })
    const bug = await call({ name: 'bug', password: 'hunter2' })
    expect(bug.statusCode).toBe(500)
    expect(bug.body).not.toContain('secret')
    const { traceId } = bug.json<{ traceId: string }>()
    expect(logged.join()).toContain(traceId)
    expect(logged.join()).not.toContain('hunter2')
    expect((await call({ name: 'lost' })).json()).toMatchObject({ code: 503, data: { error: 'store-down' } })
    expect((await call({ name: 'full' })).json()).toMatchObject({ code: 507, data: { error: 'disk-full' } })
    expect((await call({ name: 'odd' })).statusCode).toBe(500)
    expect((await call('{"name":')).json()).toMatchObject({ code: 400 })
    expect((await call({ name: 'x'.repeat(2000) })).json()).toMatchObject({ code: 413 })
  })

  it('refuses a body that is nested too deep, judged by its brackets alone', async () => {
    const { call } = await apiWith()
    const nested = (levels: number) => call(`{"name":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`)
    expect((await nested(64)).json()).toMatchObject({ code: 400, data: { fields: { name: 'type' } } })
    const refused = await nested(65)
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject({
      message: '提交的内容嵌套过深，最多 64 层',
      data: { error: 'too-deep', most: 64 },
    })
    expect((await call(`{"name":"${'['.repeat(65)}"}`)).json()).toMatchObject({
      data: { fields: { name: 'too-long' } },
    })
  })

  it('trusts one proxy, when configured, and not a client’s own claims', async () => {
    const ipOf = async (trustProxy: boolean) => {
      await http?.drain()
      await start({ trustProxy })
      http.app.get('/valve/v1/ip', (request) => ({ ip: request.ip, protocol: request.protocol, host: request.host }))
      const headers = { 'x-forwarded-for': '6.6.6.6, 203.0.113.9', 'x-forwarded-proto': 'https', host: 'inner' }
      return (await http.app.inject({ url: '/valve/v1/ip', headers })).json<object>()
    }
    expect(await ipOf(true)).toEqual({ ip: '203.0.113.9', protocol: 'https', host: 'inner' })
    expect(await ipOf(false)).toEqual({ ip: '127.0.0.1', protocol: 'http', host: 'inner' })
  })

  it('limits a caller who calls too often', async () => {
    const { call, clock } = await apiWith({ burst: 2 })
    for (let at = 0; at < 2; at++) expect((await call({ name: 'x' })).statusCode).toBe(200)
    const refused = await call({ name: 'x' })
    expect(refused.json()).toMatchObject({ code: 429, message: '操作过于频繁' })
    expect(refused.headers['retry-after']).toBe('1')
    clock.advance(1000)
    expect((await call({ name: 'x' })).statusCode).toBe(200)
  })

  it('says with every counted answer what is left of which limit, refusals among them', async () => {
    const { call, clock } = await apiWith({ burst: 3 })
    const told = async (payload: unknown, headers?: Record<string, string>) => {
      const answer = await call(payload, headers)
      const { 'ratelimit-policy': policy, ratelimit, 'retry-after': wait } = answer.headers
      return [answer.statusCode, policy, ratelimit, wait]
    }
    expect(await told({ name: 'x' })).toEqual([200, '"session";q=3;w=3', '"session";r=2', undefined])
    expect(await told({ name: 'too long' })).toEqual([400, '"session";q=3;w=3', '"session";r=1', undefined])
    expect(await told({ name: 'bad' })).toEqual([409, '"session";q=3;w=3', '"session";r=0;t=1', undefined])
    expect(await told({ name: 'x' })).toEqual([429, '"session";q=3;w=3', '"session";r=0;t=1', '1'])
    expect(await told({ name: 'x' }, { cookie: '' })).toEqual([401, '"address";q=3;w=3', '"address";r=2', undefined])
    for (const at of [1, 0]) {
      const left = at ? '"address";r=1' : '"address";r=0;t=1'
      expect(await told({ name: 'x' }, { cookie: 'authorization=wrong' })).toEqual([
        401,
        '"address";q=3;w=3',
        left,
        undefined,
      ])
    }
    expect(await told({ name: 'x' }, { cookie: '' })).toEqual([429, '"address";q=3;w=3', '"address";r=0;t=1', '1'])
    clock.advance(60_000)
    expect(await told({ name: 'x' })).toEqual([200, '"session";q=3;w=3', '"session";r=2', undefined])
  })

  it('counts identified callers even when refused, and no call that was refused before its caller was identified', async () => {
    const { call } = await apiWith({ burst: 2 })
    const old = { cookie: 'authorization=old', authorization: 'token-of-old' }
    const forbidden = await call({ name: 'x' }, old)
    expect([forbidden.statusCode, forbidden.headers['ratelimit']]).toEqual([403, '"session";r=1'])
    const foreign = await call({ name: 'x' }, { origin: 'https://evil.example' })
    expect([foreign.statusCode, foreign.headers['ratelimit']]).toEqual([403, undefined])
    expect((await call('{"name":')).headers['ratelimit']).toBeUndefined()
    await call({ name: 'x' }, old)
    expect((await call({ name: 'x' }, old)).statusCode).toBe(429)
  })
})

it('is not kept open by an answer that does not end', async () => {
  await start({ graceMs: 50 })
  http.app.get('/valve/v1/endless', (_request, reply) => {
    reply.hijack()
    reply.raw.write('on and on')
  })
  const port = await http.listen('127.0.0.1', 0)
  const answer = await fetch(`http://127.0.0.1:${port}/valve/v1/endless`)
  const rest = answer.text()
  await Promise.all([http.drain(), expect(rest).rejects.toThrow('terminated')])
})

it('is not kept open by a connection that asks nothing', async () => {
  await start({ graceMs: 60_000 })
  const accepted = once(http.app.server, 'connection')
  const socket = connect(await http.listen('127.0.0.1', 0), '127.0.0.1')
  await accepted
  await Promise.all([http.drain(), once(socket, 'close')])
  expect(http.app.server.listening).toBe(false)
})
