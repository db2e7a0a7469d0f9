import type { z } from 'zod'
import type { Words } from './words.ts'

/**
 * Who may call: anyone; the holder of a session cookie (the silent boot call, SEC-1); any signed-in user; or a
 * signed-in user with the permission key. With `or`, also somebody without a session who shows a one-time operator key,
 * which the handler judges (SEC-2).
 */
export type Access = 'public' | 'cookie' | 'session' | { key: string; or?: 'operator-key' }

/** The line of the operation log that a call leaves, `<resource or area>.<verb>` (SEC-15), or why it leaves none. */
export type Audit = `${string}.${string}` | { none: string }

/**
 * The data of one tenant that a call reaches, and so what users of another department can never get from it (TN-6):
 * - `row`: the row, or the rows, of that kind which the member `in` of the input names; another department's is refused,
 *   and with `asField` reported as not-found like a value of a form;
 * - `caller`: the caller's own data only;
 * - `scope`: data in the caller's data scope, and nothing else;
 * - `everything`: data without a department; for those who see every department;
 * - `none`: why it is the same for everyone.
 */
export type Tenant = { row: string; in: string; asField?: true } | 'caller' | 'scope' | 'everything' | { none: string }

/** Whether a program's API key opens it too, where a permission key does. */
export type Callers = 'people' | 'people-and-programs'

interface Call<I extends z.ZodType, O extends z.ZodType> {
  /** What it does, for readers of the API document; the console is built without it. */
  title: Words
  /** Full path, e.g. `/device/v1/device/latest`. */
  path: string
  access: Access
  tenant: Tenant
  input: I
  output: O
  /** A background call: failures never open a toast or dialog (ER-12). */
  silent?: boolean
}

/**
 * A call that reads: it leaves no line in the log, and programs may use it if it has a permission key, unless it says
 * otherwise.
 */
export interface ReadOperation<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> extends Call<I, O> {
  method: 'GET'
  audit?: never
  callers?: Callers
}

/** A call that changes data, or starts a job. */
export interface WriteOperation<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  A extends Audit = Audit,
> extends Call<I, O> {
  method: 'POST'
  audit: A
  callers: Callers
}

/** A verb that is not CRUD. The server mounts it, the console calls it, both by this one value. */
export type Operation = ReadOperation | WriteOperation

export function defineOperation<I extends z.ZodType, O extends z.ZodType>(
  operation: ReadOperation<I, O>,
): ReadOperation<I, O>
export function defineOperation<I extends z.ZodType, O extends z.ZodType, A extends Audit>(
  operation: WriteOperation<I, O, A>,
): WriteOperation<I, O, A>
export function defineOperation(operation: Operation): Operation {
  return operation
}

/** Whether API keys can never use it, whatever their scopes. */
export function isForPeopleOnly({ access, callers }: Operation): boolean {
  return typeof access !== 'object' || callers === 'people'
}

export type InputOf<T extends Operation> = z.input<T['input']>
export type OutputOf<T extends Operation> = z.output<T['output']>
