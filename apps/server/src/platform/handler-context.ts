import type { Language } from '@sluice/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from './clock/clock.ts'
import type { Session } from './http/session.ts'

/** What a handler gets beside its input. */
export interface CallContext {
  /** Who calls. On a public operation reading it throws: nobody is known there. */
  readonly session: Session
  readonly clock: Clock
  readonly ip: string
  readonly traceId: string
  /** What the caller reads. */
  readonly language: Language
  /** Whether the request came over https, directly or through a trusted proxy. */
  readonly secure: boolean
  /** For the few that set cookies or read headers. */
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}
