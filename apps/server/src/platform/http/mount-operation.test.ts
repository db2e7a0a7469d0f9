import { defineOperation } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fakeClock } from '../clock/clock.ts'
import type { Database } from '../db/db.ts'
import { createLog } from '../log/log.ts'
import { createApi, mountOperation } from './mount-operation.ts'
import { createRateLimit } from './rate-limit.ts'
import { makeScope, type Session, type SessionSource } from './session.ts'
import { httpStage } from './http.fixture.ts'

const stage = httpStage()

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
  await stage.start({ bodyLimit: 1000 })
  const clock = fakeClock('2026-01-01T00:00:00Z')
  const of = (name: string) => createRateLimit({ name, burst: options.burst ?? 100, perSecond: 1, clock })
  const api = createApi({
    http: stage.http,
    db: {} as Database,
    sessions,
    clock,
    log: createLog({ level: 'error', pretty: false, destination: { write: (line) => void stage.logged.push(line) } }),
    limits: { session: of('session'), address: of('address') },
    checkOutput: true,
  })
  const operation = defineOperation({
    title: ['做', 'Do a thing'],
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
    stage.http.app.inject({
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
    expect(stage.logged.join()).toContain(traceId)
    expect(stage.logged.join()).not.toContain('hunter2')
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
      await stage.http?.drain()
      await stage.start({ trustProxy })
      stage.http.app.get('/valve/v1/ip', (request) => ({
        ip: request.ip,
        protocol: request.protocol,
        host: request.host,
      }))
      const headers = { 'x-forwarded-for': '6.6.6.6, 203.0.113.9', 'x-forwarded-proto': 'https', host: 'inner' }
      return (await stage.http.app.inject({ url: '/valve/v1/ip', headers })).json<object>()
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
