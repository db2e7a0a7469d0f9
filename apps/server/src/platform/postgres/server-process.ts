import { type ChildProcess, execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { StartupError } from '../startup-error.ts'
import { type Binaries, program } from './binaries.ts'
import type { Home } from './home.ts'
import { readPostmasterFile, stopServer } from './orphan.ts'
import { spawnAs } from './run-as.ts'
import type { ServerLog } from './server-log.ts'
import { type Settings, serverEnvironment, settingArguments } from './settings.ts'

/** A server of ours that accepts connections. */
export interface ServerProcess {
  pid: number
  /** Resolves when the server has ended, for any reason. */
  ended: Promise<void>
  stop(): Promise<void>
}

/** PostgreSQL gave up while starting; `output` is what it wrote. */
export class ServerRefused extends Error {
  readonly output: string

  constructor(output: string) {
    super('PostgreSQL did not start')
    this.name = 'ServerRefused'
    this.output = output
  }
}

/** Recovery after a crash may take minutes; it is never interrupted while the server lives, up to this. */
const readyWithinMs = 15 * 60_000

export interface ServerParts {
  home: Home
  binaries: Binaries
  settings: Settings
  log: ServerLog
  /** Ends a start that is under way. */
  cancel: AbortSignal
}

/** Starts `postgres` and waits until it accepts connections. Throws ServerRefused when it ends before. */
export async function startServer(parts: ServerParts): Promise<ServerProcess> {
  const { home, log, cancel } = parts
  const offset = log.size()
  const child = spawnServer(parts)
  const { pid } = child
  const end = watchEnd(child)
  // A start that failed elsewhere must be able to end the program.
  child.unref()
  const latest = performance.now() + readyWithinMs
  for (let round = 0; !end.over; round++) {
    const file = readPostmasterFile(home.data)
    if (pid !== undefined && file?.pid === pid && file.ready) return runningServer(child, pid, end, parts)
    if (pid !== undefined && (cancel.aborted || performance.now() > latest)) {
      await stopServer(pid)
      throw new StartupError(`The database did not come up in time: see ${log.path}.`)
    }
    await Promise.race([end.reached, sleep(round < 100 ? 10 : 100)])
  }
  throw new ServerRefused(end.spawnError?.message ?? log.since(offset))
}

function spawnServer({ home, binaries, settings, log }: ServerParts): ChildProcess {
  return spawnAs(home.as, program(binaries, 'postgres'), ['-D', home.data, ...settingArguments(settings)], {
    cwd: home.folder,
    env: serverEnvironment(),
    stdio: ['ignore', log.fd, log.fd],
    // A session of its own: Ctrl-C in the terminal reaches us first, and we stop the server after our own work.
    detached: true,
    windowsHide: true,
  })
}

interface End {
  over: boolean
  spawnError?: Error
  reached: Promise<void>
}

function watchEnd(child: ChildProcess): End {
  const end: End = { over: false, reached: Promise.resolve() }
  end.reached = new Promise((resolve) => {
    const reach = () => {
      end.over = true
      resolve()
    }
    child.on('exit', reach)
    child.on('error', (error) => {
      // The same event reports a signal that could not be sent; the server is still alive then.
      if (child.pid !== undefined) return
      end.spawnError = error
      reach()
    })
  })
  return end
}

function runningServer(child: ChildProcess, pid: number, end: End, { home, binaries }: ServerParts): ServerProcess {
  return {
    pid,
    ended: end.reached,
    async stop() {
      // Without a reference, its end would not be reported once nothing else keeps the program alive.
      if (!end.over) child.ref()
      await stopOwn(pid, home, binaries)
      await end.reached
    },
  }
}

async function stopOwn(pid: number, home: Home, binaries: Binaries): Promise<void> {
  if (process.platform === 'win32') {
    // Windows has no SIGINT between processes.
    const args = ['stop', '-D', home.data, '-m', 'fast', '-w', '-t', '15']
    await promisify(execFile)(program(binaries, 'pg_ctl'), args).catch(() => stopServer(pid))
  } else {
    await stopServer(pid)
  }
}
