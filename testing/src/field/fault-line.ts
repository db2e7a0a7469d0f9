import { once } from 'node:events'
import { createServer, type IncomingMessage, request as forward } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'

/** A browser's attempt at the fault socket. */
interface FaultAttempt {
  path: string
  /** Milliseconds since an arbitrary moment; only differences count. */
  at: number
  /** Null when it was refused or passed to the server. */
  socket: WebSocket | null
}

/**
 * `own`: answered here; `refuse`: 403 before the upgrade; `down`: the connection breaks before any answer; `pass`: the
 * real server.
 */
type FaultMode = 'own' | 'refuse' | 'down' | 'pass'

/** A loopback proxy before the server that can break fault sockets, which a browser's tools cannot (TN-2). */
export interface FaultLine {
  readonly url: string
  readonly attempts: FaultAttempt[]
  mode: FaultMode
  /** The newest open socket. */
  socket(): WebSocket | undefined
  /** The number of open sockets. */
  open(): number
  tell(message: unknown): void
  /** Closes with a closing handshake. */
  closeCleanly(code: number): void
  /** Closes without one, as when a cable is pulled. */
  cut(): void
  stop(): Promise<void>
}

export async function startFaultLine(target: string): Promise<FaultLine> {
  const { hostname, port } = new URL(target)
  const acceptor = new WebSocketServer({ noServer: true })
  const server = createServer((request, response) => {
    const { method, url, headers } = request
    const onward = forward({ hostname, port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  })
  const lines = new Set<Duplex>()
  const line: FaultLine = {
    url: '',
    attempts: [],
    mode: 'own',
    socket: () => line.attempts.findLast(({ socket }) => socket?.readyState === 1)?.socket ?? undefined,
    open: () => line.attempts.filter(({ socket }) => socket?.readyState === 1).length,
    tell: (message) => line.socket()?.send(typeof message === 'string' ? message : JSON.stringify(message)),
    closeCleanly: (code) => line.socket()?.close(code),
    cut: () => line.socket()?.terminate(),
    async stop() {
      for (const one of lines) one.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  function passOn(request: IncomingMessage, duplex: Duplex, head: Buffer): void {
    const onward = connect(Number(port), hostname, () => {
      const headers = request.rawHeaders.flatMap((name, at, all) => (at % 2 === 0 ? [`${name}: ${all[at + 1]}`] : []))
      onward.write([`GET ${request.url} HTTP/1.1`, ...headers, '', ''].join('\r\n'))
      onward.write(head)
      onward.pipe(duplex).pipe(onward)
    })
    const end = () => {
      onward.destroy()
      duplex.destroy()
    }
    for (const one of [onward, duplex]) one.on('error', end).on('close', end)
  }

  server.on('upgrade', (request: IncomingMessage, duplex: Duplex, head: Buffer) => {
    lines.add(duplex)
    duplex.once('close', () => lines.delete(duplex))
    duplex.on('error', () => duplex.destroy())
    const path = request.url ?? ''
    if (!path.startsWith('/fault/')) return passOn(request, duplex, head)
    const attempt: FaultAttempt = { path, at: performance.now(), socket: null }
    line.attempts.push(attempt)
    if (line.mode === 'pass') return passOn(request, duplex, head)
    if (line.mode === 'down') return void duplex.destroy()
    if (line.mode === 'refuse') return void duplex.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n')
    acceptor.handleUpgrade(request, duplex, head, (socket) => {
      attempt.socket = socket
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(line, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
}
