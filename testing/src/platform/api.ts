import { createJournal } from '@sluice/server/src/modules/journal/journal.module.ts'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { type Bus, createBus } from '@sluice/server/src/platform/bus.ts'
import { fakeClock } from '@sluice/server/src/platform/clock/clock.ts'
import type { Database } from '@sluice/server/src/platform/db/db.ts'
import { createHttp } from '@sluice/server/src/platform/http/http.ts'
import { silentLog } from '@sluice/server/src/platform/log/log.ts'
import { createMetrics } from '@sluice/server/src/platform/metrics.ts'
import { type Api, createApi } from '@sluice/server/src/platform/http/mount-operation.ts'
import { createRateLimit } from '@sluice/server/src/platform/http/rate-limit.ts'
import {
  createIdentity,
  ensureAdministrator,
  type IdentityModule,
} from '@sluice/server/src/modules/identity/identity.module.ts'
import { type Answer, callApi, headersOf, signIn, type Visitor } from '../browser/sign-in.ts'
import { lightHashes } from './light-hashes.ts'
import { sealingKeys } from './sealing-keys.ts'

/** The API with sign-in and administration, without a network: tests of other modules mount theirs on it. */
export interface TestApi {
  api: Api
  bus: Bus
  clock: ReturnType<typeof fakeClock>
  identity: IdentityModule
  admin: Visitor
  call(
    visitor: Partial<Visitor>,
    method: 'GET' | 'POST',
    path: string,
    input?: Record<string, unknown>,
  ): Promise<Answer>
  close(): Promise<void>
}

export const ADMIN_PASSWORD = 'heron-4-lantern'

/** Builds it on an empty database and signs `admin` in. `mount` adds modules; `hashes` are light by default. */
export async function createTestApi(
  db: Database,
  mount: (api: Api) => void | Promise<void> = () => {},
  hashes = lightHashes,
): Promise<TestApi> {
  const clock = fakeClock(new Date())
  const bus = createBus(silentLog)
  await ensureAdministrator(db, ADMIN_PASSWORD, hashes)
  const { noteLogin } = createJournal({ db, clock })
  const keys = await sealingKeys()
  const identity = await createIdentity({
    db,
    clock,
    bus,
    log: silentLog,
    noteLogin,
    hashes,
    ...(keys && { sealingKeys: keys }),
    serverKey: randomBytes(32),
  })
  const http = await createHttp({
    log: silentLog,
    metrics: createMetrics({ processMetrics: false }),
    consoleDir: `${tmpdir()}/no-console-here`,
    trustProxy: false,
    checks: {},
  })
  const unlimited = createRateLimit({ name: 'unlimited', burst: 1e9, perSecond: 1e9, clock })
  const limits = { session: unlimited, address: unlimited }
  const api = createApi({
    http,
    db,
    sessions: identity.sessions,
    keys: identity.keys,
    clock,
    log: silentLog,
    limits,
    checkOutput: true,
  })
  identity.mount(api)
  await mount(api)
  const admin = await signIn(http.app, 'admin', ADMIN_PASSWORD)
  return {
    api,
    bus,
    clock,
    identity,
    admin,
    call: (visitor, method, path, input) => callApi(http.app, method, path, input, headersOf(visitor)),
    close: () => http.drain(),
  }
}
