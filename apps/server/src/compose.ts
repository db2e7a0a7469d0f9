import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { sl651 } from '@sluice/codecs'
import type { Config } from './config.ts'
import { createDeviceEdge } from './gateways/device-edge.ts'
import { createDiagnostics } from './modules/diagnostics/diagnostics.module.ts'
import { createFaults } from './modules/fault/fault.module.ts'
import { createIdentity } from './modules/identity/identity.module.ts'
import { createRegistry } from './modules/registry/registry.module.ts'
import { createTelemetry } from './modules/telemetry/telemetry.module.ts'
import { createBus } from './platform/bus.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import type { Database } from './platform/db.ts'
import { createHttp, type Http } from './platform/http.ts'
import { createJobs, exclusivelyIn } from './platform/jobs.ts'
import { createLiveHub } from './platform/live-hub.ts'
import { openLiveSockets } from './platform/live-socket.ts'
import type { Log } from './platform/log.ts'
import { createMetrics, type Metrics } from './platform/metrics.ts'
import { createApi } from './platform/mount-operation.ts'
import { createRateLimit } from './platform/rate-limit.ts'
import { StartupError } from './platform/startup-error.ts'
import { startJobs } from './periodic.ts'
import { countIngest } from './ingest-metrics.ts'

export interface Parts {
  config: Config
  db: Database
  log: Log
  clock?: Clock
  /** Tests: answers are checked against their schemas. */
  checkOutput?: boolean
}

const consoleDir = fileURLToPath(new URL('../../console/dist', import.meta.url))

/** The composition root: every constructor call, in order, by hand. Nothing listens before `listen`. */
export async function compose({ config, db, log, clock = systemClock, checkOutput = false }: Parts) {
  const metrics = createMetrics()
  const bus = createBus(log)
  const hub = createLiveHub()
  const jobs = createJobs({ log, exclusively: exclusivelyIn(db) })
  const decode = (protocol: string, raw: Uint8Array) => decodeFrame(protocol, raw)

  const identity = await createIdentity({ db, clock, bus, log })
  const faults = createFaults({ db, bus, log })
  const diagnostics = createDiagnostics({ db, onLost: (count) => log.warn({ count }, 'log entries could not be kept') })
  const registry = createRegistry({
    db,
    bus,
    log,
    deptZones: identity.deptZones,
    listener: (protocol) => edge.listenerOf(protocol),
    messageTimes: (deviceId) => telemetry.messageTimes(deviceId),
    replay: (protocol, raw, receivedAt) => edge.replay(protocol, raw, receivedAt),
    decode,
  })
  const telemetry = createTelemetry({
    db,
    clock,
    log,
    findStations: registry.findStations,
    ownersOf: registry.ownersOf,
    zonesOf: registry.zonesOf,
    deviceFacts: registry.deviceFacts,
    noteUnknown: ({ message, address, remote, receivedAt, raw }) =>
      registry.noteUnknown(raw.map((frame) => ({ protocol: message.protocol, address, remote, ts: receivedAt, raw: frame }))),
    observe: faults.observe,
    activeFaults: faults.activeOf,
    watched: () => hub.size > 0,
    publishState: (state) => {
      const { deptId, deviceId } = state
      hub.publish(
        { type: 'device', state },
        { deptId, deviceId, watch: 'devices', key: 'device:list', latestOf: `device:${deviceId}` },
      )
    },
    publishMessage: ({ deviceId, deptId }, at) =>
      hub.publish(
        { type: 'message', deviceId, messageId: new Date(at).toISOString() },
        { deptId, deviceId, watch: 'messages', key: 'device:message', latestOf: `message:${deviceId}` },
      ),
    onOutage: (down) => hub.publish({ type: 'store', up: !down }, {}),
    decode,
  })
  const edge = createDeviceEdge({
    config,
    clock,
    accept: telemetry.accept,
    noteConnection: diagnostics.noteConnection,
    noteBytes: diagnostics.noteBytes,
  })
  telemetry.onFullChange((full) => edge.setPaused(full))
  countIngest(metrics, { backlog: telemetry.backlog, connections: edge.connections, storeUp: telemetry.storeUp })
  bus.on('device.changed', () => telemetry.forgetRegistrations())
  bus.on('station.unknown', ({ address }) =>
    hub.publish(
      { type: 'unknownStation', address },
      { watch: 'unknownStations', key: 'unknownStation:list', latestOf: `unknown:${address}` },
    ),
  )

  const http = await createHttpOf({ config, db, log, metrics, storeUp: telemetry.storeUp })
  const api = createApi({
    http,
    db,
    sessions: identity.sessions,
    clock,
    log,
    checkOutput,
    limits: {
      session: createRateLimit({ burst: 300, perSecond: 50, clock }),
      address: createRateLimit({ burst: 60, perSecond: 2, clock }),
    },
  })
  for (const module of [identity, registry, telemetry, faults, diagnostics, edge]) module.mount(api)
  const sockets = openLiveSockets({
    http,
    hub,
    sessions: identity.sessions,
    log,
    allowedOrigins: api.allowedOrigins,
    hello: () => ({ type: 'hello', storeUp: telemetry.storeUp(), time: clock.now().toISOString() }),
  })

  return {
    api,
    bus,
    identity,
    telemetry,
    edge,
    /** Opens the doors: first what devices need, then the devices, then people. Resolves with the HTTP port. */
    async listen(): Promise<number> {
      await registry.start()
      await faults.start()
      await telemetry.start()
      identity.startJobs(jobs)
      startJobs(jobs, { telemetry, registry })
      await edge.listen()
      return listenHttp(http, config)
    },
    /** Closes the doors in the other order and lets what came in reach the store. */
    async close(): Promise<void> {
      sockets.close()
      await Promise.all([edge.close(), http.drain()])
      await Promise.race([telemetry.drained(), new Promise((resolve) => setTimeout(resolve, 5_000).unref())])
      telemetry.close()
      await jobs.stop()
      await Promise.all([registry.flush(), faults.flush(), diagnostics.flush()])
    },
  }
}

