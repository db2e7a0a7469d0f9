import type { fakeClock } from '@sluice/server/src/platform/clock/clock.ts'
import type { ApiClient, Fields } from '../platform/client.ts'
import type { TestPlatform } from '../platform/platform.ts'

/** The surroundings of the calls: a department of its own; each call creates the rest. */
export interface AuditedWorld {
  test: TestPlatform
  clock: ReturnType<typeof fakeClock>
  dept: string
}

export type Doer = ApiClient & { userId: string; username: string }

/** One call with valid input, and what the contract cannot say about the audit entry that it must leave (SEC-15). */
export interface AuditedCall {
  /** The caller; the administrator by default. */
  by?: Doer
  input: Fields
  /** The targets of the entry, if they are neither the row in the input nor the caller. */
  targets?: readonly string[] | ((data: unknown) => readonly string[] | Promise<readonly string[]>)
  /** The department of the entry; the caller's by default. */
  dept?: string
  /** The username in the entry when nobody is signed in. */
  username?: string
  /** The call waits for a device that never answers: the test waits only for the entry. */
  unanswered?: boolean
}

export type Prepare = (world: AuditedWorld) => Promise<AuditedCall>

export const DAY_MS = 86_400_000
export const idOf = (data: unknown) => [(data as { id: string }).id]
