import type { webcrypto } from 'node:crypto'
import type { Administration } from './administration.ts'
import type { Base } from '../base.ts'
import type { Module } from '../module.ts'
import type { Config } from '../../config.ts'
import { createIdentity, type IdentityModule, type PasswordHashes } from '../../modules/identity/identity.module.ts'
import { readServerKey } from '../../platform/server-key.ts'

interface Needs {
  config: Config
  administration: Administration
  /** Tests: passwords are hashed with less work. */
  hashes: PasswordHashes | undefined
  /** Tests: the pair that passwords are sealed for, which takes a fifth of a second to make. */
  sealingKeys: webcrypto.CryptoKeyPair | undefined
}

/** People, their rights and their sessions. */
export async function composeIdentity(
  { db, bus, clock, log }: Omit<Base, 'trust'>,
  { config, administration, hashes, sealingKeys }: Needs,
): Promise<IdentityModule> {
  return createIdentity({
    db,
    clock,
    bus,
    log,
    serverKey: await readServerKey(config.dataDir, config.serverKey),
    selfRegistration: config.selfRegistration,
    siteDept: administration.sites.deptOf,
    siteNames: administration.sites.namesOf,
    noteLogin: administration.journal.noteLogin,
    ...(hashes ? { hashes } : {}),
    ...(sealingKeys ? { sealingKeys } : {}),
  })
}

export function identityModule({ mount, startJobs }: IdentityModule): Module {
  return { name: 'identity', mount, jobs: startJobs }
}
