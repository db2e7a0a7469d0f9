import { mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseAddress } from '../db/db.ts'
import { StartupError } from '../startup-error.ts'
import { type Address, chooseAddress } from './address.ts'
import { type Binaries, embeddedBinaries, installedBinaries } from './binaries.ts'
import { type Credentials, ensureCluster, superuser } from './cluster.ts'
import { applicationRole, ensureApplicationDatabase } from './application-database.ts'
import { findPlace, type Home, openHome } from './home.ts'
import { lockInstance } from './instance-lock.ts'
import { stopOrphan } from './orphan.ts'
import { signal } from './process-table.ts'
import { openServerLog, type ServerLog } from './server-log.ts'
import { type ServerProcess, ServerRefused, startServer } from './server-process.ts'
import { serverSettings, type Settings, usableMemory } from './settings.ts'
import { onFolder, outputTrouble } from './trouble.ts'

interface SupervisorLog {
  info(facts: object, text: string): void
  warn(facts: object, text: string): void
  error(facts: object, text: string): void
}

export interface EmbeddedOptions {
  dataDir: string
  log: SupervisorLog
  /** A folder with `initdb` and `postgres` of an installed PostgreSQL, instead of the packaged one. */
  bin?: string
  /** Server settings that replace ours. */
  settings?: Settings
  /** False: a new cluster is not flushed to disk. For tests. */
  durable?: boolean
  /** The folder of the cluster when the data folder is closed to the user who runs it. */
  movedTo?: string
}

/** Where the embedded database is reached, in parts. */
export type EmbeddedAddress = Exclude<DatabaseAddress, { url: string }>

/** The product's own PostgreSQL, kept running until `stop`. */
export interface EmbeddedPostgres {
  /** The product's database under its own role, which is no superuser. */
  readonly address: EmbeddedAddress
  /** The superuser in the database `postgres`. */
  readonly adminAddress: EmbeddedAddress
  /** PostgreSQL's own messages. */
  readonly logFile: string
  /** Calls back when the server died; it is being started again. Returns the way to stop listening. */
  onDown(listener: () => void): () => void
  /** Calls back when it accepts connections again. */
  onUp(listener: () => void): () => void
  /** Stops the server and gives the data folder free. Statements that run are cut off: drain before. */
  stop(): Promise<void>
}

const backoffMs = [0, 500, 1_000, 2_000, 5_000, 10_000, 30_000] as const

