import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { codecByName } from '@sluice/codecs'
import { commandPorts } from './command-ports.ts'
import type { Config } from './config.ts'
import { createDeviceEdge } from './gateways/device-edge.ts'
import { countIngest } from './ingest-metrics.ts'
import { livePublishers } from './live-publishers.ts'
import { createCommands } from './modules/command/command.module.ts'
import { createDiagnostics } from './modules/diagnostics/diagnostics.module.ts'
import { createFaults } from './modules/fault/fault.module.ts'
import { createGeography } from './modules/geography/geography.module.ts'
import { createIdentity } from './modules/identity/identity.module.ts'
import { createRegistry } from './modules/registry/registry.module.ts'
import { createTelemetry } from './modules/telemetry/telemetry.module.ts'
import { startJobs } from './periodic.ts'
import { createBus } from './platform/bus.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import type { Database } from './platform/db.ts'
import { createHttp, type Http } from './platform/http.ts'
import { createJobs, exclusivelyIn } from './platform/jobs.ts'
import { createLiveHub, type LiveHub } from './platform/live-hub.ts'
import { openLiveSockets } from './platform/live-socket.ts'
import type { Log } from './platform/log.ts'
import { createMetrics, type Metrics } from './platform/metrics.ts'
import { type Api, createApi } from './platform/mount-operation.ts'
import { createRateLimit } from './platform/rate-limit.ts'
import { StartupError } from './platform/startup-error.ts'

export interface Parts {
  config: Config
  db: Database
  log: Log
  clock?: Clock
  /** Tests: answers are checked against their schemas. */
  checkOutput?: boolean
  /** How often one session and one address may call; tests call more often than people. */
  limits?: Api['limits']
}

const consoleDir = fileURLToPath(new URL('../../console/dist', import.meta.url))

/** The composition root: every constructor call, in order, by hand. Nothing listens before `listen`. */
export async function compose(parts: Parts) {
  const { config, db, log, clock = systemClock } = parts
  const metrics = createMetrics()
  const jobs = createJobs({ log, exclusively: exclusivelyIn(db) })
  const hub = createLiveHub()
  const modules = await composeModules({ config, db, log, clock, hub })
  const { identity, registry, telemetry, faults, commands, geography, diagnostics, edge } = modules
  const { backlog, storeUp } = telemetry
  countIngest(metrics, { backlog, connections: edge.connections, storeUp, mqtt: edge.mqtt })
  const http = await createHttpOf({ config, db, log, metrics, storeUp, mqttUp: () => edge.mqtt.healthy })
  const api = createApi({
    http,
    db,
    sessions: identity.sessions,
    clock,
    log,
    checkOutput: parts.checkOutput ?? false,
    limits: parts.limits ?? {
      session: createRateLimit({ burst: 300, perSecond: 50, clock }),
      address: createRateLimit({ burst: 60, perSecond: 2, clock }),
    },
  })
  for (const module of [identity, registry, telemetry, faults, commands, geography, diagnostics, edge])
    module.mount(api)
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
    ...modules,
    /** Opens the doors: first what devices need, then the devices, then people. Resolves with the HTTP port. */
    async listen(): Promise<number> {
      await registry.start()
      await faults.start()
      await telemetry.start()
      await commands.start()
      identity.startJobs(jobs)
      geography.startJobs(jobs)
      startJobs(jobs, { commands, telemetry, registry })
      await edge.listen()
      return listenHttp(http, config)
    },
    /** Closes the doors in the other order and lets what came in reach the store. */
    async close(): Promise<void> {
      commands.stop()
      faults.close()
      await sockets.close()
      await Promise.all([edge.close(), http.drain()])
      await Promise.race([telemetry.drained(), new Promise((resolve) => setTimeout(resolve, DRAIN_MS).unref())])
      telemetry.close()
      await jobs.stop()
      await Promise.all([registry.flush(), faults.flush(), diagnostics.flush()])
    },
  }
}

/** How long a store that is away may hold up the end. */
const DRAIN_MS = 5_000

interface ModuleParts {
  config: Config
  db: Database
  log: Log
  clock: Clock
  hub: LiveHub
}

