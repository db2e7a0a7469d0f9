import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { httpStage } from './http.fixture.ts'

const stage = httpStage()

describe('the console', () => {
  it('SEC-8 (2 of 3) gets a new nonce with every page, in the page and in its policy', async () => {
    await stage.start({ tileHosts: () => ['https://tiles.example'] })
    const [one, two] = [await stage.http.app.inject('/device/detail/7'), await stage.http.app.inject('/')]
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
    writeFileSync(join(stage.folder, 'index.html'), '<meta name="service-bases" content="__SERVICE_BASES__">')
    await stage.start({ serviceBases: { device: '/field/device/v1', valve: '/field/valve/v1' } })
    const page = await stage.http.app.inject('/dashboard')
    expect(page.body).toBe('<meta name="service-bases" content="device=/field/device/v1,valve=/field/valve/v1">')
    expect(page.headers['content-security-policy']).toContain("script-src 'self';")
    await stage.http.drain()
    await stage.start()
    expect((await stage.http.app.inject('/')).body).toBe('<meta name="service-bases" content="">')
  })

  it('serves hashed files for a year, packed when the browser can', async () => {
    await stage.start()
    const plain = await stage.http.app.inject('/assets/app-1a2b.js')
    expect(plain.body).toBe('let plain')
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const packed = await stage.http.app.inject({
      url: '/assets/app-1a2b.js',
      headers: { 'accept-encoding': 'gzip, br' },
    })
    expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: expect.stringContaining('accept-encoding') })
    expect(packed.headers['content-type']).toContain('javascript')
    expect((await stage.http.app.inject('/favicon.svg')).headers['cache-control']).toBe('public, max-age=0')
    expect((await stage.http.app.inject('/assets/gone.js')).statusCode).toBe(404)
  })

  it('never leaves its stage.folder', async () => {
    await stage.start()
    for (const path of [
      '/../package.json',
      '/..%2fpackage.json',
      '/assets/%2e%2e/%2e%2e/etc/passwd',
      '/%00',
      '/index.html',
    ]) {
      const answer = await stage.http.app.inject(path)
      expect(answer.body).not.toContain('"name"')
      expect(answer.body).not.toContain('__CSP_NONCE__')
    }
  })

  it('says plainly when it is not built, and notices when it is', async () => {
    rmSync(join(stage.folder, 'index.html'))
    await stage.start()
    const missing = await stage.http.app.inject('/')
    expect(missing.statusCode).toBe(503)
    expect(missing.body).toContain('npm run build')
    writeFileSync(join(stage.folder, 'index.html'), 'built')
    expect((await stage.http.app.inject('/')).body).toBe('built')
  })
})

describe('the API', () => {
  it('answers JSON for what it does not know', async () => {
    await stage.start()
    for (const url of [
      '/security/v1/nothing',
      '/v1/nothing',
      '/system/nothing',
      '/valve/v1/',
      '/api',
      '/api/v1/users',
    ]) {
      const answer = await stage.http.app.inject(url)
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toMatchObject({ code: 404, data: { error: 'not-found' } })
    }
    const post = await stage.http.app.inject({ method: 'POST', url: '/dashboard' })
    expect(post.json()).toMatchObject({ code: 404 })
    const broken = await stage.http.app.inject({
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
    await stage.start({
      checks: {
        store: () => up,
        broken: async () => {
          if (!up) throw new Error('down')
          return true
        },
      },
    })
    expect((await stage.http.app.inject('/readyz')).json()).toEqual({
      ready: true,
      checks: { accepting: true, store: true, broken: true },
    })
    up = false
    const down = await stage.http.app.inject('/readyz')
    expect(down.statusCode).toBe(503)
    expect(down.json()).toMatchObject({ ready: false, checks: { store: false, broken: false } })
    expect((await stage.http.app.inject('/healthz')).json()).toEqual({ alive: true })
    expect((await stage.http.app.inject('/metrics')).statusCode).toBe(200)
  })

  it('shows its measurements to this machine only, also through a proxy on it', async () => {
    await stage.start()
    const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
      stage.http.app.inject({ url: '/metrics', remoteAddress, headers }).then(({ statusCode }) => statusCode)
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
    await stage.start({ metricsToken })
    const from = async (remoteAddress: string, authorization?: string) => {
      const headers = authorization === undefined ? {} : { authorization }
      return (await stage.http.app.inject({ url: '/metrics', remoteAddress, headers })).statusCode
    }
    expect(await from('203.0.113.9', `Bearer ${metricsToken}`)).toBe(200)
    expect(await from('127.0.0.1')).toBe(403)
    for (const wrong of [`Bearer ${metricsToken}x`, 'Bearer ', metricsToken.toUpperCase(), `Basic ${metricsToken}`]) {
      expect(await from('203.0.113.9', wrong)).toBe(403)
    }
  })
})

it('is not kept open by an answer that does not end', async () => {
  await stage.start({ graceMs: 50 })
  stage.http.app.get('/valve/v1/endless', (_request, reply) => {
    reply.hijack()
    reply.raw.write('on and on')
  })
  const port = await stage.http.listen('127.0.0.1', 0)
  const answer = await fetch(`http://127.0.0.1:${port}/valve/v1/endless`)
  const rest = answer.text()
  await Promise.all([stage.http.drain(), expect(rest).rejects.toThrow('terminated')])
})

it('is not kept open by a connection that asks nothing', async () => {
  await stage.start({ graceMs: 60_000 })
  const accepted = once(stage.http.app.server, 'connection')
  const socket = connect(await stage.http.listen('127.0.0.1', 0), '127.0.0.1')
  await accepted
  await Promise.all([stage.http.drain(), once(socket, 'close')])
  expect(stage.http.app.server.listening).toBe(false)
})
