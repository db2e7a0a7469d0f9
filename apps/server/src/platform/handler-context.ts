import type { Language } from '@sluice/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from './clock/clock.ts'
import type { Session } from './http/session.ts'

/** What a handler gets in addition to its input. */
export interface CallContext {
  /** The caller. Reading it on a public operation throws, because the caller is unknown there. */
  readonly session: Session
  readonly clock: Clock
  readonly ip: string
  readonly traceId: string
  /** The caller's language. */
  readonly language: Language
  /** Whether the request came over https, directly or through a trusted proxy. */
  readonly secure: boolean
  /** For the few that set cookies or read headers. */
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}
