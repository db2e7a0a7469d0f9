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
  'command-unsupported': { code: 400, status: 400 },
  'device-disabled': { code: 409, status: 409 },
  'device-in-local-mode': { code: 409, status: 409 },
  'battery-too-low': { code: 409, status: 409 },
  'needs-confirmation': { code: 409, status: 409 },
  'needs-reason': { code: 400, status: 400 },
  'state-unknown': { code: 409, status: 409 },
  'queue-full': { code: 409, status: 409 },
  'key-used-otherwise': { code: 409, status: 409 },
  'device-offline': { code: 409, status: 409 },
  'device-refused': { code: 409, status: 409 },
  'command-ended': { code: 409, status: 409 },
  /** No error: the call was taken and goes on, but nothing is proven yet (ER-6). */
  'not-confirmed': { code: 10500, status: 200 },
  'store-down': { code: 503, status: 503 },
  internal: { code: 500, status: 500 },
} as const satisfies Record<string, { code: number; status: number }>

export type ErrorCode = keyof typeof ERRORS