export type Platform = Awaited<ReturnType<typeof compose>>

/** Frames as people read them; what cannot be decoded says where it went wrong. */
function decodeFrame(protocol: string, raw: Uint8Array): unknown {
  if (protocol !== 'SL651') return null
  const decoded = sl651.decode(raw)
  return decoded.ok ? decoded.value : { error: decoded.error.kind, at: decoded.error.at }
}

interface HttpParts {
  config: Config
  db: Database
  log: Log
  metrics: Metrics
  storeUp(): boolean
}

async function createHttpOf({ config, db, log, metrics, storeUp }: HttpParts): Promise<Http> {
  return createHttp({
    log,
    metrics,
    consoleDir,
    trustProxy: config.trustProxy,
    tls: config.tls && (await readTls(config.tls)),
    checks: {
      database: async () => (await db.query('select 1')).rowCount === 1,
      ingest: storeUp,
    },
  })
}

async function readTls(tls: { cert: string; key: string }): Promise<{ cert: string; key: string }> {
  try {
    return { cert: await readFile(tls.cert, 'utf8'), key: await readFile(tls.key, 'utf8') }
  } catch (error) {
    throw new StartupError(`The TLS certificate or key cannot be read: ${(error as Error).message}.`)
  }
}

/** A default port that is taken moves to a free one; one that was asked for ends the start. */
async function listenHttp(http: Http, { host, port }: Config): Promise<number> {
  try {
    return await http.listen(host, port.port)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE' && !port.fixed) return http.listen(host, 0)
    const why = code === 'EADDRINUSE' ? 'it is taken' : code === 'EACCES' ? 'it is not permitted' : String(code)
    throw new StartupError(`Cannot listen on ${host} port ${port.port}: ${why}.`)
  }
}

