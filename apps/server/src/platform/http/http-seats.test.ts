import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { makeCertificate } from '@sluice/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { createHttp, type Http, type HttpOptions, refuseUpgrade } from './http.ts'
import { type HttpSeat, httpSeatLimits, HttpSeats } from './http-seats.ts'
import { silentLog } from '../log/log.ts'
import { createMetrics } from '../metrics.ts'

/** Waits until the other side ends the connection; it may do so by a reset. */
function gone(socket: Socket): Promise<void> {
  socket.on('error', () => undefined)
  socket.resume()
  return new Promise((resolve) => void socket.once('close', () => resolve()))
}

describe('the limits', () => {
  it.each([
    [1_048_576, false, { all: 20_000, perAddress: 512 }],
    [1_024, false, { all: 128, perAddress: 64 }],
    [1_024, true, { all: 128, perAddress: 128 }],
    [8, false, { all: 2, perAddress: 1 }],
    [Number.MAX_SAFE_INTEGER, true, { all: 20_000, perAddress: 20_000 }],
  ])('of %d open files, behind a proxy: %s', (openFiles, trustProxy, limits) => {
    expect(httpSeatLimits(openFiles, trustProxy)).toEqual(limits)
  })
})

describe('seats', () => {
  let closed: string[]
  let seats: HttpSeats
  const room = (all: number, perAddress: number) => {
    closed = []
    seats = new HttpSeats({ all, perAddress })
  }
  const enter = (owner: string, name = owner): HttpSeat | undefined => seats.enter(owner, () => closed.push(name))

  it('an address that has all it may have gives its longest idle one up, never one that is being answered', () => {
    room(10, 3)
    const [first, second] = [enter('a', 'a1')!, enter('a', 'a2')!]
    enter('a', 'a3')
    seats.asked(first)
    enter('a', 'a4')
    expect(closed).toEqual(['a2'])
    seats.leave(second)
    expect(seats.count).toBe(3)
    seats.answered(first)
    enter('a', 'a5')
    enter('a', 'a6')
    expect(closed).toEqual(['a2', 'a3', 'a4'])
    enter('a', 'a7')
    expect(closed).toEqual(['a2', 'a3', 'a4', 'a1'])
  })

  it('an address all of whose connections are being answered gets no more', () => {
    room(10, 2)
    for (const name of ['a1', 'a2']) seats.asked(enter('a', name)!)
    expect(enter('a')).toBeUndefined()
    expect(enter('b')).toBeDefined()
    expect(closed).toEqual([])
  })

  it('two requests on one connection are two', () => {
    room(10, 1)
    const seat = enter('a', 'a1')!
    for (let n = 0; n < 2; n++) seats.asked(seat)
    seats.answered(seat)
    expect(enter('a')).toBeUndefined()
    seats.answered(seat)
    expect(enter('a')).toBeDefined()
  })

  it('when all seats are taken the address with most makes room for others: idle connections first, then busy ones', () => {
    room(4, 4)
    const three = ['a1', 'a2', 'a3'].map((name) => enter('a', name)!)
    enter('b')
    for (const seat of three.slice(0, 2)) seats.asked(seat)
    enter('c')
    expect(closed).toEqual(['a3'])
    seats.asked(enter('a', 'a4') ?? three[0]!)
    expect(closed).toEqual(['a3'])
    enter('d')
    expect([seats.count, closed]).toEqual([4, ['a3', 'a1']])
  })

  it('when all seats are taken no busy connection is closed for an address that holds as many', () => {
    room(2, 2)
    for (const owner of ['a', 'b']) seats.asked(enter(owner)!)
    expect([enter('c'), closed]).toEqual([undefined, []])
    expect([enter('a'), closed]).toEqual([undefined, []])
  })

  it('a signed-in user keeps their socket, apart from the limit of their address, and counts in the total', () => {
    room(3, 1)
    const socket = enter('a', 'live')!
    seats.asked(socket)
    seats.keep(socket)
    seats.asked(enter('a', 'a1')!)
    expect(enter('a')).toBeUndefined()
    const other = enter('b')!
    seats.keep(other)
    expect([seats.count, enter('d'), closed]).toEqual([3, undefined, []])
    seats.leave(socket)
    seats.leave(socket)
    expect([seats.count, enter('d')?.owner]).toEqual([2, 'd'])
  })
})

