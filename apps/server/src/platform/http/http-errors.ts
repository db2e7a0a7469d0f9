import { ERRORS, type ErrorCode, type FieldReason, type Language, errorText } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { isConnectionLost, isDiskFull } from '../db/db-errors.ts'
import type { Log } from '../log/log.ts'

/**
 * The console sends exactly one language; a browser's own list (`en-US,en;q=0.9`) is no choice made here, and Chinese
 * is the default (TX-1).
 */
export function languageOf(request: FastifyRequest): Language {
  return request.headers['accept-language'] === 'en-US' ? 'en-US' : 'zh-CN'
}

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code)
}

/** Sends the envelope of an error: `data` holds the error's key and its facts. */
export function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  code: ErrorCode,
  facts: Readonly<Record<string, unknown>> = {},
): FastifyReply {
  const row = ERRORS[code]
  if (typeof facts['retryAfterS'] === 'number') void reply.header('retry-after', Math.ceil(facts['retryAfterS']))
  return reply
    .status(row.status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send({
      code: row.code,
      message: errorText(code, languageOf(request), facts),
      data: { ...facts, error: code },
      traceId: request.id,
    })
}

/** Answers any thrown error: known errors by their code, everything else as a bug that is logged. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Log): FastifyReply {
  if (error instanceof AppError && isErrorCode(error.code)) return sendError(request, reply, error.code, error.facts)
  const status = statusOf(error)
  if (status === 413) return sendError(request, reply, 'too-large')
  if (status !== undefined && status >= 400 && status < 500) return sendError(request, reply, 'validation')
  const code = failureOf(error)
  log.error({ traceId: request.id, method: request.method, path: pathOf(request), err: error }, 'a request failed')
  return sendError(request, reply, code)
}

/** The name of an unexpected error: one that an operator can fix has a name of its own. */
export function failureOf(error: unknown): 'disk-full' | 'store-down' | 'internal' {
  if (isDiskFull(error)) return 'disk-full'
  return isConnectionLost(error) ? 'store-down' : 'internal'
}

/** Fastify's own errors (bad JSON, body too large) carry an HTTP status. */
function statusOf(error: unknown): number | undefined {
  const status = (error as { statusCode?: unknown } | null)?.statusCode
  return typeof status === 'number' ? status : undefined
}

/** Path without the query, which may hold user input. */
export function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '/'
}

/**
 * The issues of a schema in the contract's form: path of the field -> reason. Never repeats a value: it may be a
 * secret.
 */
export function validationError(issues: readonly z.core.$ZodIssue[], input: unknown): AppError<ErrorCode> {
  const fields: Record<string, FieldReason> = {}
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) fields[[...issue.path, key].join('.')] ??= 'unknown-field'
    else fields[issue.path.join('.')] ??= reasonOf(issue, input)
  }
  return new AppError<ErrorCode>('validation', { fields })
}

function reasonOf(issue: z.core.$ZodIssue, input: unknown): FieldReason {
  const value = valueAt(input, issue.path)
  if (value === undefined || value === null) return 'required'
  switch (issue.code) {
    case 'too_small':
      if (issue.origin !== 'string') return 'too-small'
      return String(value).trim() === '' ? 'required' : 'too-short'
    case 'too_big':
      return issue.origin === 'string' ? 'too-long' : 'too-big'
    case 'invalid_format':
      return 'format'
    case 'invalid_value':
      return 'not-an-option'
    default:
      return 'type'
  }
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input
  for (const key of path) value = (value as Record<PropertyKey, unknown> | null | undefined)?.[key]
  return value
}
