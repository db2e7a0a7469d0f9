import type { Language } from '@sluice/contract'
import type { Clock } from '../clock/clock.ts'
import type { CallContext } from '../handler-context.ts'
import { makeScope, type Scope, type Session } from '../http/session.ts'

/** The caller of a job, stored with it: the job runs with the rights that the caller had at that time. */
export interface SavedCaller {
  session: Omit<Session, 'keys' | 'scope'> & { keys: string[]; scope: Omit<Scope, 'deptSet'> }
  ip: string
  traceId: string
  language: Language
}

export type Caller = Pick<CallContext, 'session' | 'ip' | 'traceId' | 'language'>

export function savedCaller({ session, ip, traceId, language }: Caller): SavedCaller {
  const { keys, scope, ...facts } = session
  const { deptSet: _set, ...lists } = scope
  return { session: { ...facts, keys: [...keys], scope: lists }, ip, traceId, language }
}

/** The context of a handler, without the request, which was answered long ago. */
export function callerContext({ session, ...saved }: SavedCaller, clock: Clock): CallContext {
  const gone = (): never => {
    throw new Error('work in the background has no request')
  }
  return {
    ...saved,
    session: { ...session, keys: new Set(session.keys), scope: makeScope(session.scope) },
    clock,
    secure: false,
    get request() {
      return gone()
    },
    get reply() {
      return gone()
    },
  }
}