/**
 * Starts the embedded PostgreSQL on `<dataDir>/postgres`, making it on the first start.
 * @throws StartupError with a sentence for the operator.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = await onFolder(options.dataDir, async () => {
    await mkdir(options.dataDir, { recursive: true, mode: 0o700 })
    return await realpath(options.dataDir)
  })
  const lock = await lockInstance(dataDir)
  try {
    const supervisor = await prepare(dataDir, options)
    await supervisor.start()
    return supervisor.face(() => lock.release())
  } catch (error) {
    lock.release()
    throw error
  }
}

async function prepare(dataDir: string, options: EmbeddedOptions): Promise<Supervisor> {
  const place = await findPlace(dataDir)
  if (await stopOrphan(place.folder)) {
    options.log.warn({ dataDir }, 'stopped the database server of a Sluice that was killed')
  }
  const home = await openHome(dataDir, place, options.movedTo)
  const binaries =
    options.bin === undefined
      ? await embeddedBinaries(home.as, join(home.folder, 'program'))
      : await installedBinaries(home.as, options.bin)
  const credentials = await ensureCluster(home, binaries, options.durable ?? true)
  const address = await chooseAddress(home.folder, home.as)
  const log = await onFolder(home.folder, async () => openServerLog(home.folder))
  return new Supervisor({ home, binaries, credentials, serverLog: log, options }, address)
}

interface Parts {
  home: Home
  binaries: Binaries
  credentials: Credentials
  serverLog: ServerLog
  options: EmbeddedOptions
}

class Supervisor {
  private readonly parts: Parts
  private address: Address
  private server: ServerProcess | undefined
  private readonly stopping = new AbortController()
  private revival: Promise<void> = Promise.resolve()
  private readonly downListeners = new Set<() => void>()
  private readonly upListeners = new Set<() => void>()
  /** The last chance to leave no server behind: `process.exit` and uncaught errors pass here, kill -9 does not. */
  private readonly onExit = () => {
    if (this.server !== undefined) signal(this.server.pid, 'SIGINT')
  }

  constructor(parts: Parts, address: Address) {
    this.parts = parts
    this.address = address
  }

  async start(): Promise<void> {
    try {
      await this.launchPatiently()
      await ensureApplicationDatabase(this.adminAddress(), this.parts.credentials.application, this.parts.options.log)
    } catch (error) {
      await this.server?.stop()
      this.parts.serverLog.close()
      throw error
    }
    process.on('exit', this.onExit)
    this.watch()
  }

  face(release: () => void): EmbeddedPostgres {
    const listen = (listeners: Set<() => void>) => (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    }
    let stopped: Promise<void> | undefined
    return {
      address: {
        ...this.adminAddress(),
        user: applicationRole,
        password: this.parts.credentials.application,
        database: applicationRole,
      },
      adminAddress: this.adminAddress(),
      logFile: this.parts.serverLog.path,
      onDown: listen(this.downListeners),
      onUp: listen(this.upListeners),
      stop: () => {
        stopped ??= this.stop().finally(release)
        return stopped
      },
    }
  }

  private adminAddress(): EmbeddedAddress {
    const host = this.address.kind === 'socket' ? this.address.folder : '127.0.0.1'
    const password = this.parts.credentials.superuser
    return { host, port: this.address.port, user: superuser, password, database: 'postgres' }
  }

  private async launch(): Promise<ServerProcess> {
    const { home, binaries, serverLog, options } = this.parts
    const settings = { ...serverSettings(this.address, usableMemory()), ...options.settings }
    return await startServer({ home, binaries, settings, log: serverLog, cancel: this.stopping.signal })
  }

  /** Retries after temporary failures: a port taken since it was found free, backends that could not be seen. */
  private async launchPatiently(): Promise<void> {
    const { home, serverLog } = this.parts
    for (let attempt = 1; ; attempt++) {
      try {
        this.server = await this.launch()
        return
      } catch (error) {
        if (!(error instanceof ServerRefused)) throw error
        const portTaken = this.address.kind === 'tcp' && /could not create any TCP\/IP sockets/.test(error.output)
        const stillInUse = /pre-existing shared memory block/.test(error.output)
        if (attempt === 10 || !(portTaken || stillInUse)) {
          throw outputTrouble(error.output, 'The database could not be started', home.folder, serverLog.path)
        }
        if (portTaken) this.address = await chooseAddress(home.folder, home.as)
        else await pause(1_000, this.stopping.signal)
      }
    }
  }

  private watch(): void {
    void this.server?.ended.then(() => {
      if (this.stopping.signal.aborted) return
      this.server = undefined
      this.parts.options.log.error({ log: this.parts.serverLog.path }, 'the database server ended by itself')
      this.revival = this.revive()
      tell(this.downListeners)
    })
  }

  /** The address stays: connections are made with it. */
  private async revive(): Promise<void> {
    const { log } = this.parts.options
    for (let attempt = 0; !this.stopping.signal.aborted; attempt++) {
      await pause(backoffMs[Math.min(attempt, backoffMs.length - 1)] ?? 30_000, this.stopping.signal)
      if (this.stopping.signal.aborted) return
      try {
        await stopOrphan(this.parts.home.folder)
        this.server = await this.launch()
        if (this.stopping.signal.aborted) return
        log.info({ attempt: attempt + 1 }, 'the database server is up again')
        this.watch()
        tell(this.upListeners)
        return
      } catch (error) {
        if (this.stopping.signal.aborted) return
        const reason = error instanceof ServerRefused ? error.output : error
        log.error({ reason, attempt: attempt + 1 }, 'the database server could not be started again')
      }
    }
  }

  private async stop(): Promise<void> {
    this.stopping.abort()
    await this.revival
    try {
      await this.server?.stop()
      // A server that died by itself may have left its backends.
      if (this.server === undefined) await stopOrphan(this.parts.home.folder)
    } catch (error) {
      if (!(error instanceof StartupError)) throw error
      this.parts.options.log.error({ err: error }, 'the database server could not be stopped')
    }
    this.server = undefined
    process.off('exit', this.onExit)
    this.parts.serverLog.close()
  }
}

function tell(listeners: Set<() => void>): void {
  for (const listener of listeners) listener()
}

function pause(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      stop.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    stop.addEventListener('abort', done)
  })
}
