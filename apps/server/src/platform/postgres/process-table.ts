import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemCode } from './trouble.ts'

const onLinux = process.platform === 'linux'

/**
 * The start time of the process with this id, in a form only for comparing, or undefined when there is none. A zombie
 * counts as ended: below an init that does not reap (many containers) it would otherwise live forever.
 */
export function processStart(pid: number): string | undefined {
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined
  if (onLinux) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
      // The command's name is in parentheses and may hold any characters: count from the last parenthesis.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const state = fields[0]
      return state === 'Z' || state === 'X' ? undefined : fields[19]
    } catch {
      return undefined
    }
  }
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (systemCode(error) !== 'EPERM') return undefined
  }
  if (process.platform === 'win32') return 'unknown'
  try {
    const answer = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    return answer === '' || answer.startsWith('Z') ? undefined : answer.replace(/^\S+\s+/, '')
  } catch {
    return undefined
  }
}

/** Whether a process with this id runs (zombies do not). */
export function isRunning(pid: number): boolean {
  return processStart(pid) !== undefined
}

/**
 * Names the world in which process ids mean the same: one boot of one machine and one PID namespace.
 * A lock written in another world cannot be checked by looking for its process.
 */
export function processWorld(): string {
  if (!onLinux) return hostname()
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}

/**
 * Ids of all processes that work in `folder`: a PostgreSQL server and its backends have their data folder as working
 * directory.
 */
export function processesIn(folder: string): number[] {
  if (!onLinux) return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid && worksIn(pid, folder) === true && isRunning(pid))
}

/**
 * Whether the process works in `folder`; undefined where the system does not reveal it. Root in a container may not see
 * the working directory of another user's process, but sees its arguments.
 */
export function worksIn(pid: number, folder: string): boolean | undefined {
  if (!onLinux) return undefined
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder
  } catch {
    return argumentsOf(pid).includes(folder)
  }
}

function argumentsOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return []
  }
}

/** Sends a signal; a process that has already ended is no error. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (systemCode(error) !== 'ESRCH') throw error
  }
}

/** Waits until none of the processes runs any more; false when `timeoutMs` passed before. */
export async function waitGone(pids: readonly number[], timeoutMs: number): Promise<boolean> {
  const end = performance.now() + timeoutMs
  let pauseMs = 5
  while (pids.some(isRunning)) {
    if (performance.now() >= end) return false
    await sleep(pauseMs)
    pauseMs = Math.min(pauseMs * 1.5, 100)
  }
  return true
}
