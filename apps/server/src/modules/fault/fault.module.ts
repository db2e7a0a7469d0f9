import { ackFault, deviceFaults, faultCount, faultResource } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { recordOperation } from '../../platform/audit/audit.store.ts'
import type { Bus } from '../../platform/bus.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database, Sql } from '../../platform/db/db.ts'
import type { Log } from '../../platform/log/log.ts'
import { type Api, type CallContext, mountOperation } from '../../platform/http/mount-operation.ts'
import { mountResource } from '../../platform/resource/mount-resource.ts'
import { emitLater } from '../../platform/outbox/outbox.store.ts'
import { rowId, scopedDeviceId } from '../../platform/resource/scoped.ts'
import { countOpenFaults, FAULTS, lockFault, setHandleState } from './fault-list.store.ts'
import { FaultNotifier } from './fault-notifier.ts'
import { openFaultSockets } from './fault-socket.ts'
import { FaultTracker, keyOf } from './fault.service.ts'
import { faultsOfDevice, forgetFutureFaults } from './fault.store.ts'
import type { ToldCondition } from './stretch.rules.ts'

export interface FaultDeps {
  db: Database
  bus: Bus
  clock: Clock
  log: Log
  /** Conditions reported since they were last taken, in order; removed if the transaction commits. */
  takeConditions(tx: Sql): Promise<ToldCondition[]>
  /** Each of these departments with all above it. */
  deptLines(deptIds: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>>
}

/** Well-synchronized clocks of two machines may differ by this much. */
const SLACK_MS = 60_000

/** Faults from real causes: conditions that devices report, and silence. */
export function createFaults(deps: FaultDeps) {
  const { db, bus, log, clock } = deps
  const tracker = new FaultTracker(deps)
  const notifier = new FaultNotifier({ db, log, deptLines: deps.deptLines })
  bus.on('fault.raised', (fact) => {
    tracker.onWritten(fact.deviceId, fact.fault.code, true)
    notifier.raised(fact)
  })
  bus.on('fault.cleared', ({ deviceId, code }) => {
    tracker.onWritten(deviceId, code, false)
    notifier.countChanged()
  })
  bus.on('fault.acked', () => notifier.countChanged())
  let sockets: { close(): void } | undefined
  return {
    start: async () => {
      await tracker.start()
      await forgetFutureFaults(db, clock.now().getTime(), SLACK_MS)
    },
    /** The time of day was set. */
    clockLeapt: () => forgetFutureFaults(db, clock.now().getTime(), SLACK_MS),
    observe: tracker.observe.bind(tracker),
    activeOf: tracker.activeOf.bind(tracker),
    flush: () => tracker.flush(),
    /** Processes conditions that this process was not notified of. */
    catchUp: () => tracker.catchUp(),
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
      mountResource(api, faultResource, { ...FAULTS, beforeRead: () => tracker.flush() })
      mountOperation(api, faultCount, async (_input, { session }) => {
        await tracker.flush()
        return countOpenFaults(db, session.scope)
      })
      mountOperation(api, ackFault, async (input, context) => {
        await acknowledge(db, input, context)
        return true as const
      })
      const { http, sessions, allowedOrigins, limits, sockets: places } = api
      sockets = openFaultSockets({ http, sessions, log, allowedOrigins, limit: limits.session, places, notifier })
    },
  }
}

/** @throws AppError `not-found`, `stale-version`, or `conflict` when it was already taken on. */
async function acknowledge(
  db: Database,
  { id, version }: { id: string; version: number },
  { session, ip, traceId }: CallContext,
): Promise<void> {
  await db.transaction(async (tx) => {
    const fault = await lockFault(tx, session.scope, rowId(id))
    if (!fault) throw new AppError('not-found')
    if (fault.handleState !== 'UNHANDLED') throw new AppError('conflict', { handleState: fault.handleState })
    if (fault.version !== version) throw new AppError('stale-version')
    await setHandleState(tx, session.scope, id, 'ACKED')
    const { deviceId, deptId, code } = fault
    await emitLater(tx, [{ name: 'fault.acked', key: keyOf(deviceId, code), fact: { faultId: id, deviceId, deptId } }])
    await recordOperation(tx, session, {
      action: ackFault.audit,
      targetIds: [id],
      deptId: fault.deptId,
      before: { handleState: fault.handleState },
      after: { handleState: 'ACKED' },
      ip,
      traceId,
    })
  })
}
