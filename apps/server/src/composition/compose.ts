import type { webcrypto } from 'node:crypto'
import { join } from 'node:path'
import { DEFAULT_ZONE } from '@sluice/kit'
import server from '../../package.json' with { type: 'json' }
import { administrationModule } from './context/administration.ts'
import { aftersaleModule } from './context/aftersale.ts'
import { attributeModule } from './context/attribute.ts'
import { commandModule } from './context/command.ts'
import { deviceModule } from './context/devices.ts'
import { diagnosticsModule } from './context/diagnostics.ts'
import { faultModule } from './context/fault.ts'
import { firmwareModule } from './context/firmware.ts'
import { flowModule } from './context/flow.ts'
import { geographyModule } from './context/geography.ts'
import { identityModule } from './context/identity.ts'
import { noticeChannelModule } from './context/notice-channel.ts'
import { noticeModule } from './context/notice.ts'
import { officeModule } from './context/office.ts'
import { registryModule } from './context/registry.ts'
import { telemetryModule } from './context/telemetry.ts'
import { temperatureModule } from './context/temperature.ts'
import { composeClock, tellLeaps } from './clock.ts'
import { composeModules } from './compose-modules.ts'
import { composeOutbox, eventModule } from './events.ts'
import type { Config } from '../config.ts'
import type { Gateway } from '../gateways/gateway.ts'
import { GATEWAYS } from '../gateways/gateways.ts'
import { countIngest } from './ingest-metrics.ts'
import { closeAll, type Modules, mountAll, startAll } from './module.ts'
import { createHttpOf, listenHttp } from './open-http.ts'
import type { ChannelSender } from '../modules/notice/channel/channel.ts'
import type { PasswordHashes } from '../modules/identity/identity.module.ts'
import { type Clock, systemClock } from '../platform/clock/clock.ts'
import type { Database } from '../platform/db/db.ts'
import type { Http } from '../platform/http/http.ts'
import { type HttpSeatLimits, httpSeatLimits } from '../platform/http/http-seats.ts'
import { createJobs, exclusivelyIn, type Jobs } from '../platform/jobs/jobs.ts'
import { createLiveHub, type LiveHub } from '../platform/live/live-hub.ts'
import { openLiveSockets } from '../platform/live/live-socket.ts'
import type { LogRecorder } from '../platform/log/log-recorder.ts'
import type { Log } from '../platform/log/log.ts'
import { createMetrics } from '../platform/metrics.ts'
import { type Api, createApi } from '../platform/http/mount-operation.ts'
import { startFileSweep } from '../platform/file/file-sweep.ts'
import { mountUpload } from '../platform/file/upload.ts'
import { mountOpenApi } from '../platform/openapi/openapi.routes.ts'
import { mountPlainResources } from '../platform/resource/mount-plain.ts'
import { openFilesLimit } from '../platform/http/open-files.ts'
import { createPlaces, SOCKET_PLACES } from '../platform/http/places.ts'
import { mountPreferences } from '../platform/preference.routes.ts'
import { CALL_LIMITS, createRateLimit } from '../platform/http/rate-limit.ts'
import { mountJobRuns } from '../platform/run/job-run.routes.ts'
import { JobRuns } from '../platform/run/job-runs.ts'
import { readServerKey } from '../platform/server-key.ts'

export interface Parts {
  config: Config
  db: Database
  log: Log
  clock?: Clock
  /** Protocols that devices speak; all built-in ones when omitted. */
  gateways?: readonly Gateway[]
  /** Holds warnings and errors of `log` until they are stored. */
  recorder?: LogRecorder
  /** Tests: answers are checked against their schemas. */
  checkOutput?: boolean
  /** Tests: passwords are hashed with less work. */
  hashes?: PasswordHashes
  /** Tests: the pair that passwords are sealed for, made once for all platforms of a run. */
  sealingKeys?: webcrypto.CryptoKeyPair
  /** Tests: the thread of payload scripts shares the machine with other tests, and gets longer than 250 ms for an answer. */
  scriptAnswerMs?: number
  /** Tests: whom open screens are told by. */
  hub?: LiveHub
  /** Tests: how messages leave; the configured channels when omitted. */
  channels?: ChannelSender
  /** How often one session and one address may call; tests call more often than people. */
  limits?: Api['limits']
}

