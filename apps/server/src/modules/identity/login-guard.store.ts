import type { Connection, Database } from '../../platform/db.ts'
import { UNTRIED, type GuardState, countTry, forgive } from './lockout.rules.ts'

type Kind = 'account' | 'address'

/** One attempt that was let through; it counts as failed until it is forgiven. */
export interface Attempt {
  account: string
  address: string
  at: number
}

/**
 * Counts an attempt for its account and its address, durable and one after the other.
 * `waitMs` above 0: refused, nothing was counted.
 */
export async function beginAttempt(db: Database, attempt: Attempt): Promise<number> {
  return db.transaction(async (tx) => {
    // Always in this order, so that two attempts cannot wait for each other.
    const account = countTry(await lockState(tx, 'account', attempt.account, attempt.at), attempt.at)
    const address = countTry(await lockState(tx, 'address', attempt.address, attempt.at), attempt.at)
    const waitMs = Math.max(account.waitMs, address.waitMs)
    if (waitMs > 0) return waitMs
    await saveState(tx, 'account', attempt.account, account.state, attempt.at)
    await saveState(tx, 'address', attempt.address, address.state, attempt.at)
    return 0
  })
}

/** The password was right: the account starts afresh, the address only loses this try (others may be guessing there). */
export async function forgiveAttempt(db: Database, attempt: Attempt): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query("delete from login_guard where kind = 'account' and key = $1", [attempt.account])
    const state = await lockState(tx, 'address', attempt.address, attempt.at)
    await saveState(tx, 'address', attempt.address, forgive(state, attempt.at), attempt.at)
  })
}

/** An administrator gave a new password: the account may be tried again. */
export async function unlockAccount(tx: Connection, account: string): Promise<void> {
  await tx.query("delete from login_guard where kind = 'account' and key = $1", [account])
}

/** Forgets who has not tried for two days: then no lock and no doubling is left. */
export async function sweepGuard(db: Database, now: Date): Promise<void> {
  await db.query('delete from login_guard where last_time < $1', [new Date(now.getTime() - 2 * 86_400_000)])
}

async function lockState(tx: Connection, kind: Kind, key: string, now: number): Promise<GuardState> {
  await tx.query(
    'insert into login_guard (kind, key, last_time) values ($1, $2, $3) on conflict (kind, key) do nothing',
    [kind, key, new Date(now)],
  )
  const { rows } = await tx.query<{ failed_at: string[]; lock_count: number; locked_until: string | null }>(
    'select failed_at, lock_count, locked_until from login_guard where kind = $1 and key = $2 for update',
    [kind, key],
  )
  const row = rows[0]
  if (!row) return UNTRIED
  return {
    failedAt: row.failed_at.map((time) => Date.parse(time)),
    lockCount: row.lock_count,
    lockedUntil: row.locked_until === null ? null : Date.parse(row.locked_until),
  }
}

async function saveState(tx: Connection, kind: Kind, key: string, state: GuardState, now: number): Promise<void> {
  await tx.query(
    `update login_guard set failed_at = $3, lock_count = $4, locked_until = $5, last_time = $6
     where kind = $1 and key = $2`,
    [
      kind,
      key,
      state.failedAt.map((at) => new Date(at)),
      state.lockCount,
      state.lockedUntil === null ? null : new Date(state.lockedUntil),
      new Date(now),
    ],
  )
}
