import type { z } from 'zod'

/**
 * Who may call: anybody; whoever holds the session cookie (the silent boot call, SEC-1); any signed-in user;
 * or a signed-in user with the permission key.
 */
export type Access = 'public' | 'cookie' | 'session' | { key: string }

/** A verb that is not CRUD. The server mounts it, the console calls it, both by this one value. */
export interface Operation<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  method: 'GET' | 'POST'
  /** Full path, e.g. `/device/v1/device/latest`. */
  path: string
  access: Access
  input: I
  output: O
  /** A background call: failures never open a toast or dialog (ER-12). */
  silent?: boolean
}

export function defineOperation<I extends z.ZodType, O extends z.ZodType>(operation: Operation<I, O>): Operation<I, O> {
  return operation
}

export type InputOf<T extends Operation> = z.input<T['input']>
export type OutputOf<T extends Operation> = z.output<T['output']>
