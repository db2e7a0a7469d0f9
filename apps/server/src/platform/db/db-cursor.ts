import type { Connection, Row } from './db.ts'

const BATCH = 1000
/** The first fetch may have to sort everything. */
const STATEMENT_MS = 600_000

/**
 * The rows of a statement, a batch at a time: neither the database nor this process holds the whole result. Requires a
 * transaction with a stable snapshot (repeatable read), in which one statement is read at a time, to its end.
 */
export async function* batchesOf<R extends Row>(
  tx: Connection,
  statement: { readonly sql: string; readonly parameters: readonly unknown[] },
): AsyncGenerator<R[]> {
  await tx.query(`set local statement_timeout = ${STATEMENT_MS}`)
  await tx.query(`declare listed no scroll cursor for ${statement.sql}`, [...statement.parameters])
  for (;;) {
    const { rows } = await tx.query<R>(`fetch ${BATCH} from listed`)
    if (rows.length === 0) break
    yield rows
  }
  await tx.query('close listed')
}
