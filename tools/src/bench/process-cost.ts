import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts CPU time in hundredths of a second for programs, whatever its own clock does. */
const TICK_US = 10_000

interface Times {
  parent: number
  ownUs: number
  /** Of children that ended and were waited for. */
  endedUs: number
}

/** Undefined where there is no /proc or the process is gone. */
function timesOf(pid: number): Times | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name in brackets may hold blanks; what follows it does not.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ticks = (at: number) => Number(fields[at]) * TICK_US
    return { parent: Number(fields[1]), ownUs: ticks(11) + ticks(12), endedUs: ticks(13) + ticks(14) }
  } catch {
    return undefined
  }
}

/** CPU time of one process, in µs; NaN where the system does not tell. */
export function cpuOf(pid: number): number {
  return timesOf(pid)?.ownUs ?? Number.NaN
}

/** CPU time of a process and its children, the ended ones too, in µs; NaN where the system does not tell. */
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

/** Resident memory of a process in bytes. */
export function residentBytes(pid: number): number {
  try {
    const match = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))
    return match ? Number(match[1]) * 1024 : Number.NaN
  } catch {
    return Number.NaN
  }
}
