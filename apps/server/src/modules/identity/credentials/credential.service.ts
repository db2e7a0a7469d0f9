import type { Clock } from '../../../platform/clock/clock.ts'
import type { Database } from '../../../platform/db/db.ts'
import type { Log } from '../../../platform/log/log.ts'
import { createApiKeys } from './api-key.service.ts'
import { createAvatars } from '../people/avatar.service.ts'
import { createExplain } from '../people/explain.service.ts'
import type { PasswordHashes } from './password.ts'
import type { NoteLogin } from '../identity.ports.ts'
import type { KnownBrowsers } from '../sign-in/known-browser.ts'
import { createPasswordCheck } from '../sign-in/password-check.service.ts'
import { createProfiles } from '../people/profile.service.ts'
import type { Sealing } from './sealing.ts'
import { createSecondStep } from '../sign-in/second-step.service.ts'
import type { Sessions } from '../sign-in/session.service.ts'
import { createTotp } from './totp.service.ts'

export interface CredentialParts {
  db: Database
  clock: Clock
  log: Log
  sealing: Sealing
  hashes: PasswordHashes
  sessions: Sessions
  /** Encrypts what must not be readable from the database alone; 32 bytes (server-key.ts). */
  serverKey: Buffer
  browsers: KnownBrowsers
  noteLogin: NoteLogin
}

/** The credentials of people and programs, apart from the password. */
export async function createCredentials(parts: CredentialParts) {
  const { db, clock, log, sealing, hashes, sessions, serverKey, browsers, noteLogin } = parts
  const passwords = createPasswordCheck({ db, clock, sealing, hashes })
  const totp = createTotp({ db, clock, sessions, passwords, serverKey })
  return {
    totp,
    secondStep: await createSecondStep({ db, clock, totp, browsers, noteLogin }),
    apiKeys: createApiKeys({ db, clock, log, sessions }),
    explain: createExplain({ db }),
    avatars: createAvatars({ db, clock }),
    profiles: createProfiles({ db, clock, sessions }),
  }
}
