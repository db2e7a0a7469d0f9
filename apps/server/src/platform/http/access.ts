import { type Access, OPERATOR_KEY_HEADER } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { FastifyRequest } from 'fastify'
import { SESSION_COOKIE, type Session, type SessionSource } from './session.ts'

/** Header token of SI-12: raw, or with a `Bearer ` prefix. */
function headerToken(request: FastifyRequest): string {
  return (request.headers.authorization ?? '').replace(/^Bearer /i, '')
}

/** What the platform needs from the module of API keys. */
export interface KeySource {
  /**
   * The session of a key at this moment; null for a key that is unknown, expired or revoked, or whose user may not sign
   * in.
   */
  findByKey(key: string, ip: string): Promise<Session | null>
}

export interface AdmitOptions {
  /** Also for a user who must first change their password. */
  beforePasswordChange: boolean
  /** Also for a user who must first set up their second factor. */
  beforeEnrolment: boolean
  /** Only for a person who signed in, never for a key. */
  personOnly: boolean
}

export const KEY_HEADER = 'x-api-key'

/** The one-time key that a call without a session brings, where the call takes one; it decides, whatever cookie comes. */
export function operatorKeyOf(access: Access, request: Pick<FastifyRequest, 'headers'>): string | undefined {
  if (typeof access !== 'object' || access.or !== 'operator-key') return undefined
  const key = request.headers[OPERATOR_KEY_HEADER]
  return typeof key === 'string' ? key : undefined
}

/**
 * The session of the caller, if the call is permitted; null for a public call. A person needs cookie and header token:
 * the header is what a foreign site cannot send (SEC-1). A program needs its key and nothing else; a key that is sent
 * decides, whatever cookie comes with it. `known` is called with the session before the permission is checked, so that
 * refused calls count as well.
 * @throws AppError `session-over`, `must-change-password`, `must-enrol` or `not-permitted`.
 */
export async function admit(
  request: FastifyRequest,
  access: Access,
  sources: { sessions: SessionSource; keys?: KeySource | undefined; known?: (session: Session) => void },
  options: AdmitOptions,
): Promise<Session | null> {
  if (access === 'public') return null
  const key = request.headers[KEY_HEADER]
  const session =
    typeof key === 'string'
      ? await sources.keys?.findByKey(key, request.ip)
      : await signedIn(request, access, sources.sessions)
  if (!session) throw new AppError('session-over')
  sources.known?.(session)
  if (session.mustChangePassword && !options.beforePasswordChange) throw new AppError('must-change-password')
  if (session.mustEnrol && !options.beforeEnrolment) throw new AppError('must-enrol')
  // A call without a permission key concerns the person themselves (their sessions, their files): no scope of a key
  // names it.
  if (session.apiKey && (options.personOnly || typeof access !== 'object')) {
    throw new AppError('not-permitted', { apiKey: 'needs-a-person' })
  }
  if (typeof access === 'object' && !session.keys.has(access.key)) throw new AppError('not-permitted')
  return session
}

async function signedIn(request: FastifyRequest, access: Access, sessions: SessionSource): Promise<Session | null> {
  const cookie = request.cookies[SESSION_COOKIE]
  if (!cookie) return null
  if (access !== 'cookie' && !sessions.tokenMatches(cookie, headerToken(request))) return null
  return sessions.find(cookie)
}

/** Whether an `Origin` is this site: the host the request was sent to, or one the operator allows. */
export function isOwnOrigin(origin: string, host: string, allowedOrigins: readonly string[]): boolean {
  if (allowedOrigins.includes(origin)) return true
  return URL.canParse(origin) && new URL(origin).host === host.toLowerCase()
}

/**
 * A foreign page must not change anything through a signed-in browser. Programs send no `Origin`; they also have no
 * cookie that a foreign page could use.
 * @throws AppError `not-permitted`
 */
export function checkOrigin(request: FastifyRequest, allowedOrigins: readonly string[]): void {
  const { origin } = request.headers
  const site = request.headers['sec-fetch-site']
  const foreign =
    origin === undefined
      ? site !== undefined && site !== 'same-origin' && site !== 'none'
      : !isOwnOrigin(origin, request.host, allowedOrigins)
  if (foreign) throw new AppError('not-permitted', { origin: 'foreign' })
}
