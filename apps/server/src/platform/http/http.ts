import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import cookie from '@fastify/cookie'
import { ownPath, type ServiceBases, SERVICES, serviceBasesText } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import Fastify, { type FastifyInstance } from 'fastify'
import { serveConsole } from './http-console.ts'
import { answerError, pathOf, sendError } from './http-errors.ts'
import { GatheredLog } from '../log/gathered-log.ts'
import { SECURITY_HEADERS, TRANSPORT_HEADER } from './http-headers.ts'
import { type HttpSeatLimits, seatConnections } from './http-seats.ts'
import { isDeeperThan, JSON_MAX_DEPTH } from './json-depth.ts'
import type { Log } from '../log/log.ts'
import { serveMetrics } from './http-metrics.ts'
import type { Metrics } from '../metrics.ts'

export interface HttpOptions {
  log: Log
  metrics: Metrics
  /** The token for `/metrics`; without one only this machine may read it. */
  metricsToken?: string | undefined
  /** Folder of the built console, absolute. */
  consoleDir: string
  /** Whether a proxy in front passes on the client's address and protocol. */
  trustProxy: boolean
  /** PEM texts; without them plain http. */
  tls?: { cert: string; key: string } | undefined
  /** Largest request body in bytes; 1 MiB by default. */
  bodyLimit?: number
  /** What must work before `/readyz` reports ready: name -> check. */
  checks: Readonly<Record<string, () => boolean | Promise<boolean>>>
  /** Additional base addresses of services (BS-2). */
  serviceBases?: ServiceBases
  /** Map servers that pages may load tiles from. */
  tileHosts?: () => readonly string[]
  /** Paths below these answer JSON though they belong to no service, e.g. `/system/`. */
  literalPaths?: readonly string[]
  /** How long a request may still run after closing begins; 10 s by default. */
  graceMs?: number
  /** How many connections there may be; without them as many as the process may open. */
  seats?: HttpSeatLimits
  times?: Partial<HttpTimes>
}

/** How long a connection may keep us waiting. */
interface HttpTimes {
  /** For the TLS handshake, and then for the head of a request. */
  headMs: number
  /** For a whole request. */
  requestMs: number
  /** For the next request; longer than the keep-alive of proxies, which could otherwise use a closing connection. */
  idleMs: number
  /** Without a byte in either direction, e.g. of an answer that is not read. */
  silentMs: number
  /** How often heads and requests are looked at. */
  checkMs: number
}

const TIMES: HttpTimes = { headMs: 20_000, requestMs: 60_000, idleMs: 72_000, silentMs: 120_000, checkMs: 5_000 }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Describes a route that is no call, for the API's description; routes without it belong to the console. */
    describes?: PlainDescription
  }
}

/** A route without an envelope. */
export interface PlainDescription {
  summary: string
  /** Media type of the answer. */
  type: string
  access: 'public' | 'cookie'
  /** Whether it is counted against the limit of its address. */
  counted?: boolean
}

export interface PlainRoute {
  readonly method: string
  readonly url: string
  readonly describes?: PlainDescription | undefined
}

type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/** The one HTTP server: API, console, probes, and the door for sockets. */
export interface Http {
  readonly app: FastifyInstance
  /** Every route in the order it was mounted, calls and others alike; HEAD is included with GET. */
  readonly routes: readonly PlainRoute[]
  /**
   * Sockets: the first handler whose `matches` accepts the path gets the connection; without one it is closed with 404.
   */
  onUpgrade(matches: (path: string) => boolean, handle: UpgradeHandler): void
  /** Marks the socket of a signed-in user, so that it is not given up for another connection. */
  keep(socket: Duplex): void
  /** The host that the browser requested; a trusted proxy may pass it on in a header. */
  hostOf(request: IncomingMessage): string
  /** Resolves with the real port. */
  listen(host: string, port: number): Promise<number>
  /** Reports "not ready" at once, so that a balancer uses another server, then gives running requests time to end. */
  drain(): Promise<void>
}