/** The composition root: every constructor call, in order, by hand. Nothing listens before `listen`. */
export async function compose(parts: Parts) {
  const { config, db, log, clock = systemClock, gateways = GATEWAYS, hub = createLiveHub() } = parts
  const metrics = createMetrics()
  const { leaps, trust } = composeClock({ clock, db, log, metrics })
  const jobs = createJobs({ log, exclusively: exclusivelyIn(db), first: leaps.look })
  const given = {
    recorder: parts.recorder,
    hashes: parts.hashes,
    sealingKeys: parts.sealingKeys,
    scriptAnswerMs: parts.scriptAnswerMs,
    channels: parts.channels,
  }
  const modules = await composeModules({ gateways, config, db, log, clock, hub, trust, ...given })
  const { identity, registry, telemetry, faults, commands, edge } = modules
  const outbox = composeOutbox({ db, clock, log, metrics, bus: modules.bus })
  const { storeUp, takesUplinks } = telemetry
  countIngest(metrics, { ...edge, ...telemetry, strangers: modules.strangers })
  const seats = httpSeatLimits(openFilesLimit(), config.trustProxy)
  const ready = { storeUp, takesUplinks, deviceChecks: edge.checks, canSignIn: identity.canSignIn, seats }
  const http = await createHttpOf({ config, db, log, metrics, ...ready })
  const api = createApiOf(parts, {
    http,
    identity,
    clock,
    seats,
    dictionary: modules.administration.dictionary.entriesOf,
  })
  const sockets = openLiveSockets({
    http,
    hub,
    sessions: identity.sessions,
    madeBy: registry.devicesMadeBy,
    log,
    allowedOrigins: api.allowedOrigins,
    limit: api.limits.session,
    places: api.sockets,
    hello: () => ({ type: 'hello', storeUp: telemetry.storeUp(), time: clock.now().toISOString() }),
  })

  tellLeaps(leaps, { log, commands, telemetry, faults })
  const ordered = inOrder(modules, { db, api, http, jobs, outbox, sockets, mayDelete: trust.mayDelete })
  mountAll(ordered, api)
  for (const mount of [mountPreferences, mountJobRuns, mountUpload, mountPlainResources]) mount(api)
  mountOpenApi(api, { version: server.version, open: config.publicDocs })

  return {
    api,
    ...modules,
    /** Opens the listeners: first what devices need, then devices, then people. Resolves with the HTTP port. */
    async listen(): Promise<number> {
      await startAll(ordered, jobs)
      return openDoors({ edge, http, config, outbox })
    },
    /** Closes the listeners in reverse order and lets received data reach the store. */
    close: () => closeAll(ordered, log),
  }
}

interface Frame {
  db: Database
  api: Api
  http: Http
  jobs: Jobs
  outbox: ReturnType<typeof composeOutbox>
  sockets: { close(): Promise<void> }
  mayDelete(): Promise<boolean>
}

/** All modules in the order they start; they close in reverse order. */
function inOrder(all: Awaited<ReturnType<typeof composeModules>>, frame: Frame): Modules {
  const { db, api, http, jobs, outbox, sockets, mayDelete } = frame
  return [
    identityModule(all.identity),
    administrationModule(all.administration, { db, mayDelete }),
    eventModule(outbox),
    registryModule(all.registry, mayDelete),
    temperatureModule(all.temperature),
    officeModule(all.office),
    faultModule(all.faults, mayDelete),
    noticeModule(all.notices),
    diagnosticsModule(all.diagnostics),
    { name: 'jobs', close: jobs.stop },
    { name: 'files', jobs: (started) => startFileSweep(started, api, mayDelete) },
    { name: 'exports', jobs: (started) => startRuns(started, api), close: () => api.runs.close() },
    telemetryModule(all.telemetry),
    commandModule(all.commands),
    attributeModule(all.attributes),
    firmwareModule(all.firmware),
    noticeChannelModule(all.noticeChannels),
    geographyModule(all.geography),
    aftersaleModule(all.aftersale),
    flowModule(all.flows),
    // Devices and people both wait for scripts.
    { name: 'scripts', close: all.scripts.close },
    [deviceModule(all.edge), { name: 'requests', close: http.drain }],
    { name: 'sockets', close: sockets.close },
  ]
}

/** Takes on exports and imports that wait or that another process left, and removes what they left behind. */
function startRuns(jobs: Jobs, { runs }: Api): void {
  jobs.start({ name: 'runs.look', everyMs: 1_000, atStart: true, run: () => runs.look() })
  jobs.start({ name: 'runs.sweep', everyMs: 600_000, atStart: true, run: () => runs.sweep() })
}

interface Doors {
  edge: { listen(): Promise<void> }
  http: Http
  config: Config
  outbox: { close(): Promise<void> }
}

/** Opens first for devices, then for people. When one fails to open, no connection may remain. */
async function openDoors({ edge, http, config, outbox }: Doors): Promise<number> {
  try {
    await edge.listen()
    return await listenHttp(http, config)
  } catch (error) {
    await outbox.close()
    throw error
  }
}

interface ApiParts {
  http: Http
  identity: Platform['identity']
  clock: Clock
  seats: HttpSeatLimits
  dictionary: Api['dictionary']
}

/** The API that every call passes through, created before anything is mounted. */
function createApiOf(
  { config, db, log, checkOutput = false, limits }: Parts,
  { http, identity, clock, seats, dictionary }: ApiParts,
): Api {
  return createApi({
    http,
    db,
    sessions: identity.sessions,
    keys: identity.keys,
    clock,
    log,
    dictionary,
    runs: new JobRuns({
      db,
      clock,
      log,
      folder: join(config.dataDir, 'runs'),
      zoneOf: zoneOf(identity.deptZones),
      tenantOf: identity.tenantOf,
      serverKey: () => readServerKey(config.dataDir, config.serverKey),
    }),
    checkOutput,
    // The other half is left for calls.
    sockets: createPlaces({ ...SOCKET_PLACES, all: Math.min(SOCKET_PLACES.all, Math.floor(seats.all / 2)) }),
    limits: limits ?? {
      session: createRateLimit({ ...CALL_LIMITS.session, clock }),
      address: createRateLimit({ ...CALL_LIMITS.address, clock }),
    },
  })
}

/** The time zone in which the people of a department read times. */
function zoneOf(deptZones: () => Promise<ReadonlyMap<string, string>>) {
  return async (deptId: string) => (await deptZones()).get(deptId) ?? DEFAULT_ZONE
}

export type Platform = Awaited<ReturnType<typeof compose>>
