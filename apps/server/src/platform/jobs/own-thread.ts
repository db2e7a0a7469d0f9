import { Worker } from 'node:worker_threads'
import { AppError } from '@sluice/kit'

export interface ThreadLimits {
  timeoutMs: number
  /** The thread's memory limit, in MiB; beyond it only the thread is ended. */
  heapMb: number
}

/** The result of a script run by `inOwnThread`, or the refusal of an AppError. */
export type ThreadAnswer =
  | { ok: true; value: unknown }
  | { ok: false; code: string; facts: Readonly<Record<string, unknown>> }

/**
 * Runs a script in a separate thread, for work without a known limit: reading uploaded files. `input` is its
 * `workerData`; it posts one `ThreadAnswer` (`answerFromThread`). A thread that takes too long or grows too large is
 * ended, and the process continues.
 * @throws AppError the script's refusal; `too-large` when it was ended; the signal's reason when it was aborted
 */
export async function inOwnThread<T>(
  script: URL,
  input: unknown,
  { timeoutMs, heapMb }: ThreadLimits,
  signal?: AbortSignal,
): Promise<T> {
  signal?.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const worker = new Worker(script, {
    workerData: input,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: Math.ceil(heapMb / 8), stackSizeMb: 4 },
  })
  const onAbort = () => reject(signal?.reason)
  signal?.addEventListener('abort', onAbort)
  const late = setTimeout(() => reject(new AppError('too-large')), timeoutMs)
  worker.once('message', (answer: ThreadAnswer) => {
    if (answer.ok) resolve(answer.value as T)
    else reject(new AppError(answer.code, answer.facts))
  })
  worker.once('error', (error: NodeJS.ErrnoException) => {
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new AppError('too-large') : error)
  })
  worker.once('exit', (code) => reject(new Error(`a thread ended with ${code} and no answer`)))
  try {
    return await promise
  } finally {
    clearTimeout(late)
    signal?.removeEventListener('abort', onAbort)
    // Its memory is free before the next one begins.
    await worker.terminate()
  }
}

/** Posts the result of such a script. An error other than an AppError is a bug and ends the thread. */
export async function answerFromThread(post: (answer: ThreadAnswer) => void, work: () => unknown): Promise<void> {
  try {
    post({ ok: true, value: await work() })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    post({ ok: false, code: error.code, facts: error.facts })
  }
}
