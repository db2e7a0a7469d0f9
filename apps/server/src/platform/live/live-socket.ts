import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { LIVE_PATH, type LiveEvent, liveWatchSchema } from '@sluice/contract'
import { type WebSocket, WebSocketServer } from 'ws'
import { isOwnOrigin } from '../http/access.ts'
import { type Http, refuseUpgrade } from '../http/http.ts'
import type { LiveHub, LiveMember, Made } from './live-hub.ts'
import type { LivePeer } from './live-queue.ts'
import type { Log } from '../log/log.ts'
import type { Places } from '../http/places.ts'
import { countUpgrade, type RateLimit } from '../http/rate-limit.ts'
import { SESSION_COOKIE, type Session, type SessionSource } from '../http/session.ts'

export interface LiveSocketOptions {
  http: Http
  hub: LiveHub
  sessions: SessionSource
  /** The devices a person created; asked for those who see their own records (data scope SELF). */
  madeBy?: (userId: string) => Promise<Made>
  log: Log
  allowedOrigins: readonly string[]
  /** The first message on every socket. */
  hello: () => LiveEvent
  /** The permission key required for a socket. */
  key?: string
  /** How often one session may open one; a page that reconnects without a pause is told to wait (SEC-18). */
  limit?: RateLimit
  /** How many a sign-in, a person and everybody may have open. */
  places: Places
  pingMs?: number
  /** How often each socket's session is checked again, in addition to notified changes. */
  recheckMs?: number
}

export interface LiveSockets {
  /**
   * Tells all clients to reconnect soon and waits a little; call it before the drain, which would wait for open
   * sockets.
   */
  close(): Promise<void>
}

/** 44xx is final for the console: it does not reconnect on its own (FB-11). */
export const CLOSE_SESSION_OVER = 4401
const CLOSE_RESTART = 1012
const CLOSE_POLICY = 1008
const MAX_MESSAGES_PER_10_S = 50
const GOODBYE_MS = 2_000

interface Open {
  socket: WebSocket
  member: LiveMember
  cookie: string
  alive: boolean
  /** Messages received in the current 10 s. */
  said: number
}

/** The live channel: session cookie and our own origin, or no upgrade at all (FB-16, settled in README). */
export function openLiveSockets(options: LiveSocketOptions): LiveSockets {
  const { http, sessions, log } = options
  const server = new WebSocketServer({ noServer: true, maxPayload: 64 * 1024, perMessageDeflate: false })
  const open = new Set<Open>()
  let closing = false

  http.onUpgrade(
    (path) => path === LIVE_PATH,
    (request, duplex, head) => {
      admit(request, duplex, options, closing)
        .then((visitor) => {
          if (!visitor || !takePlace(options, visitor.session, duplex)) return
          server.handleUpgrade(request, duplex, head, (socket) => welcome(socket, visitor, open, options))
        })
        .catch((error: unknown) => {
          log.error({ err: error }, 'a live socket could not be opened')
          refuseUpgrade(duplex, 503)
        })
    },
  )
  const stopKeeping = keep(open, options)

  return {
    async close() {
      closing = true
      stopKeeping()
      for (const { socket } of open) socket.close(CLOSE_RESTART, 'restarting')
      const end = performance.now() + GOODBYE_MS
      while (open.size > 0 && performance.now() < end) await sleep(20)
      for (const { socket } of open) socket.terminate()
    },
  }

  /** Sends pings, and checks the sessions of the sockets: periodically, and at once when rights changed. */
  function keep(all: ReadonlySet<Open>, { pingMs = 30_000, recheckMs = 10_000 }: LiveSocketOptions): () => void {
    const recheckAll = () => {
      for (const entry of all) {
        // A store that is down for a moment must not close every map in the house.
        recheck(entry, options).catch((error: unknown) =>
          log.debug({ err: error }, 'a live session could not be checked'),
        )
      }
    }
    const timers = [
      setInterval(() => all.forEach(ping), pingMs),
      setInterval(recheckAll, recheckMs),
      setInterval(() => all.forEach(forgetSaid), 10_000),
    ]
    for (const timer of timers) timer.unref()
    const stopListening = sessions.onChange(recheckAll)
    return () => {
      stopListening()
      for (const timer of timers) clearInterval(timer)
    }
  }
}

