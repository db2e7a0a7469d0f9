import { isUsableImage, siteProfile, siteResource, unitsOfText } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { Database } from '../../platform/db/db.ts'
import { type Api, mountOperation } from '../../platform/http/mount-operation.ts'
import { mountResource } from '../../platform/resource/mount-resource.ts'
import type { ResourceChange } from '../../platform/resource/resource-change.ts'
import { hostKeys } from './site.rules.ts'
import { readSite, readSiteNames } from './site.store.ts'

type Change = ResourceChange<typeof siteResource>

export interface SiteParts {
  db: Database
  /** Whether people may open accounts themselves. */
  registration: boolean
}

/** The look of the console by its host. */
export function createSites({ db, registration }: SiteParts) {
  const siteAt = (host: string) => readSite(db, hostKeys(host))
  return {
    /** The department of a host's site. */
    deptOf: async (host: string): Promise<string | null> => (await siteAt(host))?.deptId ?? null,
    /** The names of a department's sites and those above it. */
    namesOf: (deptId: string): Promise<string[]> => readSiteNames(db, deptId),
    mount(api: Api): void {
      mountResource(api, siteResource, { beforeWrite: check })
      mountOperation(api, siteProfile, async (_input, { request }) => {
        const site = await siteAt(api.http.hostOf(request.raw))
        const { webName = null, logo = null, language = null, units } = site ?? {}
        const usual = units ? { units: unitsOfText(units) ?? {} } : {}
        return { webName, logo, language, ...usual, registration }
      })
    },
  }
}

/** Only users who see the whole platform assign a host; a department decides how its own site looks. */
function check({ verb, values, before, context }: Change): void {
  const isOurs = (name: 'host' | 'deptId') => values[name] === undefined || values[name] === before?.[name]
  if (!context.session.scope.all && (verb !== 'update' || !isOurs('host') || !isOurs('deptId'))) {
    throw new AppError('not-permitted', { needs: 'platform' })
  }
  const { host, logo, units } = values
  if (units && !unitsOfText(units)) throw new AppError('validation', { fields: { units: 'format' } })
  if (host) values.host = host.toLowerCase()
  if (logo && !isUsableImage(logo)) throw new AppError('validation', { fields: { logo: 'format' } })
}
