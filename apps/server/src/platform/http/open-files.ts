import { readFileSync } from 'node:fs'

/** What a process may have open where the system does not say: what desktop systems give at least. */
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
