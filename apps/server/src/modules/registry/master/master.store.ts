import { sql } from 'kysely'
import type { Sql } from '../../../platform/db/db.ts'
import type { Session } from '../../../platform/http/session.ts'
import { DEVICE_MARK, type ScopedDeviceId, scopePredicate, unscopedMark } from '../../../platform/resource/scoped.ts'
import type { Place } from './master.rules.ts'

export interface MasterRow {
  id: string
  deptId: string
  name: string
  nodeKind: string
  protocol: string
  isOff: boolean
}

/** These masters, locked in one order, so that two exchanges cannot wait for each other. */
export async function lockMasters(tx: Sql, deviceIds: readonly ScopedDeviceId[]): Promise<MasterRow[]> {
  const { rows } = await tx.query<MasterRow & Record<string, unknown>>(
    `select d.id, d.dept_id as "deptId", d.name, p.node_kind as "nodeKind", p.protocol, not d.enabled as "isOff"
     from device d join product p on p.id = d.product_id
     where d.id = any($1::bigint[]) and not d.deleted order by d.id for update of d ${DEVICE_MARK}`,
    [`{${deviceIds.join(',')}}`],
  )
  return rows
}

export interface SlavePlace extends Place {
  id: string
  masterId: string
  deptId: string
  /** Whether the session sees it. */
  isSeen: boolean
}

/** The slaves of these masters, locked, of any department: places are taken whoever sees them. */
export async function lockSlaves(
  tx: Sql,
  { scope }: Pick<Session, 'scope'>,
  masterIds: readonly string[],
): Promise<SlavePlace[]> {
  const { rows } = await sql<SlavePlace>`select d.id, d.master_id as "masterId", d.dept_id as "deptId", d.channel,
      d.slave_addr as "slaveAddr", ${scopePredicate(scope, 'device', 'd')} as "isSeen"
    from device d where d.master_id = any(${masterIds}::bigint[]) and not d.deleted
    order by d.id for update ${unscopedMark('in-use')}`.execute(tx.tables<unknown>())
  return rows
}

/** Hangs slaves, which were locked before, on another master. */
export async function moveSlaves(
  tx: Sql,
  { slaveIds, masterId, userId }: { slaveIds: readonly string[]; masterId: string; userId: string },
): Promise<void> {
  await tx.query(
    `update device set master_id = $2, version = version + 1, update_by = $3, update_time = now()
     where id = any($1::bigint[]) ${DEVICE_MARK}`,
    [`{${slaveIds.join(',')}}`, masterId, userId],
  )
}
