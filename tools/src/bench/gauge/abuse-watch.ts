import type { Database } from '@sluice/server/src/platform/db/db.ts'
import { residentBytes } from './process-cost.ts'

/** Often enough for a thread that fills its heap and ends within a second. */
const SAMPLE_MS = 50
const MIB = 1024 ** 2

/** Tables in which the platform stores actions of strangers and users, beside device reports. */
const TABLES = [
  'byte_log',
  'connect_log',
  'unknown_station',
  'unknown_frame',
  'refusal',
  'system_log',
  'oper_log',
] as const

/** Resident memory of a process, MiB. */
export interface Watched {
  before: number
  max: number
  after: number
}

/** Watches it from now on. */
export function watchResident(pid: number): { stop(): Watched } {
  const now = () => residentBytes(pid) / MIB
  const before = now()
  let max = before
  const sample = () => (max = Math.max(max, now()))
  const timer = setInterval(sample, SAMPLE_MS)
  return {
    stop() {
      clearInterval(timer)
      sample()
      return { before, max, after: now() }
    },
  }
}

export async function strangerRows(db: Database): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of TABLES) {
    const { rows } = await db.query<{ count: string }>(`select count(*) as count from ${table}`)
    counts[table] = Number(rows[0]?.count)
  }
  return counts
}
