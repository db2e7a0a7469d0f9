import { connectionPage, deviceRefusals, refusalResource } from '@sluice/contract'
import type { Database } from '../../platform/db/db.ts'
import { type Api, mountOperation } from '../../platform/http/mount-operation.ts'
import { mountResource } from '../../platform/resource/mount-resource.ts'
import { scopedDeviceId } from '../../platform/resource/scoped.ts'
import {
  type ByteEntry,
  type ConnectionEntry,
  connectionsOf,
  insertBytes,
  insertConnections,
} from './diagnostics.store.ts'
import { LogWriter } from './log-writer.ts'
import { type RefusalEntry, RefusalRecorder } from './refusal.recorder.ts'
import { REFUSALS, refusalsOf, saveRefusals } from './refusal.store.ts'

export interface DiagnosticsDeps {
  db: Database
  /** Called with the number of log entries that could not be stored. */
  onLost(count: number): void
}

/** Connection log, byte log and the list of refusals: written by the gateways, and read by people. */
export function createDiagnostics({ db, onLost }: DiagnosticsDeps) {
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
