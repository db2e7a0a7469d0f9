import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * The request being answered, available anywhere in its call chain. Only for logs and for proving where statements come
 * from.
 */
export interface RunningCall {
  traceId: string
  /** The mounted path. */
  path: string
}

const running = new AsyncLocalStorage<RunningCall>()

export function duringCall<T>(call: RunningCall, work: () => T): T {
  return running.run(call, work)
}

export function currentCall(): RunningCall | undefined {
  return running.getStore()
}
