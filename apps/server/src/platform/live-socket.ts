import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { LIVE_PATH, type LiveEvent, liveWatchSchema } from '@sluice/contract'
import { type WebSocket, WebSocketServer } from 'ws'
import { isOwnOrigin } from './access.ts'
import { type Http, refuseUpgrade } from './http.ts'
import type { LiveHub, LiveMember } from './live-hub.ts'
import type { Log } from './log.ts'
import { SESSION_COOKIE, type Session, type SessionSource } from './session.ts'

export interface LiveSocketOptions {
  http: Http
  hub: LiveHub
  sessions: SessionSource
  log: Log
  allowedOrigins: readonly string[]
  /** The first message on every socket. */
  hello: () => LiveEvent
  /** Permission key without which nobody gets a socket. */
  key?: string
  pingMs?: number
  /** How often each socket's session is looked at again, beside being told of changes. */
  recheckMs?: number
}

export interface LiveSockets {
  /** Tells everybody to come back soon and waits a little; before the drain, which would wait for open sockets. */
  close(): Promise<void>
}

/** 44xx is final for the console: it does not come back on its own (FB-11). */
export const CLOSE_SESSION_OVER = 4401
const CLOSE_RESTART = 1012
const MAX_MESSAGES_PER_10_S = 50
const GOODBYE_MS = 2_000

interface Open {
  socket: WebSocket
  member: LiveMember
  cookie: string
  alive: boolean
  said: number
}

/** The live channel: session cookie and our own origin, or no upgrade at all (FB-16, settled in README). */
export function openLiveSockets(options: LiveSocketOptions): LiveSockets {
  const { http, hub, sessions, log } = options
  const server = new WebSocketServer({ noServer: true, maxPayload: 64 * 1024, perMessageDeflate: false })
  const open = new Set<Open>()
  let closing = false

  async function admit(request: IncomingMessage, duplex: Duplex, head: Buffer): Promise<void> {
    if (closing) return refuseUpgrade(duplex, 503)
    const { origin } = request.headers
    const isOwn = origin !== undefined && isOwnOrigin(origin, http.hostOf(request), options.allowedOrigins)
    if (!isOwn) return refuseUpgrade(duplex, 403)
    const cookie = cookieOf(request)
    const session = cookie ? await sessions.find(cookie) : null
    if (!cookie || !session) return refuseUpgrade(duplex, 401)
    if (!mayOpen(session, options.key)) return refuseUpgrade(duplex, 403)
    server.handleUpgrade(request, duplex, head, (socket) => welcome(socket, cookie, session))
  }

  function welcome(socket: WebSocket, cookie: string, session: Session): void {
    const member = hub.join(peerOf(socket), session)
    const entry: Open = { socket, member, cookie, alive: true, said: 0 }
    open.add(entry)
    socket.on('message', (bytes) => heard(entry, String(bytes)))
    socket.on('pong', () => {
      entry.alive = true
    })
    socket.on('error', (error) => log.debug({ err: error }, 'a live socket broke'))
    socket.on('close', () => {
      member.leave()
      open.delete(entry)
    })
    member.tell(options.hello())
  }

  function heard(entry: Open, text: string): void {
    entry.said += 1
    if (entry.said > MAX_MESSAGES_PER_10_S) return entry.socket.close(1008, 'too many messages')
    const message = liveWatchSchema.safeParse(parsed(text))
    if (message.success) entry.member.watch(message.data.watch)
    else entry.socket.close(1008, 'not understood')
  }

  async function recheck(entry: Open): Promise<void> {
    const session = await sessions.find(entry.cookie)
    if (session && mayOpen(session, options.key)) entry.member.renew(session)
    else entry.socket.close(CLOSE_SESSION_OVER, 'session over')
  }

  function recheckAll(): void {
    for (const entry of open) {
      // A store that is down for a moment must not close every map in the house.
      recheck(entry).catch((error: unknown) => log.debug({ err: error }, 'a live session could not be checked'))
    }
  }

  function ping(): void {
    for (const entry of open) {
      if (!entry.alive) entry.socket.terminate()
      entry.alive = false
      entry.socket.ping()
    }
  }

  function forgetSaid(): void {
    for (const entry of open) entry.said = 0
  }

  http.onUpgrade(
    (path) => path === LIVE_PATH,
    (request, duplex, head) => {
      admit(request, duplex, head).catch((error: unknown) => {
        log.error({ err: error }, 'a live socket could not be opened')
        refuseUpgrade(duplex, 503)
      })
    },
  )
  const timers = [
    setInterval(ping, options.pingMs ?? 30_000),
    setInterval(recheckAll, options.recheckMs ?? 10_000),
    setInterval(forgetSaid, 10_000),
  ]
  for (const timer of timers) timer.unref()
  const stopListening = sessions.onChange(recheckAll)

  return {
    async close() {
      closing = true
      stopListening()
      for (const timer of timers) clearInterval(timer)
      for (const { socket } of open) socket.close(CLOSE_RESTART, 'restarting')
      const end = performance.now() + GOODBYE_MS
      while (open.size > 0 && performance.now() < end) await sleep(20)
      for (const { socket } of open) socket.terminate()
    },
  }
}

function mayOpen(session: Session, key: string | undefined): boolean {
  return !session.mustChangePassword && (key === undefined || session.keys.has(key))
}

function peerOf(socket: WebSocket) {
  return {
    send: (text: string) => socket.send(text, { binary: false }),
    waitingBytes: () => socket.bufferedAmount,
    close: (code: number, reason: string) => socket.close(code, reason),
  }
}

/** The cookie of the upgrade request, read by hand: it comes in before any framework. */
function cookieOf(request: IncomingMessage): string | undefined {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const [name, ...value] = part.trim().split('=')
    if (name === SESSION_COOKIE) return value.join('=')
  }
  return undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
