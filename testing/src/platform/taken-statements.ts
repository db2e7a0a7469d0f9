import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '@sluice/server/src/platform/db/db.ts'
import type pg from 'pg'

/** The statements that database tests wrote down in a folder (testing/src/programs/vitest-statements.ts). */
export function recordedStatements(folder: string): string[] {
  const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
  return [...new Set(lines.filter(Boolean))].map((line) => JSON.parse(line) as string)
}

/** Why a database does not take a statement, by the statement: each is read and analysed, and none is run. */
export function complaintsAbout(db: Database, statements: readonly string[]): Promise<Map<string, string>> {
  return db.withClient(async ({ client }) => {
    const complaints = new Map<string, string>()
    for (const statement of statements) {
      const complaint = await analyse(client, statement)
      if (complaint !== undefined) complaints.set(statement, complaint)
    }
    return complaints
  })
}

/** The part of the driver's connection that sends messages; its types leave it out. */
interface Wire {
  parse(query: { name: string; text: string; types: number[] }): void
  sync(): void
}

/** The first half of the extended protocol, which is all that the driver's own queries have no way to stop at. */
function analyse(client: pg.PoolClient, text: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    client.query({
      submit(connection: unknown) {
        const wire = connection as Wire
        wire.parse({ name: '', text, types: [] })
        wire.sync()
      },
      // The driver tells a query that failed nothing more.
      handleError: (error: Error) => resolve(error.message),
      handleReadyForQuery: () => resolve(undefined),
    } as pg.Submittable)
  })
}
