import type { Command, CommandAttempt, CommandSource, CommandStatus } from '@sluice/contract'
import { sql } from 'kysely'
import type { Sql } from '../../platform/db.ts'
import { isRowId, rowId, scopePredicate, unscopedText } from '../../platform/scoped.ts'
import type { Scope } from '../../platform/session.ts'
import { type CommandRow, ENTRY, entryOf } from './command.store.ts'
import { toCommand } from './ledger.ts'

export interface CommandQuery {
  page: number
  limit: number
  deviceId?: string | undefined
  code?: string | undefined
  status?: CommandStatus | undefined
  source?: CommandSource | undefined
  startTime?: string | undefined
  endTime?: string | undefined
}

type ListedRow = CommandRow & { device_name: string }

/** Whoever sees a device sees its commands. The plain driver reads these rows: nothing in them is to be renamed. */
async function listed(db: Sql, scope: Scope, conditions: ReturnType<typeof sql>[], tail = sql``): Promise<Command[]> {
  const query = sql`select ${sql.raw(ENTRY)}, d.name as device_name
    from command c join device d on d.id = c.device_id
    where ${sql.join([scopePredicate(scope, 'device', 'd'), ...conditions], sql` and `)} ${tail}`
  const { sql: text, parameters } = query.compile(db.tables<unknown>())
  const { rows } = await db.query<ListedRow>(text, [...parameters])
  return rows.map((row) => toCommand(entryOf(row), row.device_name))
}

/** Newest first. */
export async function pageCommands(
  db: Sql,
  scope: Scope,
  query: CommandQuery,
): Promise<{ list: Command[]; total: number }> {
  const { deviceId, code, status, source, startTime, endTime, page, limit } = query
  if (deviceId !== undefined && !isRowId(deviceId)) return { list: [], total: 0 }
  const conditions = [
    ...(deviceId === undefined ? [] : [sql`c.device_id = ${deviceId}`]),
    ...(code === undefined ? [] : [sql`c.code = ${code}`]),
    ...(status === undefined ? [] : [sql`c.status = ${status}`]),
    ...(source === undefined ? [] : [sql`c.source = ${source}`]),
    ...(startTime === undefined ? [] : [sql`c.create_time >= ${startTime}::timestamptz`]),
    ...(endTime === undefined ? [] : [sql`c.create_time <= ${endTime}::timestamptz`]),
  ]
  const where = sql.join([scopePredicate(scope, 'device', 'd'), ...conditions], sql` and `)
  const counted = await sql<{ total: string }>`select count(*) as total
    from command c join device d on d.id = c.device_id where ${where}`.execute(db.tables<unknown>())
  const tail = sql`order by c.id desc limit ${limit} offset ${(page - 1) * limit}`
  return { list: await listed(db, scope, conditions, tail), total: Number(counted.rows[0]?.total ?? 0) }
}

export async function findCommand(db: Sql, scope: Scope, id: string): Promise<Command | undefined> {
  const [found] = await listed(db, scope, [sql`c.id = ${rowId(id)}`])
  return found
}

/** Of a command that was found visible. */
export async function attemptsOf(db: Sql, commandId: string): Promise<CommandAttempt[]> {
  const { rows } = await db.query<CommandAttempt & Record<string, unknown>>(
    `select no, ts, outcome, outcome_time as "outcomeTime", downlink from command_attempt
     where command_id = $1 order by no ${unscopedText('reference')}`,
    [commandId],
  )
  return rows
}
