import type { OptionType } from '@sluice/contract'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database, Sql } from '../../platform/db/db.ts'
import type { Log } from '../../platform/log/log.ts'

/** A person as a flow sees them. */
export interface Member {
  id: string
  name: string
  deptId: string
  deptName: string
  /** Their department and all above it, the nearest first. */
  line: readonly string[]
  roleIds: readonly string[]
  /** May sign in: neither gone nor disabled. */
  isActive: boolean
}

/** What flows ask about people and departments, each within the transaction that they pass. */
export interface Organisation {
  members(db: Sql, ids: readonly string[]): Promise<Map<string, Member>>
  deptLines(db: Sql, ids: readonly string[]): Promise<Map<string, { name: string; line: readonly string[] }>>
  /** Active heads by department. */
  heads(db: Sql, deptIds: readonly string[]): Promise<Map<string, string | null>>
  /** Active people of a department and below with one of the roles, or the position. */
  holders(db: Sql, deptId: string, by: { roleIds: readonly string[] } | { position: string }): Promise<string[]>
  /** Who looks after what nobody else can decide: the nearest administrators. */
  administrators(db: Sql, line: readonly string[]): Promise<string[]>
  /** People, roles or departments of a department and below, found by what is typed; at most twenty. */
  options(
    db: Sql,
    deptId: string,
    kind: OptionType,
    typed: string,
  ): Promise<{ id: string; name: string; deptName?: string | null }[]>
  /** Time zone of each department's site; departments without one are left out. */
  zones(db: Sql): Promise<ReadonlyMap<string, string>>
}

export interface FlowDeps {
  db: Database
  clock: Clock
  log: Log
  organisation: Organisation
}
