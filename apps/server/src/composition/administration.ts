import type { Config } from '../config.ts'
import { createDictionary } from '../modules/dictionary/dictionary.module.ts'
import { createJournal } from '../modules/journal/journal.module.ts'
import { createSites } from '../modules/site/site.module.ts'
import type { Clock } from '../platform/clock/clock.ts'
import type { Database } from '../platform/db/db.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { LogRecorder } from '../platform/log/log-recorder.ts'
import type { Api } from '../platform/http/mount-operation.ts'

export interface AdministrationParts {
  config: Pick<Config, 'selfRegistration'>
  db: Database
  clock: Clock
  recorder?: LogRecorder | undefined
}

/** The modules that administer the platform apart from people and rights: words, sites, logs. */
export function composeAdministration({ config, db, clock, recorder }: AdministrationParts) {
  const dictionary = createDictionary({ db })
  const journal = createJournal({ db, clock, recorder })
  const sites = createSites({ db, registration: config.selfRegistration })
  return {
    journal,
    dictionary: dictionary.entriesOf,
    siteDept: sites.deptOf,
    siteNames: sites.namesOf,
    mount(api: Api): void {
      for (const module of [dictionary, journal, sites]) module.mount(api)
    },
    start: () => dictionary.start(),
    startJobs: (jobs: Jobs, mayDelete: () => Promise<boolean>) => journal.startJobs(jobs, mayDelete),
  }
}
