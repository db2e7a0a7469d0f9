import type { Access } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { FastifyRequest } from 'fastify'
import { SESSION_COOKIE, type Session, type SessionSource } from './session.ts'

/** Header token of SI-12: raw, or with a `Bearer ` prefix. */
function headerToken(request: FastifyRequest): string {
  return (request.headers.authorization ?? '').replace(/^Bearer /i, '')
}

/**
 * Who calls, when he may; null for a public call.
 * Every normal call needs cookie and header token: the header is what a foreign site cannot send (SEC-1).
 * @throws AppError `session-over`, `must-change-password` or `not-permitted`.
 */
export async function admit(
  request: FastifyRequest,
  access: Access,
  sessions: SessionSource,
  options: { beforePasswordChange: boolean },
): Promise<Session | null> {
  if (access === 'public') return null
  const cookie = request.cookies[SESSION_COOKIE]
  if (!cookie) throw new AppError('session-over')
  if (access !== 'cookie' && !sessions.tokenMatches(cookie, headerToken(request))) throw new AppError('session-over')
  const session = await sessions.find(cookie)
  if (!session) throw new AppError('session-over')
  if (session.mustChangePassword && !options.beforePasswordChange) throw new AppError('must-change-password')
  if (typeof access === 'object' && !session.keys.has(access.key)) throw new AppError('not-permitted')
  return session
}

/** Whether an `Origin` is this site: the host the request was sent to, or one the operator allows. */
export function isOwnOrigin(origin: string, host: string, allowedOrigins: readonly string[]): boolean {
  if (allowedOrigins.includes(origin)) return true
  return URL.canParse(origin) && new URL(origin).host === host.toLowerCase()
}

/**
 * A foreign page must not change anything through a signed-in browser. Programs send no `Origin`; they also have no
 * cookie that somebody else could ride on.
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
