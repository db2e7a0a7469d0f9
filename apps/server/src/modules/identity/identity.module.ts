import type { webcrypto } from 'node:crypto'
import type { Bus } from '../../platform/bus.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/db.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Api } from '../../platform/http/mount-operation.ts'
import type { KeySource } from '../../platform/http/access.ts'
import type { Scope, Session, SessionSource } from '../../platform/http/session.ts'
import { createAccounts } from './sign-in/account.service.ts'
import { firstAdministratorId } from './sign-in/administrator.store.ts'
import { createCredentials } from './credentials/credential.service.ts'
import { readLines, readTenant, readZones } from './people/department.store.ts'
import type { NoteLogin } from './identity.ports.ts'
import { createKnownBrowsers } from './sign-in/known-browser.ts'
import { mountIdentity } from './identity.routes.ts'
import { sweepGuard } from './sign-in/login-guard.store.ts'
import { createMenuEntries } from './menu/menu-entry.service.ts'
import { createMenus } from './menu/menu.service.ts'
import { createNewPasswords, type SiteNames } from './credentials/new-password.ts'
import { createOnline } from './sign-in/online.service.ts'
import { createRegistration } from './sign-in/registration.service.ts'
import { createPasswordHashes, type PasswordHashes } from './credentials/password.ts'
import { createSealing } from './credentials/sealing.ts'
import { rightsOf } from './sign-in/rights.service.ts'
import { createSessions, type Sessions } from './sign-in/session.service.ts'
import { sweepPending } from './credentials/totp.store.ts'
import { findPeople, type NamedPerson, type PeopleSearch } from './people/named-person.store.ts'
import { organisation, type Organisation } from './people/organisation.ts'
import { createUsers } from './people/user.service.ts'

export { ensureAdministrator, resetPassword, resetSecondFactor } from './sign-in/administrator.service.ts'
export { createPasswordHashes, type PasswordHashes } from './credentials/password.ts'
export { readZones } from './people/department.store.ts'

export interface IdentityParts {
  db: Database
  clock: Clock
  bus: Bus
  log: Log
  /** Seals second factors; 32 bytes (server-key.ts). */
  serverKey: Buffer
  noteLogin: NoteLogin
  /** How passwords are hashed; with the work of the product when omitted. */
  hashes?: PasswordHashes
  /** What browsers seal passwords for; a pair of this process alone when omitted. */
  sealingKeys?: webcrypto.CryptoKeyPair
  /** Whether people may open accounts themselves; closed when left out (SI-26). */
  selfRegistration?: boolean
  /** The department of the site at a host, for accounts opened there. */
  siteDept?(host: string): Promise<string | null>
  /** The names of its sites and those of the departments above it: not allowed in passwords. */
  siteNames?: SiteNames
}

export interface IdentityModule {
  /** The platform's source of sessions. */
  readonly sessions: SessionSource
  /** The platform's source of API keys. */
  readonly keys: KeySource
  mount(api: Api): void
  startJobs(jobs: Jobs): void
  /** What a person may at this moment, signed in or not; null when they may not sign in. */
  rightsOf(userId: string): Promise<Session | null>
  /** People of a scope who may sign in, found by name; those of these departments come first. */
  peopleNamed(scope: Scope, search: PeopleSearch): Promise<NamedPerson[]>
  /** Time zone of each department's site; departments without one are left out. */
  deptZones(): Promise<ReadonlyMap<string, string>>
  /** The department below the root to which a department belongs. */
  tenantOf(deptId: string): Promise<string>
  /** Each of these departments with all above it. */
  deptLines(deptIds: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>>
  /** People and departments, for those who ask them to decide. */
  readonly organisation: Organisation
  /** Whether an administrator exists who may sign in: not before the end of the first start. */
  canSignIn(): Promise<boolean>
  /** A sign-in of the administrator for the demo fleet, which is a program of this machine. */
  openAdministratorSession(): Promise<{ cookie: string; token: string }>
}

/** Locks and second steps that are over. */
async function sweepCredentials(db: Database, now: Date): Promise<void> {
  await sweepGuard(db, now)
  await sweepPending(db, now)
}

/** Rights: departments, users, roles, sessions (domain 1). */
export async function createIdentity(parts: IdentityParts): Promise<IdentityModule> {
  const {
    db,
    clock,
    bus,
    log,
    noteLogin,
    serverKey,
    hashes = createPasswordHashes(),
    selfRegistration = false,
    siteDept = async () => null,
    siteNames = async () => [],
  } = parts
  const [sealing, sessions] = await Promise.all([
    createSealing(clock, parts.sealingKeys),
    createSessions({ db, clock, log }),
  ])
  const browsers = await createKnownBrowsers({ db, clock })
  const newPasswords = createNewPasswords({ siteNames })
  const base = { db, clock, log, sealing, hashes, sessions, browsers, newPasswords, noteLogin }
  const credentials = await createCredentials({ ...base, serverKey })
  const accounts = createAccounts({ ...base, secondStep: credentials.secondStep })
  const users = createUsers(base)
  const menus = createMenus({ db, sessions })
  const entries = createMenuEntries({ db, sessions })
  const online = createOnline({ db, clock, sessions })
  const registration = createRegistration({ ...base, open: selfRegistration, siteDept })

  return {
    sessions,
    keys: credentials.apiKeys.source,
    mount: (api) =>
      mountIdentity(api, {
        ...credentials,
        accounts,
        bus,
        menus,
        sealing,
        sessions,
        users,
        entries,
        online,
        registration,
      }),
    rightsOf: (userId) => rightsOf({ db, clock }, userId),
    peopleNamed: (scope, search) => findPeople(db, scope, search),
    deptZones: () => readZones(db),
    tenantOf: (deptId) => readTenant(db, deptId),
    deptLines: (deptIds) => readLines(db, deptIds),
    organisation,
    canSignIn: async () => (await firstAdministratorId(db)) !== undefined,
    openAdministratorSession: async () => {
      const userId = await firstAdministratorId(db)
      if (userId === undefined) throw new Error('there is no administrator')
      const cookie = await sessions.begin(userId, { platform: 'demo', ip: '127.0.0.1', userAgent: 'sluice demo fleet' })
      return { cookie, token: sessions.tokenFor(cookie) }
    },
    startJobs: (jobs) => startSweeps(jobs, { db, clock, sessions }),
  }
}

/** Deletes what has expired: sessions, locks and second steps. */
function startSweeps(
  jobs: Jobs,
  { db, clock, sessions }: Pick<IdentityParts, 'db' | 'clock'> & { sessions: Sessions },
) {
  const everyMinute = { everyMs: 60_000, exclusive: true }
  jobs.start({ name: 'identity.sessions', ...everyMinute, run: () => sessions.sweep() })
  jobs.start({ name: 'identity.login-guard', ...everyMinute, run: () => sweepCredentials(db, clock.now()) })
}
