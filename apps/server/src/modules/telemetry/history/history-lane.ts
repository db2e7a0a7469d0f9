import type { HistoryImport } from '@sluice/contract'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Database } from '../../../platform/db/db.ts'
import type { Log } from '../../../platform/log/log.ts'
import type { Api } from '../../../platform/http/mount-operation.ts'
import { mountHistoryImports } from './import/history-import.routes.ts'
import { HistoryImports } from './import/history-import.service.ts'
import { HistoryPipeline } from './history.pipeline.ts'
import { rollUpDirtyDays } from './rollup/rollup-days.ts'
import { type RollupDeps, rollUpDirtyHours } from './rollup/rollup.service.ts'
import { storeHistory } from '../uplink/uplink.store.ts'
import { UplinkWriter } from '../uplink/uplink.writer.ts'

export interface HistoryLaneDeps {
  db: Database
  clock: Clock
  log: Log
  zonesOf(deviceIds: readonly string[]): Promise<Map<string, string>>
  /** IANA zones by department. */
  deptZones(): Promise<ReadonlyMap<string, string>>
  publishImport(run: HistoryImport): void
  /** Hours are made again. */
  onHours: NonNullable<RollupDeps['onHours']>
  /** The rollup took marks of these hours. */
  onTaken: NonNullable<RollupDeps['onTaken']>
}

type Live = Pick<UplinkWriter, 'backlog' | 'down'>
type Wait = (ms: number) => Promise<void>

/** Live reports that wait for the store: with more of them the rollup of history waits. */
const BUSY_BACKLOG = 300

/** History apart from the live path: imports with a writer of their own, and the rollups of both. */
export function createHistoryLane(deps: HistoryLaneDeps, live: Live, wait: Wait) {
  const { db, clock, log, zonesOf, publishImport, onTaken, onHours } = deps
  const writer = new UplinkWriter({
    store: (batch) => storeHistory(db, batch),
    onOutage: (down, error) =>
      down && log.warn({ err: error }, 'the store refuses imported history: it is tried again'),
    onRefused: ({ telemetry: [first] }, error) =>
      log.warn({ err: error, deviceId: first?.deviceId }, 'the store refuses what imported history holds'),
    wait,
  })
  const pipeline = new HistoryPipeline(writer)
  const imports = new HistoryImports({
    ...deps,
    accept: (histories) => pipeline.accept(histories),
    backlog: () => live.backlog,
    storeUp: () => !live.down && !writer.down,
    publish: publishImport,
    wait,
  })
  const now = () => clock.now().getTime()
  const rollups = { db, now, zonesOf, onTaken, onHours, busy: () => live.backlog > BUSY_BACKLOG, wait }
  return {
    mount: (api: Api) => mountHistoryImports(api, imports),
    /** Live hours first, then the days that imports touched. Resolves with the total number of both. */
    rollUp: async (signal?: AbortSignal): Promise<number> =>
      (await rollUpDirtyHours(rollups)) + (await rollUpDirtyDays(rollups, signal)),
    drained: () => writer.drained(),
    close: () => writer.close(),
  }
}
