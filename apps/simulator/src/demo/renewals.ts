import type { PlatformSession, Renew } from './platform-api.ts'

const PATIENCE_MS = 30_000

/** How the demo gets another session: its starter is notified when one has ended, and passes in the next. */
export interface Renewals {
  renew: Renew
  /** A line of the starter: `{"cookie": …, "token": …}`. False for a line that is none. */
  take(line: string): boolean
}

/**
 * Administrators who change their password end all their sessions, the demo's too; it expires after half a day in any
 * case.
 */
export function createRenewals(say: (status: Readonly<Record<string, unknown>>) => void): Renewals {
  let handIn: ((session: PlatformSession | undefined) => void) | undefined
  return {
    renew: () =>
      new Promise((resolve) => {
        const timer = setTimeout(() => resolve(undefined), PATIENCE_MS)
        handIn = (session) => {
          clearTimeout(timer)
          resolve(session)
        }
        say({ event: 'session-over' })
      }),
    take(line) {
      const session = sessionIn(line)
      if (session) handIn?.(session)
      return session !== undefined
    },
  }
}

function sessionIn(line: string): PlatformSession | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    const { cookie, token } = JSON.parse(line) as Partial<Record<string, unknown>>
    return typeof cookie === 'string' && typeof token === 'string' ? { cookie, token } : undefined
  } catch {
    return undefined
  }
}