/** Takes a place for as long as the connection lasts; false when there is none and the connection is refused. */
export function takePlace(
  { places, http }: Pick<LiveSocketOptions, 'places' | 'http'>,
  session: Session,
  duplex: Duplex,
): boolean {
  const place = places.take(session)
  if (typeof place === 'string') {
    refuseUpgrade(duplex, place === 'all' ? 503 : 429)
    return false
  }
  http.keep(duplex)
  if (duplex.destroyed) place()
  else duplex.once('close', place)
  return true
}

interface Visitor {
  cookie: string
  session: Session
  made: Made | undefined
}

/** Null when refused; the refusal was sent. */
async function admit(
  request: IncomingMessage,
  duplex: Duplex,
  options: LiveSocketOptions,
  closing: boolean,
): Promise<Visitor | null> {
  const { http, sessions, allowedOrigins, key, limit } = options
  const refuse = (status: 403 | 429 | 503, fields?: Record<string, string>) => {
    refuseUpgrade(duplex, status, fields)
    return null
  }
  if (closing) return refuse(503)
  const { origin } = request.headers
  if (origin === undefined || !isOwnOrigin(origin, http.hostOf(request), allowedOrigins)) return refuse(403)
  const cookie = cookieOf(request)
  const session = cookie ? await sessions.find(cookie) : null
  if (!cookie || !session) return refuse(403)
  const tooMany = limit && countUpgrade(limit, session.id)
  if (tooMany) return refuse(429, tooMany)
  return mayOpen(session, key) ? { cookie, session, made: await madeOf(session, options) } : refuse(403)
}

async function madeOf({ scope }: Session, { madeBy }: LiveSocketOptions): Promise<Made | undefined> {
  return scope.own && !scope.all ? madeBy?.(scope.userId) : undefined
}

function mayOpen(session: Session, key: string | undefined): boolean {
  return !session.mustChangePassword && !session.mustEnrol && (key === undefined || session.keys.has(key))
}

function welcome(socket: WebSocket, visitor: Visitor, open: Set<Open>, { hub, hello, log }: LiveSocketOptions): void {
  const member = hub.join(peerOf(socket), visitor.session, visitor.made)
  const entry: Open = { socket, member, cookie: visitor.cookie, alive: true, said: 0 }
  open.add(entry)
  socket.on('message', (bytes) => heard(entry, (bytes as Buffer).toString('utf8')))
  socket.on('pong', () => {
    entry.alive = true
  })
  socket.on('error', (error) => log.debug({ err: error }, 'a live socket broke'))
  socket.on('close', () => {
    member.leave()
    open.delete(entry)
  })
  member.tell(hello())
}

function heard(entry: Open, text: string): void {
  entry.said += 1
  if (entry.said > MAX_MESSAGES_PER_10_S) return entry.socket.close(CLOSE_POLICY, 'too many messages')
  const message = liveWatchSchema.safeParse(parsed(text))
  if (message.success) entry.member.watch(message.data.watch)
  else entry.socket.close(CLOSE_POLICY, 'not understood')
}

async function recheck(entry: Open, options: LiveSocketOptions): Promise<void> {
  const session = await options.sessions.find(entry.cookie, { quietly: true })
  if (session && mayOpen(session, options.key)) entry.member.renew(session, await madeOf(session, options))
  else entry.socket.close(CLOSE_SESSION_OVER, 'session over')
}

function ping(entry: Open): void {
  if (!entry.alive) entry.socket.terminate()
  entry.alive = false
  entry.socket.ping()
}

function forgetSaid(entry: Open): void {
  entry.said = 0
}

function peerOf(socket: WebSocket): LivePeer {
  return {
    send: (text) => socket.send(text, { binary: false }),
    waitingBytes: () => socket.bufferedAmount,
    close: (code, reason) => socket.close(code, reason),
  }
}

/** The cookie of the upgrade request, parsed by hand: it does not pass through the framework. */
export function cookieOf(request: IncomingMessage): string | undefined {
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
