import { connectionPage, connectLogResource, deviceRefusals, flappingDevices, refusalResource } from '@sluice/contract'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/db.ts'
import { type Api, mountOperation } from '../../platform/http/mount-operation.ts'
import { mountResource } from '../../platform/resource/mount-resource.ts'
import { scopedDeviceId } from '../../platform/resource/scoped.ts'
import { CONNECT_LOG, connectionsOf, flappingOf } from './connect-log.store.ts'
import { type ByteEntry, type ConnectionEntry, insertBytes, insertConnections } from './diagnostics.store.ts'
import { LogWriter } from './log-writer.ts'
import { type RefusalEntry, RefusalRecorder } from './refusal.recorder.ts'
import { REFUSALS, refusalsOf, saveRefusals } from './refusal.store.ts'

export interface DiagnosticsDeps {
  db: Database
  clock: Clock
  /** Called with the number of log entries that could not be stored. */
  onLost(count: number): void
}

/** Connection log, byte log and the list of refusals: written by the gateways, and read by people. */
export function createDiagnostics({ db, clock, onLost }: DiagnosticsDeps) {
  const connections = new LogWriter<ConnectionEntry>((entries) => insertConnections(db, entries), onLost)
  const bytes = new LogWriter<ByteEntry>((entries) => insertBytes(db, entries), onLost)
  const refusals = new RefusalRecorder({ write: (counts) => db.transaction((tx) => saveRefusals(tx, counts)), onLost })

  return {
    noteConnection: (entry: ConnectionEntry) => connections.note(entry),
    noteBytes: (entry: ByteEntry) => bytes.note(entry),
    refusals: { tell: (entry: RefusalEntry) => refusals.tell(entry) },
    flush: async () => {
      await Promise.all([connections.flush(), bytes.flush(), refusals.flush()])
    },
    mount(api: Api): void {
      mountResource(api, refusalResource, REFUSALS)
      mountResource(api, connectLogResource, CONNECT_LOG)
      mountOperation(api, flappingDevices, (_input, { session }) =>
        flappingOf(db, session.scope, clock.now().getTime()),
      )
      mountOperation(api, deviceRefusals, async ({ deviceId }, { session }) =>
        refusalsOf(db, await scopedDeviceId(db, session, deviceId)),
      )
      mountOperation(api, connectionPage, async ({ deviceId, ...page }, { session }) => ({
        ...(await connectionsOf(db, await scopedDeviceId(db, session, deviceId), page)),
        ...page,
      }))
    },
  }
}
