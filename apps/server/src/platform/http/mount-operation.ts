import { tmpdir } from 'node:os'
import {
  type Access,
  ERRORS,
  errorText,
  isForPeopleOnly,
  type Operation,
  type OutputOf,
  type Resource,
} from '@sluice/contract'
import { AppError, DEFAULT_ZONE } from '@sluice/kit'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { admit, checkOrigin, type KeySource, operatorKeyOf } from './access.ts'
import { duringCall } from './call-context.ts'
import type { CallContext } from '../handler-context.ts'
import type { WordedFields } from '../resource/built-in-words.ts'
import type { Clock } from '../clock/clock.ts'
import type { Database } from '../db/db.ts'
import { Download, FileDownload } from './download.ts'
import type { Http } from './http.ts'
import { languageOf, pathOf, validationError } from './http-errors.ts'
import type { Log } from '../log/log.ts'
import { Outcome } from './outcome.ts'
import { createPlaces, type Places, SOCKET_PLACES } from './places.ts'
import { countCall, type RateLimit } from './rate-limit.ts'
import type { DictionarySource } from '../resource/dictionary-source.ts'
import type { ResourceShape } from '../resource/resource-shape.ts'
import { JobRuns } from '../run/job-runs.ts'
import type { Session, SessionSource } from './session.ts'
import { unstorableText } from './unstorable-text.ts'

/** What calls are mounted on. `mounted` lists them for the invariant tests and the API document. */
export interface Api {
  readonly http: Http
  readonly db: Database
  readonly sessions: SessionSource
  /** API keys; without it no call accepts one. */
  readonly keys?: KeySource | undefined
  readonly clock: Clock
  readonly log: Log
  readonly limits: { readonly session: RateLimit; readonly address: RateLimit }
  /** Places for sockets of people. */
  readonly sockets: Places
  /** Long work that people ask for: exports and imports. */
  readonly runs: JobRuns
  /** Origins other than our own that may call, e.g. the console's development server. */
  readonly allowedOrigins: readonly string[]
  /** Tests: an answer that its schema refuses is an error. */
  readonly checkOutput: boolean
  readonly mounted: Mounted[]
  /** Mounted resources by name: references between them are resolved through this. */
  readonly resources: Map<string, Resource>
  readonly shapes: ResourceShape[]
  /** The dictionaries whose values fields hold. */
  readonly dictionary: DictionarySource
  /** By resource: the words of the rows that the program brought. */
  readonly words: Map<string, WordedFields>
}

export interface Mounted {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly access: Access
  readonly input: z.ZodType
  readonly output: z.ZodType | undefined
  /** Set for the calls of a resource. */
  readonly resource?: { readonly resource: Resource; readonly verb: string }
  /** The contract's own value, for a call that is no resource. */
  readonly operation?: Operation
  /** API keys cannot use it, whatever their scopes. */
  readonly personOnly?: boolean
}

export type { CallContext }

export interface MountOptions {
  /** Also answered while the session must first change its password. */
  beforePasswordChange?: boolean
  /** Also answered while the session must first set up its second factor. */
  beforeEnrolment?: boolean
  /** Further addresses that behave the same (BS-3). */
  alsoAt?: readonly string[]
  /** Largest body in bytes, where it is more than a form (an upload). */
  bodyLimit?: number
}

export function createApi(
  parts: Omit<
    Api,
    'mounted' | 'resources' | 'shapes' | 'words' | 'checkOutput' | 'allowedOrigins' | 'runs' | 'sockets' | 'dictionary'
  > &
    Partial<Pick<Api, 'checkOutput' | 'allowedOrigins' | 'runs' | 'sockets' | 'dictionary'>>,
): Api {
  const { db, clock, log } = parts
  const runs = () =>
    new JobRuns({ db, clock, log, folder: `${tmpdir()}/sluice-runs`, zoneOf: async () => DEFAULT_ZONE })
  return {
    checkOutput: false,
    allowedOrigins: [],
    ...parts,
    sockets: parts.sockets ?? createPlaces(SOCKET_PLACES),
    runs: parts.runs ?? runs(),
    dictionary: parts.dictionary ?? (async () => []),
    mounted: [],
    resources: new Map(),
    shapes: [],
    words: new Map(),
  }
}

