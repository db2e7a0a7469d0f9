import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Undo } from './load/undo.ts'

/** The calls of a child process; inputs and outputs are passed as structured clones. */
export type Calls = Record<string, (input: never) => unknown>

interface Question {
  id: number
  name: string
  input: unknown
}
type Answer = { id: number } & ({ output: unknown } | { error: string })

/** A child process, called by name. */
export interface Child<C extends Calls> {
  readonly pid: number
  ask<N extends keyof C & string>(name: N, input: Parameters<C[N]>[0]): Promise<Awaited<ReturnType<C[N]>>>
  stop(): Promise<void>
}

/** Starts `file`, which calls `answer`. It always ends with this process, because its channel closes. */
export function startChild<C extends Calls>(file: URL, undo: Undo, execArgv: readonly string[] = []): Child<C> {
  const child = fork(fileURLToPath(file), [], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
    execArgv: [...execArgv],
  })
  const waiting = new Map<number, { resolve(output: unknown): void; reject(error: Error): void }>()
  let serial = 0
  child.on('message', (message) => {
    const answer = message as Answer
    const asker = waiting.get(answer.id)
    waiting.delete(answer.id)
    if ('error' in answer) asker?.reject(new Error(answer.error))
    else asker?.resolve(answer.output)
  })
  child.on('exit', (code, signal) => {
    for (const { reject } of waiting.values()) reject(new Error(`${file.pathname} ended with ${signal ?? code}`))
    waiting.clear()
  })
  const stop = () => endProcess(child)
  undo.add(stop)
  return {
    pid: child.pid ?? 0,
    ask: (name, input) =>
      new Promise((resolve, reject) => {
        const question: Question = { id: ++serial, name, input }
        waiting.set(question.id, { resolve: resolve as (output: unknown) => void, reject })
        child.send(question, (error) => error && reject(error))
      }),
    stop,
  }
}

/** Asks it to end, and kills it after `patienceMs`. Resolves when it is gone. */
export function endProcess(child: ChildProcess, patienceMs = 15_000): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs)
    child.once('exit', () => {
      clearTimeout(timer)
      resolve()
    })
    child.kill('SIGTERM')
  })
}

/** The other side of `startChild`. */
export function answer(calls: Calls): void {
  process.on('message', (message) => void respond(calls, message as Question))
  process.on('disconnect', () => process.exit(0))
}

async function respond(calls: Calls, { id, name, input }: Question): Promise<void> {
  try {
    const call = calls[name]
    if (!call) throw new Error(`there is no call ${name}`)
    process.send?.({ id, output: await call(input as never) })
  } catch (error) {
    process.send?.({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}
