import { STORE_MS } from '../base.ts'
import type { Module } from '../module.ts'
import type { Config } from '../../config.ts'
import { createDictionary } from '../../modules/dictionary/dictionary.module.ts'
import { createJournal } from '../../modules/journal/journal.module.ts'
import { createSites } from '../../modules/site/site.module.ts'
import { sealAudit } from '../../platform/audit/audit-chain.store.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/db.ts'
import type { LogRecorder } from '../../platform/log/log-recorder.ts'

interface Needs {
  config: Pick<Config, 'selfRegistration'>
  db: Database
  clock: Clock
  recorder: LogRecorder | undefined
}

export type Administration = ReturnType<typeof composeAdministration>

/** The modules that administer the platform apart from people and rights: words, sites, logs. */
export function composeAdministration({ config, db, clock, recorder }: Needs) {
  const dictionary = createDictionary({ db })
  const journal = createJournal({ db, clock, recorder })
  const sites = createSites({ db, registration: config.selfRegistration })
  return { journal, dictionary, sites }
}

export function administrationModule(
  { dictionary, journal, sites }: Administration,
  { db, mayDelete }: { db: Database; mayDelete(): Promise<boolean> },
): Module {
  return {
    name: 'administration',
    mount(api) {
      for (const module of [dictionary, journal, sites]) module.mount(api)
    },
    start: () => dictionary.start(),
    jobs(jobs) {
      journal.startJobs(jobs, mayDelete)
      // Not exclusive: it locks for itself.
      jobs.start({ name: 'audit.seal', everyMs: 1_000, run: async () => void (await sealAudit(db)) })
    },
    close: journal.flush,
    limitMs: STORE_MS,
  }
}
