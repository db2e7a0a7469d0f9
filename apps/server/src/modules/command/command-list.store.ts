import type { Command, CommandAttempt, commandResource } from '@sluice/contract'
import { sql } from 'kysely'
import type { Sql } from '../../platform/db/db.ts'
import { numberIn, partOf } from '../../platform/db/db-reading.ts'
import type { ResourceOptions } from '../../platform/resource/resource-change.ts'
import { rowId, scopePredicate, unscopedText } from '../../platform/resource/scoped.ts'
import type { Scope } from '../../platform/http/session.ts'
import { type CommandRow, ENTRY, entryOf } from './command.store.ts'
import { toCommand } from './ledger.ts'

const opening = (column: string) => numberIn(partOf(`t.${column}`, 'opening'))

/** Everyone who sees a device sees its commands, under its present name. */
export const COMMANDS: Pick<ResourceOptions<typeof commandResource>, 'computed' | 'access'> = {
  computed: {
    cmdNo: `'C' || lpad(t.id::text, greatest(8, length(t.id::text)), '0')`,
    deviceName: 'select d.name from v_device d where d.id = t.device_id',
    targetOpening: opening('target'),
    reachedOpening: opening('after'),
    elapsedS: `case when t.status not in ('QUEUED', 'SENT', 'ACKNOWLEDGED', 'EXECUTING')
      then extract(epoch from t.done_time - t.create_time) end`,
  },
  access: {
    code: { equals: 't.code = {value}' },
    operatorId: { equals: 't.operator_id::text = {value}' },
    // Numbers are given in the order commands are made, and each device has an index by them.
    createTime: { order: { join: '', by: 't.id' } },
  },
}

type ListedRow = CommandRow & { device_name: string }

/** Those of these commands that are in scope. The plain driver reads the rows: nothing in them is to be renamed. */
export async function findCommands(db: Sql, scope: Scope, ids: readonly string[]): Promise<Command[]> {
  const query = sql`select ${sql.raw(ENTRY)}, d.name as device_name
    from command c join v_device d on d.id = c.device_id
    where c.id = any(${ids.map(rowId)}::bigint[]) and ${scopePredicate(scope, 'v_device', 'd')}`
  const { sql: text, parameters } = query.compile(db.tables<unknown>())
  const { rows } = await db.query<ListedRow>(text, [...parameters])
  return rows.map((row) => toCommand(entryOf(row), row.device_name))
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
