import {
  alarmLimitResource,
  deviceFaults,
  faultMoment,
  faultRecordResource,
  faultResource,
  maintenanceWindowResource,
} from '@sluice/contract'
import type { Bus } from '../../platform/bus.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database, Sql } from '../../platform/db/db.ts'
import type { Log } from '../../platform/log/log.ts'
import { type Api, mountOperation } from '../../platform/http/mount-operation.ts'
import { tellRowsOfDevices } from '../../platform/resource/changed-rows.ts'
import { mountResource } from '../../platform/resource/mount-resource.ts'
import { rowId, type ScopedDeviceId, scopedDeviceId } from '../../platform/resource/scoped.ts'
import { AutoActions, type AutoDeps } from './auto/auto.service.ts'
import { allLimits, limitsMoved } from './limit/alarm-limit.store.ts'
import { beyondLimitsOf } from './limit/beyond-now.service.ts'
import { mountAlarmLimits } from './limit/alarm-limit.routes.ts'
import { type LimitedDevice, Limits, type LimitsDeps } from './limit/limits-in-force.ts'
import type { PreviewDeps } from './limit/preview.service.ts'
import { mountFaultCodes } from './code/fault-code.routes.ts'
import { FAULT_RECORDS, FAULTS, momentOf } from './fault-list.store.ts'
import { FaultNotifier } from './fault-notifier.ts'
import {
  type AskedFault,
  endMaintenance,
  maintainedUntil,
  mountMaintenance,
} from './maintenance/maintenance.service.ts'
import { windowsMoved } from './maintenance/maintenance.store.ts'
import { openFaultSockets } from './fault-socket.ts'
import { FaultTracker } from './fault.service.ts'
import { faultsOfDevice, forgetFutureFaults } from './fault.store.ts'
import type { ToldCondition } from './stretch.rules.ts'
import { type DownstreamOf, freeOutlived } from './cause/cause.service.ts'
import { type FiguresDeps, mountFigures } from './figures/figures.service.ts'
import { mountHandling } from './handling/handling.routes.ts'
import type { HandlingDeps } from './handling/handling.service.ts'
import { type SweepDeps, sweepFaults } from './handling/sweep.service.ts'
import { createRepaired } from './handling/repaired.service.ts'
import { mountWaiting } from './waiting.service.ts'

