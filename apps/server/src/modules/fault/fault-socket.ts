import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { FAULT_SOCKET, type Language } from '@sluice/contract'
import { WebSocketServer, type WebSocket } from 'ws'
import { isOwnOrigin } from '../../platform/http/access.ts'
import { STORED_LANGUAGE } from '../../platform/resource/built-in-words.ts'
import { type Http, refuseUpgrade } from '../../platform/http/http.ts'
import { CLOSE_SESSION_OVER, cookieOf, takePlace } from '../../platform/live/live-socket.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Places } from '../../platform/http/places.ts'
import { countUpgrade, type RateLimit } from '../../platform/http/rate-limit.ts'
import { coversDept, type Session, type SessionSource } from '../../platform/http/session.ts'
import type { FaultNotifier, Listener } from './fault-notifier.ts'

export interface FaultSocketOptions {
  http: Http
  sessions: SessionSource
  log: Log
  allowedOrigins: readonly string[]
  /** How often one session may open one (SEC-18). */
  limit: RateLimit
  /** Limits per session, per person and in total, shared with the live channel. */
  places: Places
  notifier: FaultNotifier
}

interface Visit {
  cookie: string
  session: Session
  deptId: string
  language: Language
}

interface Open {
  socket: WebSocket
  cookie: string
  listener: Listener
  alive: boolean
}

const CLOSE_OUT_OF_SIGHT = 4403
const CLOSE_RESTART = 1012
const PING_MS = 30_000

/** The bell's socket: session, our own origin and a visible department, or no upgrade at all (FB-16). */
export function openFaultSockets(options: FaultSocketOptions): { close(): void } {
  const { http, sessions, log } = options
  // It only sends: clients have nothing to say on it.
  const server = new WebSocketServer({ noServer: true, maxPayload: 1024, perMessageDeflate: false })
  const open = new Set<Open>()

  http.onUpgrade(
    (path) => path.startsWith('/fault/'),
    (request, duplex, head) => {
      admit(request, duplex, options)
        .then((visit) => {
          if (!visit || !takePlace(options, visit.session, duplex)) return
          server.handleUpgrade(request, duplex, head, (socket) => welcome(socket, visit, open, options))
        })
        .catch((error: unknown) => {
          log.error({ err: error }, 'a fault socket could not be opened')
          refuseUpgrade(duplex, 503)
        })
    },
  )
  const recheck = () => {
    for (const entry of open)
      lookAgain(entry, sessions).catch((error: unknown) =>
        log.debug({ err: error }, 'a fault session could not be checked'),
      )
  }
  const timer = setInterval(() => {
    open.forEach(ping)
    recheck()
  }, PING_MS).unref()
  const stopListening = sessions.onChange(recheck)
  return {
    close() {
      clearInterval(timer)
      stopListening()
      for (const { socket } of open) socket.close(CLOSE_RESTART, 'restarting')
    },
  }
}

/** Null when refused; the refusal was sent. The path alone grants nothing. */
async function admit(request: IncomingMessage, duplex: Duplex, options: FaultSocketOptions): Promise<Visit | null> {
  const { http, sessions, allowedOrigins, limit } = options
  const refuse = (status: 403 | 404 | 429, fields?: Record<string, string>) => {
    refuseUpgrade(duplex, status, fields)
    return null
  }
  const { origin } = request.headers
  if (origin === undefined || !isOwnOrigin(origin, http.hostOf(request), allowedOrigins)) return refuse(403)
  const [path = '', query] = (request.url ?? '').split('?', 2)
  const deptId = FAULT_SOCKET.exec(path)?.[1]
  if (deptId === undefined) return refuse(404)
  const cookie = cookieOf(request)
  const session = cookie ? await sessions.find(cookie) : null
  if (!cookie || !session) return refuse(403)
  const tooMany = countUpgrade(limit, session.id)
  if (tooMany) return refuse(429, tooMany)
  return maySee(session, deptId) ? { cookie, session, deptId, language: languageIn(query) } : refuse(403)
}

/** Browsers do not let a page set the headers of a socket: the page gives its language in the address. */
function languageIn(query: string | undefined): Language {
  return new URLSearchParams(query).get('lang') === 'en-US' ? 'en-US' : STORED_LANGUAGE
}

function maySee(session: Session, deptId: string): boolean {
  return !session.mustChangePassword && !session.mustEnrol && coversDept(session.scope, deptId)
}

function welcome(
  socket: WebSocket,
  { cookie, session, deptId, language }: Visit,
  open: Set<Open>,
  { notifier, log }: FaultSocketOptions,
): void {
  const listener: Listener = { session, deptId, language, send: (push) => socket.send(JSON.stringify(push)) }
  const leave = notifier.join(listener)
  const entry: Open = { socket, cookie, listener, alive: true }
  open.add(entry)
  socket.on('pong', () => {
    entry.alive = true
  })
  socket.on('error', (error) => log.debug({ err: error }, 'a fault socket broke'))
  socket.on('close', () => {
    leave()
    open.delete(entry)
  })
}

async function lookAgain(entry: Open, sessions: SessionSource): Promise<void> {
  const session = await sessions.find(entry.cookie, { quietly: true })
  if (!session) return entry.socket.close(CLOSE_SESSION_OVER, 'session over')
  if (!maySee(session, entry.listener.deptId)) return entry.socket.close(CLOSE_OUT_OF_SIGHT, 'out of sight')
  entry.listener.session = session
}

function ping(entry: Open): void {
  if (!entry.alive) entry.socket.terminate()
  entry.alive = false
  entry.socket.ping()
}
