import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { LIVE_PATH } from '@sluice/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { until } from '../../../../../testing/src/platform/wait.ts'
import { createHttp, type Http } from '../http/http.ts'
import { createLiveHub, type LiveHub } from './live-hub.ts'
import { CLOSE_SESSION_OVER, type LiveSockets, openLiveSockets } from './live-socket.ts'
import { silentLog } from '../log/log.ts'
import { createMetrics } from '../metrics.ts'
import { createPlaces } from '../http/places.ts'
import { makeScope, type Session, type SessionSource } from '../http/session.ts'

let http: Http
let hub: LiveHub
let sockets: LiveSockets
let port: number
let known: Map<string, Session>
let changed: () => void

function sessionOf(deptIds: string[], mustChangePassword = false): Session {
  const scope = makeScope({ all: false, deptIds, own: false, userId: '1', homeDeptId: '1' })
  const who = { id: 's', userId: '1', username: 'u', nickName: 'u', deptId: '1', roles: [] }
  return { ...who, keys: new Set(['device:list']), scope, mustChangePassword, expiresAt: Number.MAX_SAFE_INTEGER }
}

beforeEach(async () => {
  known = new Map([
    ['good', sessionOf(['1'])],
    ['forced', sessionOf(['1'], true)],
  ])
  const sessions: SessionSource = {
    find: async (cookie) => known.get(cookie) ?? null,
    tokenMatches: () => false,
    onChange: (listener) => {
      changed = listener
      return () => {}
    },
  }
  http = await createHttp({
    log: silentLog,
    metrics: createMetrics({ processMetrics: false }),
    consoleDir: `${tmpdir()}/none`,
    trustProxy: false,
    checks: {},
  })
  hub = createLiveHub()
  sockets = openLiveSockets({
    http,
    hub,
    sessions,
    log: silentLog,
    allowedOrigins: ['http://dev.example:5173'],
    places: createPlaces({ session: 3, person: 3, all: 4 }),
    hello: () => ({ type: 'hello', storeUp: true, time: '2026-01-01T00:00:00.000Z' }),
  })
  port = await http.listen('127.0.0.1', 0)
})
afterEach(async () => {
  await sockets.close()
  await http.drain()
})

function open(headers: Record<string, string>, path = LIVE_PATH): WebSocket {
  return new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers })
}

function own(): Record<string, string> {
  return { cookie: 'a=b; authorization=good', origin: `http://127.0.0.1:${port}` }
}

async function refusal(socket: WebSocket): Promise<string> {
  const [error] = (await once(socket, 'error')) as [Error]
  return error.message
}

async function closeCode(socket: WebSocket): Promise<number> {
  const [code] = (await once(socket, 'close')) as [number]
  return code
}

async function next(socket: WebSocket): Promise<unknown> {
  const [message] = (await once(socket, 'message')) as [Buffer]
  return JSON.parse(String(message))
}

describe('live socket', () => {
  it('needs cookie and own origin before the upgrade', async () => {
    const { cookie, origin } = own() as { cookie: string; origin: string }
    expect(await refusal(open({ cookie }))).toContain('403')
    expect(await refusal(open({ cookie, origin: 'https://evil.example' }))).toContain('403')
    expect(await refusal(open({ origin }))).toContain('403')
    expect(await refusal(open({ origin, cookie: 'authorization=bad' }))).toContain('403')
    expect(await refusal(open({ origin, cookie: 'authorization=forced' }))).toContain('403')
    expect(await refusal(open(own(), '/somewhere/else'))).toContain('404')
    const dev = open({ cookie, origin: 'http://dev.example:5173' })
    expect(await next(dev)).toMatchObject({ type: 'hello' })
  })

  it('gives a sign-in so many and everybody so many, and a place is free when one closes', async () => {
    known.set('other', { ...sessionOf(['1']), id: 's2', userId: '2' })
    known.set('third', { ...sessionOf(['1']), id: 's3', userId: '3' })
    const as = (cookie: string) => ({ ...own(), cookie: `authorization=${cookie}` })
    const mine = [open(own()), open(own()), open(own())]
    for (const socket of mine) await next(socket)
    expect(await refusal(open(own()))).toContain('429')
    expect(await next(open(as('other')))).toMatchObject({ type: 'hello' })
    expect(await refusal(open(as('third')))).toContain('503')
    mine[0]!.terminate()
    await until('a place', async () => {
      const socket = open(as('third'))
      const got = await Promise.race([next(socket), refusal(socket)])
      return typeof got === 'object' ? got : undefined
    })
  })

  it('delivers what is watched and in scope', async () => {
    const socket = open(own())
    expect(await next(socket)).toMatchObject({ type: 'hello', storeUp: true })
    socket.send(JSON.stringify({ watch: { devices: 'all' } }))
    // Frames are read in their order: who answers the second one has acted on the first.
    socket.ping()
    await once(socket, 'pong')
    const event = { type: 'message', deviceId: '7', messageId: '1' } as const
    hub.publish(() => event, { watch: 'devices', deviceId: '7', deptId: '2' })
    hub.publish(() => ({ ...event, messageId: '2' }), { watch: 'devices', deviceId: '7', deptId: '1' })
    expect(await next(socket)).toEqual({ ...event, messageId: '2' })
  })

  it('closes on what it does not understand', async () => {
    const socket = open(own())
    await next(socket)
    socket.send('{"watch":{"everything":true}}')
    expect(await closeCode(socket)).toBe(1008)
    await expect.poll(() => hub.size).toBe(0)
  })

  it('closes at once when the session ended, for good', async () => {
    const socket = open(own())
    await next(socket)
    known.delete('good')
    changed()
    expect(await closeCode(socket)).toBe(CLOSE_SESSION_OVER)
  })

  it('says that it is coming back when the server drains', async () => {
    const socket = open(own())
    await next(socket)
    const [code] = await Promise.all([closeCode(socket), sockets.close()])
    expect(code).toBe(1012)
  })
})