export interface FaultDeps
  extends Pick<LimitsDeps, 'groupsOf'>,
    Pick<PreviewDeps, 'membersOf' | 'zonesOf' | 'usualOf'>,
    Pick<HandlingDeps, 'rightsOf' | 'peopleNamed'>,
    Pick<FiguresDeps, 'deptZones'>,
    Pick<AutoDeps, 'accept' | 'codesOf'>,
    Pick<SweepDeps, 'forgetSilence'> {
  db: Database
  bus: Bus
  clock: Clock
  log: Log
  /** Conditions reported since they were last taken, in order; removed if the transaction commits. */
  takeConditions(tx: Sql): Promise<ToldCondition[]>
  downstreamOf: DownstreamOf
  /** Each of these departments with all above it. */
  deptLines(deptIds: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>>
}

/** Well-synchronized clocks of two machines may differ by this much. */
const SLACK_MS = 60_000

/** Moves on what nobody needs to move. */
async function sweep(deps: FaultDeps): Promise<void> {
  await sweepFaults(deps)
  await freeOutlived(deps)
  await endMaintenance(deps)
}

/** What was written, here or by another process. */
function hear(bus: Bus, tracker: FaultTracker, notifier: FaultNotifier, onActed: () => void): void {
  bus.on('fault.raised', (fact) => {
    tracker.onWritten(fact.deviceId, fact.fault, true)
    notifier.raised(fact)
  })
  bus.on('fault.cleared', ({ deviceId, code }) => {
    tracker.onWritten(deviceId, { code }, false)
    notifier.countChanged()
  })
  bus.on('fault.handled', () => notifier.countChanged())
  // An unconfirmed command waits for somebody too.
  bus.on('command.changed', ({ command: { source, status } }) => {
    notifier.countChanged()
    if (source === 'FAULT' && status === 'EXECUTED') onActed()
  })
}

/** Faults from real causes: conditions that devices report, and silence. */
export function createFaults(deps: FaultDeps) {
  const { db, bus, log, clock } = deps
  const actions = new AutoActions(deps)
  const tracker = new FaultTracker({ ...deps, onActions: () => void actions.look() })
  const limits = new Limits({ load: () => allLimits(db), groupsOf: deps.groupsOf })
  const notifier = new FaultNotifier({ db, log, clock, deptLines: deps.deptLines })
  hear(bus, tracker, notifier, () => void actions.look())
  let sockets: { close(): void } | undefined
  return {
    start: async () => {
      await tracker.start()
      await forgetFutureFaults(db, clock.now().getTime(), SLACK_MS)
    },
    /** The time of day was set. */
    clockLeapt: () => forgetFutureFaults(db, clock.now().getTime(), SLACK_MS),
    /** The alarm limits in force for each of these devices; those without any are omitted. */
    limitsOf: (devices: readonly LimitedDevice[]) => limits.of(devices),
    /** The values of a device that are beyond a limit in force now, for long enough or not. */
    beyondLimitsOf: (deviceId: string) => beyondLimitsOf(deps, limits, deviceId),
    /** Limits or what they apply to changed. */
    forgetLimits: () => limits.forget(),
    /** The limits of one unit go over to the one that takes its place, and the maintenance that is not over. */
    unitReplaced: async (tx: Sql, oldId: ScopedDeviceId, newId: ScopedDeviceId) => {
      await limitsMoved(tx, oldId, newId)
      await windowsMoved(tx, oldId, newId, clock.now())
      for (const resource of [alarmLimitResource, maintenanceWindowResource])
        await tellRowsOfDevices(tx, resource, [oldId, newId])
    },
    ...createRepaired(deps),
    observe: tracker.observe.bind(tracker),
    activeOf: tracker.activeOf.bind(tracker),
    isActive: tracker.isActive.bind(tracker),
    levels: () => tracker.levels,
    flush: () => tracker.flush(),
    /** Processes conditions that this process was not notified of. */
    catchUp: () => tracker.catchUp(),
    /** Carries out what another process left behind. */
    act: () => actions.look(),
    sweep: () => sweep(deps),
    /** Until when maintenance lets nothing be told of each of these faults; null: it does not. */
    maintainedUntil: (tx: Sql, asked: readonly AskedFault[], at: Date) => maintainedUntil(tx, deps, asked, at),
    /** The sockets of the bell. */
    close: () => {
      notifier.close()
      sockets?.close()
    },
    mount(api: Api): void {
      mountOperation(api, deviceFaults, async ({ deviceId }, { session }) => {
        await tracker.flush()
        return faultsOfDevice(db, await scopedDeviceId(db, session, deviceId))
      })
      mountOperation(api, faultMoment, ({ id }, { session }) => momentOf(db, session.scope, rowId(id)))
      mountFaultCodes(api, () => tracker.readCodes())
      mountAlarmLimits(api, deps)
      mountMaintenance(api)
      mountResource(api, faultResource, { ...FAULTS, beforeRead: () => tracker.flush() })
      mountResource(api, faultRecordResource, { ...FAULT_RECORDS, beforeRead: () => tracker.flush() })
      mountWaiting(api, { db, clock, flush: () => tracker.flush() })
      mountHandling(api, { ...deps, flush: () => tracker.flush() })
      mountFigures(api, { ...deps, flush: () => tracker.flush() })
      const { http, sessions, allowedOrigins, limits, sockets: places } = api
      sockets = openFaultSockets({ http, sessions, log, allowedOrigins, limit: limits.session, places, notifier })
    },
  }
}
