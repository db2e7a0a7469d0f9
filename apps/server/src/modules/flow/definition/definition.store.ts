import type { FlowModel, FlowType } from '@sluice/contract'
import { sql } from 'kysely'
import type { Sql } from '../../../platform/db/db.ts'
import type { Scope } from '../../../platform/http/session.ts'
import { scopePredicate, unscopedMark, unscopedText } from '../../../platform/resource/scoped.ts'

export interface Definition {
  id: string
  deptId: string
  code: string
  name: string
  category: string | null
  flowType: FlowType
  status: 'DRAFT' | 'PUBLISHED' | 'DISABLED'
  versionNo: number | null
  draft: FlowModel
  savedTime: string
  remark: string | null
  version: number
}

const COLUMNS = sql`id::text as id, dept_id::text as "deptId", code, name, category, flow_type as "flowType", status,
  version_no as "versionNo", draft, saved_time as "savedTime", remark, version`

/** A definition in sight, locked until the transaction ends where `lock` says so. */
export async function readDefinition(db: Sql, scope: Scope, id: string, lock = false): Promise<Definition | undefined> {
  const { rows } = await sql<Definition>`
    select ${COLUMNS} from flow_definition
    where id = ${id} and not deleted and ${scopePredicate(scope, 'flow_definition')} ${lock ? sql`for update` : sql``}`.execute(
    db.tables<unknown>(),
  )
  return rows[0]
}

/** A published definition, for whoever may start it: the service decides who that is. */
export async function readPublished(db: Sql, id: string): Promise<Definition | undefined> {
  const { rows } = await sql<Definition>`
    select ${COLUMNS} from flow_definition
    where id = ${id} and status = 'PUBLISHED' and not deleted ${unscopedMark('self')}`.execute(db.tables<unknown>())
  return rows[0]
}

export type Startable = Pick<Definition, 'id' | 'deptId' | 'code' | 'name' | 'category' | 'flowType' | 'remark'> & {
  model: FlowModel
}

/** The published flows of these departments, with the version in force. */
export async function readStartable(db: Sql, deptIds: readonly string[]): Promise<Startable[]> {
  const { rows } = await db.query<Startable & Record<string, unknown>>(
    `select d.id::text as id, d.dept_id::text as "deptId", d.code, d.name, d.category, d.flow_type as "flowType", d.remark, v.model
     from flow_definition d join flow_version v on v.definition_id = d.id and v.version_no = d.version_no
     where d.dept_id = any($1::bigint[]) and d.status = 'PUBLISHED' and not d.deleted
     order by d.category nulls last, d.name, d.id limit 200 ${unscopedText('self')}`,
    [deptIds],
  )
  return rows
}

/** Keeps a draft. */
export async function saveDraft(
  tx: Sql,
  scope: Scope,
  { id, draft, at, userId }: { id: string; draft: FlowModel; at: Date; userId: string },
): Promise<void> {
  await sql`
    update flow_definition set draft = ${JSON.stringify(draft)}::jsonb, saved_time = ${at.toISOString()}, update_by = ${userId},
      update_time = ${at.toISOString()}, version = version + 1
    where id = ${id} and ${scopePredicate(scope, 'flow_definition')}`.execute(tx.tables<unknown>())
}

/** Stores the draft as the next version and puts it in force. */
export async function insertVersion(
  tx: Sql,
  scope: Scope,
  { id, versionNo, note, userId, at }: { id: string; versionNo: number; note: string | null; userId: string; at: Date },
): Promise<void> {
  const time = at.toISOString()
  await sql`
    insert into flow_version (definition_id, version_no, model, note, publish_by, publish_time)
    select id, ${versionNo}, draft, ${note}, ${userId}, ${time} from flow_definition
    where id = ${id} and ${scopePredicate(scope, 'flow_definition')}`.execute(tx.tables<unknown>())
  await sql`
    update flow_definition set status = 'PUBLISHED', version_no = ${versionNo}, publish_time = ${time}, version = version + 1,
      update_by = ${userId}, update_time = ${time}
    where id = ${id} and ${scopePredicate(scope, 'flow_definition')}`.execute(tx.tables<unknown>())
}

export interface VersionLine {
  versionNo: number
  time: string
  userId: string | null
  note: string | null
}

/** Published versions, the newest first. */
export async function readVersions(db: Sql, id: string): Promise<VersionLine[]> {
  const { rows } = await db.query<VersionLine & Record<string, unknown>>(
    `select version_no as "versionNo", publish_time as time, publish_by::text as "userId", note
     from flow_version where definition_id = $1 order by version_no desc`,
    [id],
  )
  return rows
}

/** Fields of a definition that are no column. */
export const DEFINITIONS = {
  running: `select count(*)::int from flow_instance i where i.definition_id = t.id and i.status = 'RUNNING' ${unscopedText('reference')}`,
}
