import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Log } from '../platform/log/log.ts'
import type { Api } from '../platform/http/mount-operation.ts'

/** A part of the platform, from its start to its end. It omits what it does not need. */
export interface Module {
  /** Its name in the log when it does not close in time. */
  name: string
  mount?(api: Api): void
  /** Called before any listener opens. */
  start?(): Promise<unknown>
  /** Its periodic work, begun once every module has started. */
  jobs?(jobs: Jobs): void
  /** Called at shutdown while every listener is still open: the module begins nothing new. */
  drain?(): void
  /** Resolves when everything it holds is stored or given up. */
  close?(): Promise<unknown>
  /** Called when the time for closing is over, whether it closed or not: it gives up everything it still holds. */
  giveUp?(): void
  /** How long closing may take. */
  limitMs?: number
}

/** In the order they start. Modules of one entry are independent of each other and close together. */
export type Modules = readonly (Module | readonly Module[])[]

/** How long closing may take where a module gives no limit. */
const CLOSE_MS = 15_000

export function mountAll(modules: Modules, api: Api): void {
  for (const module of modules.flat()) module.mount?.(api)
}

/** Starts the modules in order, one after the other, and then their periodic work. */
export async function startAll(modules: Modules, jobs: Jobs): Promise<void> {
  for (const module of modules.flat()) await module.start?.()
  for (const module of modules.flat()) module.jobs?.(jobs)
}

/**
 * Closes the modules in reverse order, since each depends on those before it. Logs and abandons one that does not close
 * in time.
 */
export async function closeAll(modules: Modules, log: Log): Promise<void> {
  for (const module of modules.flat().toReversed()) module.drain?.()
  for (const entry of modules.toReversed()) await Promise.all([entry].flat().map((module) => closeInTime(module, log)))
}

/** Limited, because a supervisor would kill a process that waits forever, while other modules are still closing. */
async function closeInTime({ name, close, giveUp, limitMs = CLOSE_MS }: Module, log: Log): Promise<void> {
  if (!close) return giveUp?.()
  const late = Promise.withResolvers<void>()
  const limit = setTimeout(() => {
    log.error({ step: name, limitMs }, 'a part did not end in time')
    late.resolve()
  }, limitMs)
  const closed = close().catch((error: unknown) => log.error({ err: error, step: name }, 'a part ended with an error'))
  await Promise.race([closed, late.promise])
  clearTimeout(limit)
  giveUp?.()
}
