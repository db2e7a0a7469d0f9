import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Log } from '../platform/log/log.ts'
import type { Api } from '../platform/http/mount-operation.ts'

/** A part of the platform, from its start to its end. What it does not do it leaves out. */
export interface Module {
  /** What it is called where it does not end in time. */
  name: string
  mount?(api: Api): void
  /** Before any door is open. */
  start?(): Promise<unknown>
  /** Its work that comes again and again, once everything has started. */
  jobs?(jobs: Jobs): void
  /** The end is near and every door still open: it begins nothing new. */
  drain?(): void
  /** Resolves when what it holds is stored or given up. */
  close?(): Promise<unknown>
  /** Closed or not, its time is over: what it still holds is given up. */
  giveUp?(): void
  /** How long closing may take. */
  limitMs?: number
}

/** In the order they start. Modules of one entry have nothing to do with each other and close together. */
export type Modules = readonly (Module | readonly Module[])[]

/** How long closing may take where a module says nothing else. */
const CLOSE_MS = 15_000

export function mountAll(modules: Modules, api: Api): void {
  for (const module of modules.flat()) module.mount?.(api)
}

/** Starts them forward, one after the other, and then what comes again and again. */
export async function startAll(modules: Modules, jobs: Jobs): Promise<void> {
  for (const module of modules.flat()) await module.start?.()
  for (const module of modules.flat()) module.jobs?.(jobs)
}

/** Closes them backward: each rests on those before it. What does not end in time is told and left behind. */
export async function closeAll(modules: Modules, log: Log): Promise<void> {
  for (const module of modules.flat().toReversed()) module.drain?.()
  for (const entry of modules.toReversed()) await Promise.all([entry].flat().map((module) => closeInTime(module, log)))
}

/** A supervisor would kill a process that waits for ever, in the middle of the rest. */
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