/** The modules, each with the functions of others that it asks for. */
async function composeModules({ config, db, log, clock, hub }: ModuleParts) {
  const bus = createBus(log)
  const live = livePublishers(hub)
  const identity = await createIdentity({ db, clock, bus, log })
  const faults = createFaults({ db, bus, log, deptLines: identity.deptLines })
  const diagnostics = createDiagnostics({ db, onLost: (count) => log.warn({ count }, 'log entries could not be kept') })
  const registry = createRegistry({
    db,
    bus,
    log,
    deptZones: identity.deptZones,
    listener: (protocol) => edge.listenerOf(protocol),
    messageTimes: (deviceId) => telemetry.messageTimes(deviceId),
    replay: (...frame) => edge.replay(...frame),
    decode: decodeFrame,
  })
  const telemetry = createTelemetry({
    db,
    clock,
    log,
    findStations: registry.findStations,
    ownersOf: registry.ownersOf,
    zonesOf: registry.zonesOf,
    deviceFacts: registry.deviceFacts,
    // An MQTT device without a registration is refused when it connects: nothing of it is kept.
    noteUnknown: ({ message: { protocol }, address, remote, receivedAt: ts, raw: frames }) =>
      protocol === 'TB_MQTT' || registry.noteUnknown(frames.map((raw) => ({ protocol, address, remote, ts, raw }))),
    observe: faults.observe,
    activeFaults: faults.activeOf,
    onStored: ({ station, touched, receivedAt }) => commands.heard(station.deviceId, touched, receivedAt),
    watched: () => hub.size > 0,
    publishState: live.state,
    publishMessage: live.message,
    onOutage: live.outage,
    decode: decodeFrame,
  })
  const ports = commandPorts({ clock, registry, telemetry, edge: () => edge })
  const commands = createCommands({ db, bus, clock, log, activeFaults: faults.activeOf, ...ports })
  const geography = createGeography({ db, clock, bus, tiles: config.tiles, deptZones: identity.deptZones })
  const { noteConnection, noteBytes } = diagnostics
  const edge = createDeviceEdge({
    config,
    clock,
    log,
    accept: telemetry.accept,
    noteConnection,
    noteBytes,
    onAnswer: commands.answered,
    findTokens: registry.devicesByToken,
    slaveNames: registry.namesOfSlave,
    noteUnknown: registry.noteUnknown,
    lastValues: telemetry.readingsInMemory,
  })
  telemetry.onFullChange(edge.setPaused)
  bus.on('device.changed', telemetry.forgetRegistrations)
  bus.on('dept.changed', telemetry.forgetRegistrations)
  bus.on('device.changed', ({ deviceId }) => edge.mqtt.recheck(deviceId))
  bus.on('station.unknown', live.unknownStation)
  bus.on('command.changed', live.command)
  return { bus, identity, faults, commands, geography, diagnostics, registry, telemetry, edge }
}

export type Platform = Awaited<ReturnType<typeof compose>>

/** Frames as people read them; what cannot be decoded says where it went wrong. */
function decodeFrame(protocol: string, raw: Uint8Array): unknown {
  const codec = codecByName.get(protocol)
  if (!codec) return null
  const decoded = codec.decode(raw)
  return decoded.ok ? decoded.value : { error: decoded.error.kind, at: decoded.error.at }
}

interface HttpParts {
  config: Config
  db: Database
  log: Log
  metrics: Metrics
  storeUp(): boolean
  mqttUp(): boolean
}

async function createHttpOf({ config, db, log, metrics, storeUp, mqttUp }: HttpParts): Promise<Http> {
  return createHttp({
    log,
    metrics,
    consoleDir,
    trustProxy: config.trustProxy,
    tls: config.tls && (await readTls(config.tls)),
    tileHosts: () => config.tiles.map(({ url }) => new URL(url).origin),
    checks: {
      database: async () => (await db.query('select 1')).rowCount === 1,
      ingest: storeUp,
      mqtt: mqttUp,
    },
  })
}

async function readTls(tls: { cert: string; key: string }): Promise<{ cert: string; key: string }> {
  const refuse = (what: string) => (error: Error) => {
    throw new StartupError(`The TLS certificate or key cannot be ${what}: ${error.message}.`)
  }
  const [cert, key] = await Promise.all([readFile(tls.cert, 'utf8'), readFile(tls.key, 'utf8')]).catch(refuse('read'))
  try {
    createSecureContext({ cert, key })
  } catch (error) {
    refuse('used')(error as Error)
  }
  return { cert, key }
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
