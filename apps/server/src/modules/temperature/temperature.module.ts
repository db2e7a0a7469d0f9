import { type tempDeviceResource, tempExcursionResource, tempSceneResource } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Api } from '../../platform/http/mount-operation.ts'
import { mountResource } from '../../platform/resource/mount-resource.ts'
import type { ResourceChange } from '../../platform/resource/resource-change.ts'
import { countExcursions, type ExcursionDeps } from './excursion.service.ts'
import { limitProblems } from './limit.rules.ts'
import { limitScene, noteLateHours, probesIn, saveProbe } from './temperature.store.ts'

export interface TemperatureDeps extends ExcursionDeps {
  clock: Clock
}

const LASTED = 'floor(extract(epoch from coalesce(t.end_time, t.last_time) - t.start_time))'
const PROBES = `select count(*) from temp_probe p join v_device d on d.id = p.device_id
  where p.scene_id = t.id and not d.deleted and {scope:v_device d}`

/** Scenes, the limits of probes, and when they were left. */
export function createTemperature(deps: TemperatureDeps) {
  const { clock } = deps
  const now = () => clock.now().getTime()
  return {
    mount(api: Api): void {
      mountResource(api, tempSceneResource, {
        computed: { probeCount: PROBES },
        async beforeWrite({ verb, id, values, before, tx }) {
          if (verb !== 'del') return refuse(limitProblems({ ...before, ...values }))
          if (id !== null && (await probesIn(tx, id)) > 0) throw new AppError('in-use')
        },
        afterWrite: ({ id, verb, tx }) => (verb === 'update' ? limitScene(tx, id, now()) : undefined),
      })
      mountResource(api, tempExcursionResource, { computed: { lasted: LASTED, version: '0' } })
    },
    /** Of the list of probes, which shows devices: what is said of one is checked and stored. */
    probes: {
      check({ values, before }: ResourceChange<typeof tempDeviceResource>): void {
        const { ownLower, ownUpper, ownHumLower, ownHumUpper } = { ...before, ...values }
        const problems = limitProblems({
          lower: ownLower,
          upper: ownUpper,
          humLower: ownHumLower,
          humUpper: ownHumUpper,
        })
        refuse(Object.fromEntries(Object.entries(problems).map(([name, why]) => [OWN[name]!, why])))
      },
      save: ({ id, values, tx }: ResourceChange<typeof tempDeviceResource> & { readonly id: string }) =>
        saveProbe(tx, id, values, now()),
    },
    noteLateHours,
    countExcursions: (signal: AbortSignal) => countExcursions(deps, signal),
  }
}

const OWN: Readonly<Record<string, string>> = { upper: 'ownUpper', humUpper: 'ownHumUpper' }

function refuse(fields: ReturnType<typeof limitProblems>): void {
  if (Object.keys(fields).length > 0) throw new AppError('validation', { fields })
}