const GRACE_MS = 10_000

const SERVICE_PATHS = Object.values(SERVICES).map((path) => `${path}/`)
/**
 * Nothing is mounted at `/api/`: a request there comes from a guessing program, which must not get the console's page.
 */
const LITERAL_PATHS = ['/v1/', '/system/', '/api/']

export async function createHttp(options: HttpOptions): Promise<Http> {
  const app = newApp(options)
  const apiPaths = [...SERVICE_PATHS, ...LITERAL_PATHS, ...(options.literalPaths ?? [])]
  const isApi = (path: string) => path === '/api' || apiPaths.some((prefix) => path.startsWith(prefix))
  const keep = options.seats ? seatsOf(app, options.seats, options.log) : () => undefined
  const unasked = unaskedOf(app, options.tls ? 'secureConnection' : 'connection')
  const state = { draining: false }
  const routes: PlainRoute[] = []

  app.addHook('onRoute', ({ method, url, config }) => {
    for (const one of [method].flat())
      if (one !== 'HEAD') routes.push({ method: one, url, describes: config?.describes })
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(SECURITY_HEADERS).header('x-request-id', request.id)
    if (request.protocol === 'https') reply.header(...TRANSPORT_HEADER)
  })
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply, options.log))
  app.setNotFoundHandler((request, reply) => sendError(request, reply, 'not-found'))
  await app.register(cookie)
  const console = await serveConsole(app, {
    folder: options.consoleDir,
    tileHosts: options.tileHosts ?? (() => []),
    serviceBases: serviceBasesText(options.serviceBases ?? {}),
  })
  probes(app, options, state)
  app.get('/*', (request, reply) => {
    const path = pathOf(request)
    return isApi(path) ? sendError(request, reply, 'not-found') : console(path, reply)
  })

  return {
    app,
    routes,
    onUpgrade: upgrades(app, options.serviceBases ?? {}),
    keep,
    hostOf: ({ headers }) => {
      const forwarded = options.trustProxy ? headers['x-forwarded-host'] : undefined
      return [forwarded ?? headers.host ?? ''].flat().join().split(',').at(-1)!.trim()
    },
    listen: async (host, port) => {
      await app.listen({ host, port })
      const address = app.server.address()
      return typeof address === 'object' && address ? address.port : port
    },
    drain: async () => {
      state.draining = true
      // A client that does not read its answer must not keep the process running.
      const limit = setTimeout(() => app.server.closeAllConnections(), options.graceMs ?? GRACE_MS)
      for (const socket of unasked) socket.destroy()
      await app.close().finally(() => clearTimeout(limit))
    },
  }
}

/** Refused connections are logged once per second and address. */
function seatsOf({ server }: FastifyInstance, limits: HttpSeatLimits, log: Log): (socket: Duplex) => void {
  const refused = new GatheredLog<{ address: string }>(({ facts, count }) =>
    log.warn({ address: facts?.address ?? 'others', count }, 'connections to the console were turned away'),
  )
  return seatConnections(server, limits, (address) => refused.note({ address }))
}

function newApp({ log, trustProxy, tls, bodyLimit, serviceBases = {}, times }: HttpOptions): FastifyInstance {
  const { headMs, requestMs, idleMs, silentMs, checkMs } = { ...TIMES, ...times }
  const heads = { headersTimeout: headMs, connectionsCheckingInterval: checkMs }
  const app = Fastify({
    ...(tls ? { https: { cert: tls.cert, key: tls.key, handshakeTimeout: headMs, ...heads } } : { http: heads }),
    logger: false,
    // One hop: what the proxy itself saw. Further entries of X-Forwarded-For are written by the client, who could evade
    // every lock by address with them.
    trustProxy: trustProxy ? (_address, hop) => hop === 0 : false,
    bodyLimit: bodyLimit ?? 1_048_576,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    connectionTimeout: silentMs,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    // A moved service also answers at its own base; inside, only that one is used.
    rewriteUrl: ({ url = '/' }) => ownPath(url, serviceBases),
    routerOptions: { maxParamLength: 200 },
    // A URL the router cannot decode: answered like every other error.
    // No hook has run then, so that it gets its headers here.
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply.headers(SECURITY_HEADERS), log),
  }) as unknown as FastifyInstance
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // A POST without input is a call too (logout).
    if (body === '') done(null, {})
    else if (isDeeperThan(body as string, JSON_MAX_DEPTH)) done(new AppError('too-deep', { most: JSON_MAX_DEPTH }))
    else void parseJson(request, body as string, done)
  })
  return app
}

