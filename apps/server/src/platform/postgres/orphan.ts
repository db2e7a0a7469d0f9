import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../startup-error.ts'
import { isRunning, processesIn, signal, waitGone, worksIn } from './process-table.ts'

/** The first lines of `postmaster.pid`; `ready` when the server accepts connections. */
export interface PostmasterFile {
  pid: number
  ready: boolean
}

/** Reads `postmaster.pid`; undefined when there is none or it is only half written. */
export function readPostmasterFile(data: string): PostmasterFile | undefined {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'latin1').split('\n')
    const pid = Number(lines[0])
    return Number.isSafeInteger(pid) && pid > 0 ? { pid, ready: lines[7]?.trim() === 'ready' } : undefined
  } catch {
    return undefined
  }
}

const politeMs = 15_000
const immediateMs = 5_000
const killMs = 5_000

/**
 * Stops everything that still runs on these database files: a server left over by a killed Sluice, or backends left
 * over by a killed server. Stopped, not reused: a child process of our own reports its end and has our settings, and
 * stopping takes a fraction of a second. Then removes stale lock files, which would stop PostgreSQL from starting if
 * their process id was reused. `home` is the folder that holds `data` and `run`. Call it only while holding the
 * instance lock. True when something still ran.
 */
export async function stopOrphan(home: string): Promise<boolean> {
  const data = join(home, 'data')
  const pid = readPostmasterFile(data)?.pid
  const orphan = pid !== undefined && isRunning(pid) && worksIn(pid, data) !== false ? pid : undefined
  if (orphan !== undefined) await stopServer(orphan)
  const strays = processesIn(data)
  if (strays.length > 0 && !(await waitGone(strays, 1_000))) {
    for (const stray of strays) signal(stray, 'SIGKILL')
    if (!(await waitGone(strays, killMs))) {
      throw new StartupError(`An old database server (process ${strays.join(', ')}) does not end: stop it by hand.`)
    }
  }
  for (const name of filesIn(data)) if (name === 'postmaster.pid') rmSync(join(data, name))
  // By their names only: the folder may belong to another user, who could have put a link in its place.
  const inRun = filesIn(join(home, 'run')).filter((name) => name.startsWith('.s.PGSQL.'))
  for (const name of inRun) rmSync(join(home, 'run', name))
  return orphan !== undefined || strays.length > 0
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Ends a server: fast, then at once (it recovers at its next start), then by force. Always within 25 seconds. */
export async function stopServer(pid: number): Promise<void> {
  for (const [name, timeoutMs] of [
    ['SIGINT', politeMs],
    ['SIGQUIT', immediateMs],
    ['SIGKILL', killMs],
  ] as const) {
    try {
      signal(pid, name)
    } catch (error) {
      throw new StartupError(`The old database server (process ${pid}) may not be stopped by this user.`, {
        cause: error,
      })
    }
    if (await waitGone([pid], timeoutMs)) return
  }
  throw new StartupError(`The database server (process ${pid}) does not end: stop it by hand.`)
}
