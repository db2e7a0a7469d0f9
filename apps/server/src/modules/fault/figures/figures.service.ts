import { faultFigures, reliability } from '@sluice/contract'
import { DEFAULT_ZONE } from '@sluice/kit'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Database } from '../../../platform/db/db.ts'
import { type Api, mountOperation } from '../../../platform/http/mount-operation.ts'
import { fullSeries, type Span, stepOf, withShares } from './figures.rules.ts'
import { countFigures } from './figures.store.ts'
import { timeBetweenFaults } from './mtbf.rules.ts'
import { countRuns } from './reliability.store.ts'

export interface FiguresDeps {
  db: Database
  clock: Clock
  /** The IANA zone of the site of each department that has one. */
  deptZones(): Promise<ReadonlyMap<string, string>>
}

const spanOf = ({ startTime, endTime }: { startTime: string; endTime: string }): Span => ({
  from: new Date(startTime),
  to: new Date(endTime),
})

/** Figures of faults, and how long devices go without one. `flush` writes reported conditions first. */
export function mountFigures(
  api: Api,
  { db, clock, deptZones, flush }: FiguresDeps & { flush(): Promise<void> },
): void {
  mountOperation(api, faultFigures, async ({ startTime, endTime, ...filters }, { session, language }) => {
    await flush()
    const span = spanOf({ startTime, endTime })
    const zone = (await deptZones()).get(session.deptId) ?? DEFAULT_ZONE
    const english = language === 'en-US'
    const counted = await countFigures(db, { scope: session.scope, filters, span, now: clock.now(), zone, english })
    const { days, codes, devices, products, areas, ...others } = counted
    const total = others.now.faults
    return {
      ...others,
      step: stepOf(span),
      series: fullSeries(days, span, zone),
      codes: withShares(codes, total),
      devices: withShares(devices, total),
      products: withShares(products, total),
      areas: withShares(areas, total),
    }
  })
  mountOperation(api, reliability, async ({ startTime, endTime, ...filters }, { session, language }) => {
    await flush()
    const english = language === 'en-US'
    const runs = await countRuns(db, {
      scope: session.scope,
      filters,
      span: spanOf({ startTime, endTime }),
      now: clock.now(),
      english,
    })
    return runs.map((run) => ({ ...run, ...timeBetweenFaults(run.deviceDays, run.faults) }))
  })
}