const JSON_TYPE = 'application/json'
const ALIVE: PlainDescription = { summary: 'The process lives', type: JSON_TYPE, access: 'public' }
const READY: PlainDescription = { summary: 'It can take work (503: it cannot)', type: JSON_TYPE, access: 'public' }

/** For the operator's supervisor and monitoring; they answer plain JSON and text, no envelope. */
function probes(
  app: FastifyInstance,
  { checks, metrics, metricsToken, trustProxy, log }: HttpOptions,
  state: { draining: boolean },
): void {
  app.get('/healthz', { config: { describes: ALIVE } }, async () => ({ alive: true }))
  app.get('/readyz', { config: { describes: READY } }, async (_request, reply) => {
    const found: Record<string, boolean> = { accepting: !state.draining }
    for (const [name, check] of Object.entries(checks)) {
      found[name] = await Promise.resolve()
        .then(check)
        .catch((error: unknown) => {
          log.warn({ check: name, err: error }, 'a readiness check failed')
          return false
        })
    }
    const ready = Object.values(found).every(Boolean)
    return reply
      .status(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ready, checks: found })
  })
  serveMetrics(app, { metrics, token: metricsToken, trustProxy })
}

/**
 * Connections that nothing was asked on yet. Browsers open some ahead of need, and Node counts them as busy: closing
 * would wait a minute for their first request.
 */
function unaskedOf({ server }: FastifyInstance, opened: 'connection' | 'secureConnection'): ReadonlySet<Duplex> {
  const unasked = new Set<Duplex>()
  server.on(opened, (socket: Duplex) => {
    unasked.add(socket)
    socket.once('close', () => unasked.delete(socket))
  })
  for (const asked of ['request', 'upgrade']) server.on(asked, ({ socket }: IncomingMessage) => unasked.delete(socket))
  return unasked
}

function upgrades(app: FastifyInstance, serviceBases: ServiceBases): Http['onUpgrade'] {
  const routes: { matches: (path: string) => boolean; handle: UpgradeHandler }[] = []
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // A socket that breaks before anybody took it must not end the process.
    socket.on('error', () => socket.destroy())
    const path = ownPath(request.url?.split('?', 1)[0] ?? '/', serviceBases)
    const route = routes.find(({ matches }) => matches(path))
    if (route) route.handle(request, socket, head)
    else refuseUpgrade(socket, 404)
  })
  return (matches, handle) => void routes.push({ matches, handle })
}

const REFUSALS = {
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  503: 'Unavailable',
}

/** Answers before the upgrade, so that the client sees a plain HTTP status. */
export function refuseUpgrade(
  socket: Duplex,
  status: keyof typeof REFUSALS,
  fields: Readonly<Record<string, string>> = {},
): void {
  const lines = [`HTTP/1.1 ${status} ${REFUSALS[status]}`, 'connection: close', 'content-length: 0']
  for (const [name, value] of Object.entries(fields)) lines.push(`${name}: ${value}`)
  // The server sets no timeout on such a socket: destroy it, so that a client cannot keep it open.
  socket.end(`${lines.join('\r\n')}\r\n\r\n`, () => socket.destroy())
}