type Answer<T extends Operation> = OutputOf<T> | Outcome<OutputOf<T>>

/**
 * Mounts one operation of the contract: first the caller's rights are checked, then the input, then the handler
 * answers. A thrown error becomes an envelope (http-errors.ts).
 */
export function mountOperation<T extends Operation>(
  api: Api,
  operation: T,
  handler: (input: z.output<T['input']>, context: CallContext) => Answer<T> | Promise<Answer<T>>,
  options: MountOptions = {},
): void {
  for (const path of [operation.path, ...(options.alsoAt ?? [])]) {
    mountCall(
      api,
      {
        method: operation.method,
        path,
        access: operation.access,
        input: operation.input,
        output: operation.output,
        operation,
        personOnly: isForPeopleOnly(operation),
      },
      handler as (input: unknown, context: CallContext) => unknown,
      options,
    )
  }
}

/** The one way a call of the API gets in, for operations and resources alike. */
export function mountCall(
  api: Api,
  call: Mounted,
  handler: (input: never, context: CallContext) => unknown,
  options: MountOptions = {},
): void {
  api.mounted.push(call)
  api.http.app.route({
    method: call.method,
    url: call.path,
    ...(options.bodyLimit === undefined ? {} : { bodyLimit: options.bodyLimit }),
    handler: async (request, reply) => {
      const session = await letIn(api, call, { request, reply }, options)
      const given = (call.method === 'GET' ? request.query : (request.body ?? {})) as unknown
      const input = call.input.safeParse(given)
      if (!input.success) throw validationError(input.error.issues, given)
      const unstorable = unstorableText(given)
      if (unstorable !== undefined) throw new AppError('validation', { fields: { [unstorable]: 'format' } })
      const context = contextOf(api, request, reply, session)
      const answer = await duringCall({ traceId: request.id, path: call.path }, async () =>
        handler(input.data as never, context),
      )
      if (answer instanceof Download || answer instanceof FileDownload) return answer.send(reply)
      void reply.header('cache-control', 'no-store')
      if (!(answer instanceof Outcome)) return { code: 0, message: 'ok', data: checked(api, call, answer) }
      const message = errorText(answer.code, languageOf(request))
      return { code: ERRORS[answer.code].code, message, data: checked(api, call, answer.data) }
    },
  })
}

/** Order matters: a caller without rights learns nothing about the input. */
async function letIn(
  { limits, sessions, keys, allowedOrigins }: Api,
  call: Mounted,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  options: MountOptions,
): Promise<Session | null> {
  if (call.access === 'public') countCall(limits.address, request.ip, reply)
  if (call.method === 'POST') checkOrigin(request, allowedOrigins)
  if (operatorKeyOf(call.access, request) !== undefined) {
    countCall(limits.address, request.ip, reply)
    return null
  }
  try {
    const { beforePasswordChange = false, beforeEnrolment = false } = options
    const known = ({ id }: Session) => countCall(limits.session, id, reply)
    const may = { beforePasswordChange, beforeEnrolment, personOnly: call.personOnly ?? false }
    const session = await admit(request, call.access, { sessions, keys, known }, may)
    const isForAll = call.resource?.resource.scope !== 'platform'
    if (!isForAll && !session?.scope.all) throw new AppError('not-permitted')
    return session
  } catch (error) {
    // Guessing cookies and keys is counted by address.
    if (error instanceof AppError && error.code === 'session-over') countCall(limits.address, request.ip, reply)
    throw error
  }
}

function contextOf(api: Api, request: FastifyRequest, reply: FastifyReply, session: Session | null): CallContext {
  return {
    get session() {
      if (!session) throw new Error(`${pathOf(request)} is public and has no session`)
      return session
    },
    clock: api.clock,
    ip: request.ip,
    traceId: request.id,
    language: languageOf(request),
    secure: request.protocol === 'https',
    request,
    reply,
  }
}

function checked(api: Api, call: Mounted, data: unknown): unknown {
  if (!api.checkOutput || !call.output) return data
  const output = call.output.safeParse(data)
  if (!output.success) throw new Error(`${call.path} answered what its schema refuses: ${output.error.message}`)
  return data
}
