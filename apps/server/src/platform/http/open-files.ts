import { readFileSync } from 'node:fs'

/** The limit of open files where the system reports none: the least of common desktop systems. */
const UNKNOWN = 4096

/** Files and sockets this process may have open at once: its soft limit. */
export function openFilesLimit(limits: string | undefined = ownLimits()): number {
  const soft = /^Max open files\s+(\d+|unlimited)\s/m.exec(limits ?? '')?.[1]
  if (soft === 'unlimited') return Number.MAX_SAFE_INTEGER
  return soft === undefined ? UNKNOWN : Number(soft)
}

function ownLimits(): string | undefined {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return undefined
  }
}
