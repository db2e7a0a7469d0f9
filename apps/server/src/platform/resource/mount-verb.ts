import { calledAs, permissionKey, type Resource, resourcePath } from '@sluice/contract'
import type { z } from 'zod'
import { type Api, type CallContext, mountCall } from '../http/mount-operation.ts'
import type { ResourceOptions } from './resource-change.ts'

const READS = ['page', 'get', 'timeline', 'file'] as const
type Read = (typeof READS)[number]

/** Mounts one call of a resource at all its addresses, unless an operation answers it. */
export function mountVerb<I extends z.ZodType>(
  api: Api,
  resource: Resource,
  verb: Read | 'insert' | 'update' | 'del' | 'restore',
  { input, output }: { input: I; output?: z.ZodType },
  { alsoAt = [], answered = [], personOnly = false, beforeRead }: ResourceOptions,
  handler: (input: z.output<I>, context: CallContext) => Promise<unknown>,
): void {
  if (answered.some((read) => read === verb)) return
  const isRead = READS.some((read) => read === verb)
  for (const path of [resourcePath(resource, verb), ...alsoAt.map((base) => `${base}/${calledAs(resource, verb)}`)]) {
    mountCall(
      api,
      {
        method: isRead ? 'GET' : 'POST',
        path,
        access: { key: permissionKey(resource, verb) },
        input,
        output,
        resource: { resource, verb },
        personOnly,
      },
      async (given, context) => {
        if (isRead) await beforeRead?.()
        return handler(given, context)
      },
    )
  }
}
