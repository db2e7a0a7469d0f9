import type { Audit, CommandSource } from '@sluice/contract'
import type { Actor } from '../../platform/audit/audit.store.ts'
import type { Sql } from '../../platform/db/db.ts'
import type { Session } from '../../platform/http/session.ts'

export interface SendInput {
  deviceId: string
  code: string
  params: Record<string, unknown>
  idempotencyKey: string
  confirmed?: boolean | undefined
  reason?: string | undefined
  /** Names what a person sends together with it, for the log. */
  batch?: string | undefined
}

/** The caller of a command. */
export interface Caller {
  session: Session
  ip: string
  traceId: string
  /** How it came; by hand from a screen of the console when left out. */
  origin?: Origin
}

/** Where a command comes from, and the one-time key that stands for a person; `session` then bounds what it may reach. */
export interface Origin {
  source: CommandSource
  /** What it comes from, where that has an id. */
  sourceId?: string
  /** The line of the operation log that its call leaves. */
  action: Audit & string
  key?: {
    id: string
    name: string
    actor: Actor
    /** In the transaction of the command. @throws AppError when another call was first */
    consume(tx: Sql, commandId: string): Promise<void>
  }
}

/** Who sends it, as the ledger names them. */
export function senderOf({ session, origin }: Caller, idempotencyKey: string) {
  const source = origin?.source ?? 'MANUAL'
  const { key } = origin ?? {}
  if (key) return { source, sourceId: key.id, operatorId: null, operatorName: key.name, idempotencyKey: null }
  const sourceId = origin?.sourceId ?? null
  return { source, sourceId, operatorId: session.userId, operatorName: session.nickName, idempotencyKey }
}
