import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../run-command.ts'
import { type Ask, HITS_FILE, type Told } from './messages.ts'

const START_LIMIT_MS = 120_000

/** One warm vitest in its own process group; restarted when a mutant does not return. */
export class TestRunner {
  readonly #folder = mkdtempSync(join(tmpdir(), 'sluice-mutants-'))
  #child: ChildProcess | undefined

  /** `timeout` when there was no answer in time: the processes are killed and the next run starts new ones. */
  async run(ask: Ask, limitMs: number): Promise<Told | 'timeout'> {
    const child = (this.#child ??= await this.#start())
    const answer = nextMessage(child, limitMs)
    child.send(ask)
    const told = (await answer) as Told | 'timeout'
    if (told === 'timeout') this.#kill()
    return told
  }

  stop(): void {
    this.#kill()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #start(): Promise<ChildProcess> {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'run-tests.process.ts')], {
      cwd: root,
      detached: true,
      env: { ...process.env, NODE_ENV: 'test', [HITS_FILE]: join(this.#folder, 'hits.json') },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    this.#child = child
    if ((await nextMessage(child, START_LIMIT_MS)) === 'timeout') throw new Error('the test runner does not start')
    return child
  }

  #kill(): void {
    const pid = this.#child?.pid
    this.#child = undefined
    if (pid === undefined) return
    try {
      process.kill(-pid, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
  }
}

function nextMessage(child: ChildProcess, limitMs: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(timer)
      child.off('message', onMessage).off('close', onClose)
      act()
    }
    const onMessage = (message: unknown) => settle(() => resolve(message))
    const onClose = (code: number | null) =>
      settle(() => reject(new Error(`the process that runs the tests ended (${code ?? 'killed'})`)))
    const timer = setTimeout(() => settle(() => resolve('timeout')), limitMs)
    child.on('message', onMessage).on('close', onClose)
  })
}

/** Gives each runner the next item as soon as it is free. */
export async function inParallel<T>(
  items: readonly T[],
  runners: readonly TestRunner[],
  work: (item: T, runner: TestRunner) => Promise<void>,
): Promise<void> {
  const waiting = [...items]
  await Promise.all(
    runners.map(async (runner) => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item, runner)
    }),
  )
}
