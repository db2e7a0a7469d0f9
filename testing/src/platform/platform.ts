import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compose, type Platform } from '@sluice/server/src/composition/compose.ts'
import type { ChannelSender } from '@sluice/server/src/modules/notice/channel/channel.ts'
import { readConfig } from '@sluice/server/src/config.ts'
import type { Gateway } from '@sluice/server/src/gateways/gateway.ts'
import { GATEWAYS } from '@sluice/server/src/gateways/gateways.ts'
import { ensureAdministrator } from '@sluice/server/src/modules/identity/identity.module.ts'
import { type Clock, systemClock } from '@sluice/server/src/platform/clock/clock.ts'
import type { Database } from '@sluice/server/src/platform/db/db.ts'
import type { LiveHub } from '@sluice/server/src/platform/live/live-hub.ts'
import { exclusivelyIn } from '@sluice/server/src/platform/jobs/jobs.ts'
import { type Log, silentLog } from '@sluice/server/src/platform/log/log.ts'
import { createRateLimit } from '@sluice/server/src/platform/http/rate-limit.ts'
import { ADMIN_PASSWORD } from './api.ts'
import { type ApiClient, createClient } from './client.ts'
import { lightHashes } from './light-hashes.ts'
import { sealingKeys } from './sealing-keys.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { connectStation, type StationOptions, type TestStation } from '../field/station.ts'

/** A machine that is busy with other tests may leave a thread without its turn for seconds. */
const SCRIPT_PATIENCE_MS = 10_000

export interface TestPlatformOptions {
  /** An existing database, for a second start on the same data; its owner drops it. */
  database?: TestDatabase
  clock?: Clock
  /** Settings beside free ports and the administrator's password. */
  env?: Readonly<Record<string, string>>
  log?: Log
  /** Protocols of the devices; all built-in ones by default. */
  gateways?: readonly Gateway[]
  /** Applies the rate limits of the product. */
  limited?: boolean
  /** How messages to people leave; without it as configured. */
  channels?: ChannelSender
  /** Whom open screens are told by. */
  hub?: LiveHub
  /** An exclusive job that the test runs itself: the platform finds its lock taken, as by another process. */
  byHand?: string
}

/** The whole server inside the test's process, on real ports and a database of its own. */
export interface TestPlatform {
  url: string
  sl651Port: number
  database: TestDatabase
  db: Database
  clock: Clock
  platform: Platform
  /** Signed in as `admin`, however far the clock is moved. */
  admin: ApiClient
  signIn(username: string, password: string): Promise<ApiClient>
  /** A station on a bare socket, on the platform's clock. */
  station(options?: Partial<StationOptions>): Promise<TestStation>
  /** Drains; drops a database that was created here. */
  stop(): Promise<void>
}

/**
 * Composes and opens the platform as `main.ts` does. Answers are checked against their schemas; rate limits are off
 * unless `limited` is set.
 */
export async function startTestPlatform(options: TestPlatformOptions = {}): Promise<TestPlatform> {
  const {
    clock = systemClock,
    log = silentLog,
    env = {},
    limited = false,
    byHand,
    gateways = GATEWAYS,
    channels,
    hub,
  } = options
  const database = options.database ?? (await createTestDatabase())
  const dataDir = mkdtempSync(join(tmpdir(), 'sluice-platform-'))
  const config = readConfig({ PORT: '0', SLUICE_DEVICE_PORTS: '0', SLUICE_DATA: dataDir, ...env }, [], gateways)
  const { db } = database
  const remove = async () => {
    rmSync(dataDir, { recursive: true, force: true })
    if (!options.database) await database.drop()
  }
  const release = byHand === undefined ? undefined : await takeTurn(db, byHand)
  try {
    await ensureAdministrator(db, ADMIN_PASSWORD, lightHashes)
    const unlimited = createRateLimit({ name: 'unlimited', burst: 1e9, perSecond: 1e9, clock })
    const limits = { session: unlimited, address: unlimited }
    const keys = await sealingKeys()
    const platform = await compose({
      gateways,
      config,
      db,
      log,
      clock,
      checkOutput: true,
      hashes: lightHashes,
      ...(keys && { sealingKeys: keys }),
      scriptAnswerMs: SCRIPT_PATIENCE_MS,
      ...(channels && { channels }),
      ...(hub && { hub }),
      ...(limited ? {} : { limits }),
    })
    const url = `http://127.0.0.1:${await platform.listen()}`
    const openSession = () => platform.identity.openAdministratorSession()
    const sl651Port = platform.edge.port('SL651') ?? 0
    return {
      url,
      sl651Port,
      database,
      db,
      clock,
      platform,
      admin: createClient(url, await openSession(), openSession),
      signIn: (username, password) => createClient(url).signIn(username, password),
      station: (more) => connectStation({ port: sl651Port, now: () => clock.now().getTime(), ...more }),
      async stop() {
        await platform.close()
        await release?.()
        await remove()
      },
    }
  } catch (error) {
    await release?.()
    await remove()
    throw error
  }
}

/** Holds the lock of an exclusive job until the returned function is called. */
async function takeTurn(db: Database, job: string): Promise<() => Promise<void>> {
  const [taken, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const held = exclusivelyIn(db)(job, () => {
    taken.resolve()
    return over.promise
  })
  await taken.promise
  return async () => {
    over.resolve()
    await held
  }
}
