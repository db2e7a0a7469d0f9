import { connectionPage } from '@sluice/contract'
import type { Database } from '../../platform/db.ts'
import { type Api, mountOperation } from '../../platform/mount-operation.ts'
import { scopedDeviceId } from '../../platform/scoped.ts'
import {
  type ByteEntry,
  type ConnectionEntry,
  connectionsOf,
  insertBytes,
  insertConnections,
} from './diagnostics.store.ts'
import { LogWriter } from './log-writer.ts'

export interface DiagnosticsDeps {
  db: Database
  /** So many log entries could not be kept. */
  onLost(count: number): void
}

/** Connection log and byte log: what the device edge tells, and where a person reads it. */
export function createDiagnostics({ db, onLost }: DiagnosticsDeps) {
  const connections = new LogWriter<ConnectionEntry>((entries) => insertConnections(db, entries), onLost)
  const bytes = new LogWriter<ByteEntry>((entries) => insertBytes(db, entries), onLost)

  return {
    noteConnection: (entry: ConnectionEntry) => connections.note(entry),
    noteBytes: (entry: ByteEntry) => bytes.note(entry),
    flush: async () => {
      await Promise.all([connections.flush(), bytes.flush()])
    },
    mount(api: Api): void {
      mountOperation(api, connectionPage, async ({ deviceId, ...page }, { session }) => ({
        ...(await connectionsOf(db, await scopedDeviceId(db, session, deviceId), page)),
        ...page,
      }))
    },
  }
}
