import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { isPublicAddress } from './address.rules.ts'
import { createOutbound, OutboundRefused } from './outbound.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<number> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** Lets exactly one port of this machine count as public. */
const only = (port: number) => (address: string, asked: number) => address === '127.0.0.1' && asked === port

async function because(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(OutboundRefused)
  return (error as OutboundRefused).because
}

describe('SEC-14 (part) an address', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '198.18.0.1',
    '::1',
    '::',
    'fe80::1',
    'fe80::1%eth0',
    'fd00::1',
    'ff02::1',
    '::ffff:8.8.8.8',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:0:1::1',
    '2001:db8::1',
    'localhost',
    '',
  ])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false))

  it.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111', '2400:3200::1'])(
    '%s is public',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )
})

describe('SEC-14 (part) a call to the outside', () => {
  it('refuses every way to write an address of this machine, before anything is sent', async () => {
    let heard = 0
    const port = await serve((_request, response) => {
      heard += 1
      response.end()
    })
    const { call } = createOutbound()
    for (const host of [
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f.1',
      '017700000001',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '0',
      'localhost',
    ])
      expect([host, await because(call(`http://${host}:${port}/`))]).toEqual([host, 'address'])
    expect(heard).toBe(0)
  })

  it('takes http and https without a password only', async () => {
    const { call } = createOutbound()
    for (const url of [
      'file:///etc/passwd',
      'ftp://8.8.8.8/',
      'gopher://8.8.8.8/',
      'http://user:word@8.8.8.8/',
      'nonsense',
    ])
      expect(await because(call(url))).toBe('scheme')
  })

  it('refuses a name when one of its addresses is closed', async () => {
    const { call } = createOutbound({ resolve: async () => ['8.8.8.8', '10.0.0.1'] })
    expect(await because(call('http://two.example/'))).toBe('address')
    const nowhere = createOutbound({ resolve: async () => [] })
    expect(await because(nowhere.call('http://none.example/'))).toBe('unreachable')
  })

  it('asks for the name once and connects to the very address it looked at', async () => {
    const port = await serve((request, response) => response.end(`to ${request.headers.host}`))
    const asked: string[] = []
    // The second answer is the trap: a name that changes between the look and the connection.
    const resolve = async (host: string) => {
      asked.push(host)
      return asked.length === 1 ? ['127.0.0.1'] : ['10.0.0.1']
    }
    const answer = await createOutbound({ resolve, allow: only(port) }).call(`http://rebind.example:${port}/`)
    expect(answer.body.toString()).toBe(`to rebind.example:${port}`)
    expect(asked).toEqual(['rebind.example'])
  })

  it('lets each redirect through the same door, and tells another origin nothing personal', async () => {
    const seen: (string | undefined)[] = []
    const port: number = await serve((request, response) => {
      seen.push(request.headers.authorization)
      const to = new URL(request.url ?? '/', 'http://x').searchParams.get('to')
      if (to) response.writeHead(302, { location: to }).end()
      else response.end(request.method)
    })
    const resolve = async (host: string) => (host === 'inside.example' ? ['192.168.0.1'] : ['127.0.0.1'])
    const { call } = createOutbound({ resolve, allow: only(port) })
    const start = (to: string) => `http://a.example:${port}/?to=${encodeURIComponent(to)}`
    expect(await because(call(start(`http://inside.example:${port}/`)))).toBe('address')
    expect(await because(call(start('http://127.0.0.1:1/')))).toBe('address')
    expect(await because(call(start('file:///etc/passwd')))).toBe('scheme')
    seen.length = 0
    const options = { method: 'POST', body: 'x', headers: { Authorization: 'Bearer mine' } } as const
    const answer = await call(start(`http://b.example:${port}/`), options)
    expect(answer.body.toString()).toBe('GET')
    expect(seen).toEqual(['Bearer mine', undefined])
    expect(await because(call(start(start(start(start(start('/')))))))).toBe('redirects')
  })

  it('ends with an answer that is too large or too slow', async () => {
    const port = await serve((request, response) => {
      if (request.url === '/slow') return
      response.end('x'.repeat(10_000))
    })
    const { call } = createOutbound({ allow: only(port) })
    expect(await because(call(`http://127.0.0.1:${port}/`, { maxBytes: 100 }))).toBe('too-large')
    expect(await because(call(`http://127.0.0.1:${port}/slow`, { timeoutMs: 50 }))).toBe('time')
  })
})
