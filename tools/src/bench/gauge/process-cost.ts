import { readdirSync, readFileSync } from 'node:fs'

/** Linux reports CPU time to programs in hundredths of a second, whatever its own clock does. */
const TICK_US = 10_000

interface Times {
  parent: number
  ownUs: number
  /** Of children that ended and were waited for. */
  endedUs: number
}

/** Undefined where there is no /proc or the process (or `1/task/2`: its thread) is gone. */
function timesOf(pid: number | string): Times | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name in brackets may contain blanks; what follows it does not.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ticks = (at: number) => Number(fields[at]) * TICK_US
    return { parent: Number(fields[1]), ownUs: ticks(11) + ticks(12), endedUs: ticks(13) + ticks(14) }
  } catch {
    return undefined
  }
}

/** CPU time of one process, in µs; NaN where the system does not report it. */
export function cpuOf(pid: number): number {
  return timesOf(pid)?.ownUs ?? Number.NaN
}

/** CPU time of a process and its children, including ended ones, in µs; NaN where the system does not report it. */
export function cpuOfFamily(pid: number): number {
  const head = timesOf(pid)
  if (!head) return Number.NaN
  let sum = head.ownUs + head.endedUs
  for (const name of readdirSync('/proc')) {
    const times = /^\d+$/.test(name) ? timesOf(Number(name)) : undefined
    if (times?.parent === pid) sum += times.ownUs
  }
  return sum
}

/** CPU time of a Node process by its threads, in µs: the event loop, its workers, and V8 with libuv. */
export function cpuOfThreads(pid: number): { main: number; workers: number; runtime: number } {
  const sums = { main: 0, workers: 0, runtime: 0 }
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const name = readFileSync(`/proc/${pid}/task/${thread}/comm`, 'latin1').trim()
      const part = Number(thread) === pid ? 'main' : name === 'WorkerThread' ? 'workers' : 'runtime'
      sums[part] += timesOf(`${pid}/task/${thread}`)?.ownUs ?? 0
    }
    return sums
  } catch {
    return { main: Number.NaN, workers: Number.NaN, runtime: Number.NaN }
  }
}

/** Resident memory of a process in bytes. */
export function residentBytes(pid: number): number {
  try {
    const match = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))
    return match ? Number(match[1]) * 1024 : Number.NaN
  } catch {
    return Number.NaN
  }
}
