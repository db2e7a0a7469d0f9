/**
 * The closed list of what can go wrong, with its envelope code and HTTP status (API-24).
 * A new code gets a row here and a text `error.<code>` in both languages; the walker test holds them together.
 */
export const ERRORS = {
  'session-over': { code: 4, status: 401 },
  validation: { code: 400, status: 400 },
  'not-permitted': { code: 403, status: 403 },
  'not-found': { code: 404, status: 404 },
  conflict: { code: 409, status: 409 },
  'stale-version': { code: 409, status: 409 },
  'already-exists': { code: 409, status: 409 },
  'in-use': { code: 409, status: 409 },
  'too-large': { code: 413, status: 413 },
  'too-many-requests': { code: 429, status: 429 },
  'wrong-credentials': { code: 401, status: 401 },
  'too-many-tries': { code: 429, status: 429 },
  'account-disabled': { code: 403, status: 403 },
  'registration-closed': { code: 403, status: 403 },
  'login-key-expired': { code: 400, status: 400 },
  'wrong-old-password': { code: 400, status: 400 },
  'password-unchanged': { code: 400, status: 400 },
  'must-change-password': { code: 403, status: 403 },
  'cannot-touch-self': { code: 409, status: 409 },
  'last-admin': { code: 409, status: 409 },
  'grant-above-own': { code: 403, status: 403 },
  'has-children': { code: 409, status: 409 },
  'parent-is-descendant': { code: 409, status: 409 },
  'range-too-long': { code: 400, status: 400 },
  'store-down': { code: 503, status: 503 },
  internal: { code: 500, status: 500 },
} as const satisfies Record<string, { code: number; status: number }>

export type ErrorCode = keyof typeof ERRORS
