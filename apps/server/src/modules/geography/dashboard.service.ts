import {
  type DashboardSummary,
  type DashboardWater,
  dashboardSummary,
  dashboardWater,
  deviceMap,
} from '@sluice/contract'
import { DEFAULT_ZONE } from '@sluice/kit'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/db.ts'
import { type Api, mountOperation } from '../../platform/http/mount-operation.ts'
import type { Scope, Session } from '../../platform/http/session.ts'
import { countDevices, deptsInSight } from './dashboard.store.ts'
import { deviceColumns } from './device-map.store.ts'
import { type PackedAnswer, packAnswer, sendPacked } from './packed-answer.ts'
import { createScopeCache } from './scope-cache.ts'

/** m³, and how many meters' newest value is BAD. */
interface VolumeToday {
  volumeM3: number | null
  leftOut: number
}

export interface DashboardDeps {
  db: Database
  clock: Clock
  /** Time zone of each department's site. */
  deptZones(): Promise<ReadonlyMap<string, string>>
  /** m³ consumed since midnight of the zone; null where no meter in scope counts. */
  volumeToday(scope: Scope, zone: string): Promise<VolumeToday>
  volumeByHour(scope: Scope, zone: string): Promise<DashboardWater>
}

/** The console adds the events of the two seconds before it asked: what is older would lack those in between for good. */
const MAP_AGE_MS = 1_000
const COUNT_AGE_MS = 2_000
/** Consumption moves slowly and costs the most to add up. */
const VOLUME_AGE_MS = 15_000
/** Whole hours change when the next one is rolled up. */
const HOURS_AGE_MS = 120_000

export function mountDashboard(api: Api, deps: DashboardDeps): void {
  const { db, clock } = deps
  const elapsed = () => clock.elapsed()
  const maps = createScopeCache<PackedAnswer>(MAP_AGE_MS, elapsed, 0)
  const summaries = createScopeCache<DashboardSummary>(COUNT_AGE_MS, elapsed)
  const volumes = createScopeCache<VolumeToday>(VOLUME_AGE_MS, elapsed)
  const waters = createScopeCache<DashboardWater>(HOURS_AGE_MS, elapsed)
  const zoneOf = async ({ deptId }: Session) => (await deps.deptZones()).get(deptId) ?? DEFAULT_ZONE

  const askMap = async (scope: Scope) => packAnswer(await deviceColumns(db, scope, clock.now().toISOString()))

  mountOperation(api, deviceMap, async (_input, context) => {
    const { scope } = context.session
    return sendPacked(await maps(scope, () => askMap(scope)), context, api.checkOutput)
  })

  async function askSummary(session: Session): Promise<DashboardSummary> {
    const { scope } = session
    const zone = await zoneOf(session)
    const [counted, depts, volume] = await Promise.all([
      countDevices(db, scope),
      deptsInSight(db, scope),
      volumes(scope, () => deps.volumeToday(scope, zone), zone),
    ])
    return summarize({ counted, depts, volume })
  }
  mountOperation(api, dashboardSummary, (_input, { session }) =>
    summaries(session.scope, () => askSummary(session), session.deptId),
  )
  mountOperation(api, dashboardWater, async (_input, { session }) => {
    const zone = await zoneOf(session)
    return waters(session.scope, () => deps.volumeByHour(session.scope, zone), zone)
  })
}

interface Parts {
  counted: Awaited<ReturnType<typeof countDevices>>
  depts: Awaited<ReturnType<typeof deptsInSight>>
  volume: VolumeToday
}

function summarize({ counted, depts, volume }: Parts): DashboardSummary {
  const sum = (key: 'total' | 'online' | 'offline' | 'fault' | 'inactive' | 'disabled' | 'unplaced' | 'flowLeftOut') =>
    counted.reduce((all, row) => all + row[key], 0)
  const [online, offline] = [sum('online'), sum('offline')]
  const flows = counted.flatMap(({ flow }) => (flow === null ? [] : flow))
  const byDept = new Map(counted.map((row) => [row.id, row]))
  return {
    total: sum('total'),
    online,
    offline,
    fault: sum('fault'),
    inactive: sum('inactive'),
    disabled: sum('disabled'),
    unplaced: sum('unplaced'),
    onlineRate: online + offline === 0 ? null : Math.round((1000 * online) / (online + offline)) / 10,
    flowM3h: flows.length === 0 ? null : Math.round(flows.reduce((all, flow) => all + flow, 0) * 100) / 100,
    flowLeftOut: sum('flowLeftOut'),
    volumeTodayM3: volume.volumeM3 === null ? null : Math.round(volume.volumeM3 * 10) / 10,
    volumeLeftOut: volume.leftOut,
    depts: depts.map((dept) => {
      const { total = 0, online: on = 0, offline: off = 0, fault = 0 } = byDept.get(dept.id) ?? {}
      return { ...dept, total, online: on, offline: off, fault }
    }),
  }
}