describe('the console’s port', () => {
  let http: Http
  const open: Socket[] = []
  afterEach(async () => {
    for (const socket of open.splice(0)) socket.destroy()
    await http.drain()
  })

  async function start(options: Partial<HttpOptions>): Promise<number> {
    const metrics = createMetrics({ processMetrics: false })
    http = await createHttp({
      log: silentLog,
      metrics,
      consoleDir: '/nowhere',
      trustProxy: false,
      checks: {},
      ...options,
    })
    return http.listen('127.0.0.1', 0)
  }
  const speaker = async (socket: Socket, opened = 'connect'): Promise<Socket> => {
    socket.on('error', () => undefined)
    open.push(socket)
    await once(socket, opened)
    return socket
  }
  const connected = () => speaker(connect((http.app.server.address() as AddressInfo).port, '127.0.0.1'))
  const asked = async (socket: Socket): Promise<string> => {
    socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
    const [chunk] = (await once(socket, 'data')) as [Buffer]
    return chunk.toString().split('\r\n')[0]!
  }
  const OK = 'HTTP/1.1 200 OK'

  it('closes what has been idle longest, and what has just asked stays', async () => {
    await start({ seats: { all: 10, perAddress: 2 } })
    const [one, two] = [await connected(), await connected()]
    expect(await asked(one)).toBe(OK)
    const gone = once(two, 'close')
    const three = await connected()
    await gone
    expect([await asked(one), await asked(three)]).toEqual([OK, OK])
  })

  it('knows a connection over TLS again when it asks', async () => {
    const tls = makeCertificate()
    const port = await start({ seats: { all: 10, perAddress: 2 }, tls })
    const secure = () => speaker(connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false }), 'secureConnect')
    const [one, two] = [await secure(), await secure()]
    expect(await asked(one)).toBe(OK)
    const gone = once(two, 'close')
    const three = await secure()
    await gone
    expect([await asked(one), await asked(three)]).toEqual([OK, OK])
  })

  it('never closes the socket of a signed-in user', async () => {
    await start({ seats: { all: 10, perAddress: 1 } })
    http.onUpgrade(
      (path) => path === '/live',
      (_request, socket) => {
        http.keep(socket)
        socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n')
        open.push(socket as Socket)
      },
    )
    const live = await connected()
    live.write('GET /live HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n')
    await once(live, 'data')
    for (let n = 0; n < 3; n++) expect(await asked(await connected())).toBe(OK)
    expect(live.readableEnded || live.destroyed).toBe(false)
  })

  it('lets go of a socket it refused, also when the other side never does', async () => {
    await start({ seats: { all: 10, perAddress: 10 } })
    http.onUpgrade(
      (path) => path === '/live',
      (_request, socket) => refuseUpgrade(socket, 403),
    )
    const left = new Promise((resolve) => http.app.server.once('connection', (socket) => socket.once('close', resolve)))
    const { port } = http.app.server.address() as AddressInfo
    const live = await speaker(connect({ port, host: '127.0.0.1', allowHalfOpen: true }))
    live.write('GET /live HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n')
    const [answer] = (await once(live, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1.1 403 /)
    await left
  })

  it.each([
    ['says nothing', 'headMs', ''],
    ['does not end the head of what it asks', 'headMs', 'GET /healthz HTTP/1.1\r\nhost: x\r\n'],
    ['does not end what it sends', 'requestMs', 'POST /v1/x HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{'],
    ['has been answered', 'idleMs', 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n'],
  ])('closes a connection that %s for too long: %s', async (_what, time, said) => {
    await start({ times: { headMs: 60_000, checkMs: 20, [time]: 50 } })
    const socket = await connected()
    socket.write(said)
    await gone(socket)
    expect(socket.destroyed).toBe(true)
  })

  it('closes a connection that is silent while it is being answered', async () => {
    await start({ times: { silentMs: 50 }, checks: { never: () => new Promise(() => {}) } })
    const socket = await connected()
    socket.write('GET /readyz HTTP/1.1\r\nhost: x\r\n\r\n')
    await gone(socket)
    expect(socket.destroyed).toBe(true)
  })
})
