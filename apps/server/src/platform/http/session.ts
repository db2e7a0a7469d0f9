/**
 * Which rows a session may see: those of some departments, those it made itself, or all.
 * Several roles unite (README, "Settled").
 */
export interface Scope {
  readonly all: boolean
  /** Departments whose rows are visible; empty and unused when `all`. */
  readonly deptIds: readonly string[]
  readonly deptSet: ReadonlySet<string>
  /** Also rows made by the user (data scope SELF). */
  readonly own: boolean
  readonly userId: string
  /** The department the user belongs to: where a SELF user may put new rows. */
  readonly homeDeptId: string
}

/** The caller. `id` is the public id of the session (a hash): knowing it grants nothing. */
export interface Session {
  readonly id: string
  readonly userId: string
  readonly username: string
  readonly nickName: string
  readonly deptId: string
  /** Role codes. */
  readonly roles: readonly string[]
  /** Permission keys, `area:action`. */
  readonly keys: ReadonlySet<string>
  readonly scope: Scope
  readonly mustChangePassword: boolean
  /** A role or department of the user requires a second factor and they have none yet. */
  readonly mustEnrol?: boolean
  /** Set when a program calls with a key of its own instead of a person who signed in. */
  readonly apiKey?: { readonly id: string; readonly name: string }
  /** Unix ms after which the session is over in any case. */
  readonly expiresAt: number
}

/** What a person is called beside what they did. */
export function nameOf({ nickName, username }: Pick<Session, 'nickName' | 'username'>): string {
  return nickName || username
}

/** What the platform needs from the module of sessions (SEC-1). */
export interface SessionSource {
  /**
   * The session behind the value of the `authorization` cookie; null when there is none any more. Asking counts as a
   * sign of life unless it is done `quietly`: an open socket alone must not keep a session from running idle.
   */
  find(cookie: string, how?: { quietly: boolean }): Promise<Session | null>
  /** Whether the header token belongs to the cookie: constant time, no store. */
  tokenMatches(cookie: string, token: string): boolean
  /** Calls back when any session may have ended or changed its rights. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void
}

export const SESSION_COOKIE = 'authorization'

/** Builds a scope; the set is derived so that the two lists never differ. */
export function makeScope(parts: Omit<Scope, 'deptSet'>): Scope {
  return { ...parts, deptSet: new Set(parts.deptIds) }
}

/** Whether rows of a department are visible as a whole. */
export function coversDept(scope: Scope, deptId: string): boolean {
  return scope.all || scope.deptSet.has(deptId)
}

/**
 * Whether the user may put a row into a department: a visible one, or their own when they see only their own records.
 */
export function mayOwnIn(scope: Scope, deptId: string): boolean {
  return coversDept(scope, deptId) || (scope.own && deptId === scope.homeDeptId)
}
