import type { Connection, Database } from '../../../platform/db/db.ts'
import { ADDRESS_LOCKOUT, countStranger, countTry, forgive, type GuardState, UNTRIED } from './lockout.rules.ts'

/** `pair`: an account from one place; `account` and `address`: one of them regardless of the other. */
type Kind = 'account' | 'address' | 'pair'

/** One attempt that was let through; it counts as failed until it is forgiven. */
export interface Attempt {
  account: string
  /** The address, or the browser or session that the account knows. */
  place: string
  /**
   * The place is known to the account: attempts from other places do not count against it, nor do its own against
   * others.
   */
  isKnown: boolean
  /** The delay was paid by an earlier step of the same sign-in. */
  hasWaited?: boolean
  /** Unix ms. */
  at: number
}

/** Tries of more accounts and places than these are not remembered: the ones that are longest ago are forgotten first. */
const MAX_ROWS = 100_000
/** Then no lock and no doubling is left. */
const FORGET_MS = 2 * 86_400_000

interface Row {
  kind: Kind
  account: string
  place: string
}

/** Always in this order, so that two attempts cannot wait for each other. */
function rowsOf({ account, place, isKnown }: Attempt): Row[] {
  const pair: Row = { kind: 'pair', account, place }
  if (isKnown) return [pair]
  return [{ kind: 'account', account, place: '' }, { kind: 'address', account: '', place }, pair]
}

/**
 * Counts an attempt, durable and one after the other. `waitMs` above 0: refused, and not counted as a failure.
 */
export async function beginAttempt(db: Database, attempt: Attempt): Promise<number> {
  const rows = rowsOf(attempt)
  return db.transaction(async (tx) => {
    const states = await lockStates(tx, rows, attempt.at)
    const judged = attempt.isKnown ? judgeKnown(states, attempt.at) : judgeStranger(states, attempt)
    for (const [n, row] of rows.entries()) {
      if (judged.states[n] !== states[n]) await saveState(tx, row, judged.states[n]!, attempt.at)
    }
    return judged.waitMs
  })
}

function judgeKnown([pair = UNTRIED]: GuardState[], now: number): { states: GuardState[]; waitMs: number } {
  const { state, waitMs } = countTry(pair, now)
  return { states: [state], waitMs }
}

function judgeStranger(states: GuardState[], { at, hasWaited }: Attempt): { states: GuardState[]; waitMs: number } {
  const [account = UNTRIED, address = UNTRIED, pair = UNTRIED] = states
  const { guards, waitMs } = countStranger({ account, address, pair }, at, hasWaited)
  return { states: [guards.account, guards.address, guards.pair], waitMs }
}

/** The password was right: the pair starts afresh; account and address only lose this try (others may be guessing). */
export async function forgiveAttempt(db: Database, attempt: Attempt): Promise<void> {
  const rows = rowsOf(attempt)
  await db.transaction(async (tx) => {
    const states = await lockStates(tx, rows, attempt.at)
    for (const [n, row] of rows.entries()) {
      const limits = row.kind === 'address' ? ADDRESS_LOCKOUT : undefined
      const state = row.kind === 'pair' ? UNTRIED : forgive(states[n]!, attempt.at, limits)
      await saveState(tx, row, state, attempt.at)
    }
  })
}

/** An administrator gave a new password: the account may be tried again from everywhere. */
export async function unlockAccount(tx: Connection, account: string): Promise<void> {
  await tx.query('delete from login_guard where account = $1', [account])
}

/** Forgets guards without an attempt for two days, and the oldest above the limit. */
export async function sweepGuard(db: Database, now: Date, maxRows = MAX_ROWS): Promise<void> {
  await db.query(
    `delete from login_guard where last_time < $1 or last_time < (
       select last_time from login_guard order by last_time desc offset $2 limit 1)`,
    [new Date(now.getTime() - FORGET_MS), maxRows - 1],
  )
}

async function lockStates(tx: Connection, rows: readonly Row[], now: number): Promise<GuardState[]> {
  const keys = [rows.map(({ kind }) => kind), rows.map(({ account }) => account), rows.map(({ place }) => place)]
  await tx.query(
    `insert into login_guard (kind, account, place, last_time)
     select kind, account, place, $4 from unnest($1::text[], $2::text[], $3::text[]) as w (kind, account, place)
     order by kind on conflict (account, place, kind) do nothing`,
    [...keys, new Date(now)],
  )
  const found = await tx.query<{
    kind: Kind
    failed_at: string[]
    lock_count: number
    locked_until: string | null
    waiting_since: string | null
  }>(
    `select kind, failed_at, lock_count, locked_until, waiting_since from login_guard
     where (kind, account, place) in (select * from unnest($1::text[], $2::text[], $3::text[]))
     order by kind for update`,
    keys,
  )
  return rows.map(({ kind }) => {
    const row = found.rows.find((one) => one.kind === kind)
    if (!row) return UNTRIED
    return {
      failedAt: row.failed_at.map((time) => Date.parse(time)),
      lockCount: row.lock_count,
      lockedUntil: timeOf(row.locked_until),
      waitingSince: timeOf(row.waiting_since),
    }
  })
}

function timeOf(text: string | null): number | null {
  return text === null ? null : Date.parse(text)
}

async function saveState(tx: Connection, row: Row, state: GuardState, now: number): Promise<void> {
  await tx.query(
    `update login_guard set failed_at = $4, lock_count = $5, locked_until = $6, waiting_since = $7, last_time = $8
     where kind = $1 and account = $2 and place = $3`,
    [
      row.kind,
      row.account,
      row.place,
      state.failedAt.map((at) => new Date(at)),
      state.lockCount,
      state.lockedUntil === null ? null : new Date(state.lockedUntil),
      state.waitingSince === null ? null : new Date(state.waitingSince),
      new Date(now),
    ],
  )
}
