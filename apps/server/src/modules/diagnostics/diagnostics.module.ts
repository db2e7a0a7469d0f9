import {
  blockAddress,
  blockedAddressResource,
  byteTail,
  connectionPage,
  connectLogResource,
  endConnection,
  deviceRefusals,
  flappingDevices,
  previewBlock,
  refusalGroups,
  refusalResource,
  unblockAddress,
  type Verdict,
} from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { recordOperation } from '../../platform/audit/audit.store.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/db.ts'
import { type Api, mountOperation } from '../../platform/http/mount-operation.ts'
import type { Session } from '../../platform/http/session.ts'
import { mountResource } from '../../platform/resource/mount-resource.ts'
import { scopedDeviceId } from '../../platform/resource/scoped.ts'
import { groupsOf, tailOf } from './byte-log.service.ts'
import { Blocking, type BlockingDeps } from './blocked/blocked.service.ts'
import { BLOCKED_ADDRESSES } from './blocked/blocked.store.ts'
import { ByteTail } from './byte-tail.ts'
import { CONNECT_LOG, connectionsOf, deptOf, flappingOf } from './connect-log.store.ts'
import { type ByteEntry, type ConnectionEntry, insertBytes, insertConnections } from './diagnostics.store.ts'
import { LogWriter } from './log-writer.ts'
import { mountSessions } from './sessions/sessions.service.ts'
import { RefusalGroups } from './refusal-groups.ts'
import { type RefusalEntry, RefusalRecorder } from './refusal.recorder.ts'
import { REFUSALS, refusalsOf, saveRefusals } from './refusal.store.ts'

export interface DiagnosticsDeps extends Pick<BlockingDeps, 'deviceProxies' | 'block'> {
  db: Database
  clock: Clock
  /** Called with the number of log entries that could not be stored. */
  onLost(count: number): void
  /** Ends the connection of a device; false where it has none. */
  endConnection(deviceId: string): boolean
}

/** A frame with its verdict; `at`: epoch ms. */
export interface TakenFrame {
  at: number
  deviceId: string | null
  protocol: string
  remote: string
  raw: Uint8Array
  func: string | null
  because: Verdict
  byteAt: number | null
}

const SENT = { func: null, state: 'SENT', because: null, byteAt: null, detail: null } as const

/** Connection log, byte log and the list of refusals: written by the gateways, and read by people. */
export function createDiagnostics(deps: DiagnosticsDeps) {
  const { db, clock, onLost } = deps
  const blocking = new Blocking(deps)
  const connections = new LogWriter<ConnectionEntry>((entries) => insertConnections(db, entries), onLost)
  const bytes = new LogWriter<ByteEntry>((entries) => insertBytes(db, entries), onLost)
  const refusals = new RefusalRecorder({ write: (counts) => db.transaction((tx) => saveRefusals(tx, counts)), onLost })
  const [tail, groups] = [new ByteTail(), new RefusalGroups()]
  const watching = { db, tail, groups, now: () => clock.now().getTime() }

  return {
    noteConnection: (entry: ConnectionEntry) => connections.note(entry),
    noteBytes: (entry: ByteEntry) => {
      bytes.note(entry)
      // What came up and is no message is told as a refusal.
      if (entry.direction === 'DOWN') tail.note({ ...entry, ...SENT })
    },
    /** An answer, which only the live log has. */
    noteSent: (entry: ByteEntry) => tail.note({ ...entry, ...SENT }),
    /** A frame that the pipeline took. */
    noteTaken: (entry: TakenFrame) => {
      const state = entry.because === 'OK' || entry.because === 'DUPLICATE' ? 'TAKEN' : 'DOUBTFUL'
      tail.note({ ...entry, direction: 'UP', state, detail: null })
    },
    refusals: {
      tell: (entry: RefusalEntry) => {
        refusals.tell(entry)
        groups.tell(entry)
        if (entry.reason === 'BLOCKED') blocking.hit(entry.remote, entry.times ?? 1, entry.at)
        const { at, remote, protocol, reason, deviceId = null, bytes: raw, byteAt = null, detail = null } = entry
        // It was taken as far as it could be read, and has its line.
        if (!raw || reason === 'PARTIAL') return
        tail.note({
          at,
          remote,
          protocol,
          deviceId,
          raw,
          direction: 'UP',
          func: null,
          state: 'REFUSED',
          because: reason,
          byteAt,
          detail,
        })
      },
    },
    /** Reads which addresses are kept out. */
    lookAtBlocked: () => blocking.look(),
    flush: async () => {
      await Promise.all([connections.flush(), bytes.flush(), refusals.flush(), blocking.flush()])
    },
    mount: (api: Api) => mountAll(api, { ...deps, watching, blocking, flush: () => connections.flush() }),
  }
}

interface Mounting extends DiagnosticsDeps {
  watching: Parameters<typeof tailOf>[0]
  blocking: Blocking
  /** Writes the lines of the connection log that are still in memory. */
  flush(): Promise<void>
}

function mountAll(api: Api, { watching, blocking, ...deps }: Mounting): void {
  const { db, clock } = deps
  mountResource(api, refusalResource, REFUSALS)
  mountResource(api, connectLogResource, CONNECT_LOG)
  mountOperation(api, byteTail, (input, { session }) => tailOf(watching, session, input))
  mountOperation(api, refusalGroups, (_input, { session }) => groupsOf(watching, session))
  mountEnding(api, deps)
  mountBlocking(api, blocking)
  mountSessions(api, deps)
  mountOperation(api, flappingDevices, (_input, { session }) => flappingOf(db, session.scope, clock.now().getTime()))
  mountOperation(api, deviceRefusals, async ({ deviceId }, { session }) =>
    refusalsOf(db, await scopedDeviceId(db, session, deviceId)),
  )
  mountOperation(api, connectionPage, async ({ deviceId, ...page }, { session }) => ({
    ...(await connectionsOf(db, await scopedDeviceId(db, session, deviceId), page)),
    ...page,
  }))
}

function mountBlocking(api: Api, blocking: Blocking): void {
  mountResource(api, blockedAddressResource, { ...BLOCKED_ADDRESSES, beforeRead: () => blocking.flush() })
  mountOperation(api, previewBlock, ({ network }, { session }) => {
    seesEverything(session)
    return blocking.preview(network, session)
  })
  mountOperation(api, blockAddress, (input, context) => {
    seesEverything(context.session)
    return blocking.block(input, context)
  })
  mountOperation(api, unblockAddress, ({ id }, context) => {
    seesEverything(context.session)
    return blocking.unblock(id, context)
  })
}

/** Devices of any department may connect from an address. */
function seesEverything({ scope }: Session): void {
  if (!scope.all) throw new AppError('not-permitted', { needs: 'platform' })
}

/** Ends the present connection of a device, and writes down who did it. */
function mountEnding(api: Api, { db, endConnection: end }: Pick<DiagnosticsDeps, 'db' | 'endConnection'>): void {
  mountOperation(api, endConnection, async (input, { session, ip, traceId }) => {
    const deviceId = await scopedDeviceId(db, session, input.deviceId)
    if (!end(deviceId)) throw new AppError('device-offline')
    const deptId = await deptOf(db, deviceId)
    await recordOperation(db, session, { action: endConnection.audit, targetIds: [deviceId], deptId, ip, traceId })
    return true as const
  })
}
