import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { until } from '../platform/wait.ts'

const program = fileURLToPath(new URL('../../../apps/server/src/entry/main.ts', import.meta.url))

export interface ServerProcessOptions {
  env?: Readonly<Record<string, string>>
  args?: readonly string[]
  cwd?: string
  timeoutMs?: number
}

/** `node apps/server/src/entry/main.ts` as a child process: its output when ready, and how to end it. */
export interface ServerProcess {
  readonly child: ChildProcess
  readonly pid: number
  /** The start line. */
  readonly line: string
  readonly url: string
  readonly port: number
  readonly sl651Port: number | undefined
  /** Printed at the first start only. */
  readonly password: string | undefined
  /** Everything on standard error so far. */
  log(): string
  /** Kills with SIGKILL, which runs none of its code. */
  kill(): Promise<void>
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>
}

/** The process ended instead of starting. */
export class StartFailed extends Error {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  constructor(code: number | null, stdout: string, stderr: string) {
    super(`the server ended with ${code}: ${stderr}`)
    this.code = code
    this.stdout = stdout
    this.stderr = stderr
  }
}

/** Node's own variable: the folder of its compile cache. */
export const COMPILED_CODE = 'NODE_COMPILE_CACHE'

/** Only what a program needs of the machine; the test sets everything else. */
export function bareEnvironment(env: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const kept = ['PATH', 'HOME', 'TMPDIR', COMPILED_CODE].filter((name) => process.env[name] !== undefined)
  return { ...Object.fromEntries(kept.map((name) => [name, process.env[name]])), SLUICE_LOG_LEVEL: 'warn', ...env }
}

/**
 * Starts the server and waits for its start line.
 * @throws StartFailed when it ends first.
 */
export async function startServerProcess(options: ServerProcessOptions = {}): Promise<ServerProcess> {
  const { env = {}, args = [], cwd, timeoutMs = 60_000 } = options
  const child = spawn(process.execPath, [program, ...args], {
    env: bareEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(cwd === undefined ? {} : { cwd }),
  })
  const said = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk: Buffer) => (said.stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said.stderr += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  const state: { code?: number | null } = {}
  void ended.then((code) => {
    state.code = code
  })
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  try {
    await until('the start line', () => said.stdout.includes('\n') || 'code' in state, timeoutMs)
  } catch (error) {
    await end('SIGKILL')
    throw new Error(`the server said nothing: ${said.stderr}`, { cause: error })
  }
  if ('code' in state) throw new StartFailed(state.code ?? null, said.stdout, said.stderr)
  const line = said.stdout.trim()
  const url = /ready at (https?:\/\/[^\s,]+)/.exec(line)?.[1] ?? ''
  const sl651 = /SL651 devices on port (\d+)/.exec(line)?.[1]
  return {
    child,
    pid: child.pid ?? 0,
    line,
    url,
    port: Number(new URL(url).port),
    sl651Port: sl651 === undefined ? undefined : Number(sl651),
    password: /sign in as admin with (\S+)/.exec(line)?.[1],
    log: () => said.stderr,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  }
}
