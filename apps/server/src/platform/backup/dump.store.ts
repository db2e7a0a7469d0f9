import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import copyStreams from 'pg-copy-streams'
import type { Connection, Database } from '../db/db.ts'
import type { ArchiveWriter, Facts } from './archive.ts'
import {
  appliedMigrations,
  contentOf,
  partitionsOf,
  quoted,
  sequencesOf,
  serverVersion,
  type Table,
  tablesOf,
} from './schema-facts.store.ts'

const zip = promisify(gzip)

/** Bytes of a table that become one member of the archive, before they are packed. */
const PART_BYTES = 16 * 1024 * 1024

/** The name of a part of a table; `tableOfPart` reads it. */
function partName(table: string, part: number): string {
  return `tables/${table}/${String(part).padStart(6, '0')}.copy.gz`
}

export function tableOfPart(name: string): string | undefined {
  return /^tables\/([a-z0-9_]+)\/\d{6}\.copy\.gz$/.exec(name)?.[1]
}

/**
 * Writes every row of every table as of one moment, while others continue to write. Returns what a restore needs to
 * know and compares with.
 */
export async function dumpDatabase(
  db: Database,
  writer: ArchiveWriter,
): Promise<Omit<Facts, 'format' | 'version' | 'createTime'>> {
  return db.transaction(
    async (tx) => {
      await tx.query('set local statement_timeout = 0')
      // A large table is read from its beginning, so that rows are restored in the order they were written.
      await tx.query('set local synchronize_seqscans = off')
      const tables: Facts['tables'] = []
      for (const table of await tablesOf(tx)) {
        await dumpTable(tx, table, writer)
        tables.push({ ...table, ...(await contentOf(tx, table.name)) })
      }
      return {
        postgres: await serverVersion(tx),
        migrations: await appliedMigrations(tx),
        tables,
        partitions: await partitionsOf(tx),
        // No snapshot covers a sequence: read last it is never behind the rows.
        sequences: await sequencesOf(tx),
      }
    },
    { isolation: 'repeatable read', readOnly: true },
  )
}

async function dumpTable(tx: Connection, { name, columns }: Table, writer: ArchiveWriter): Promise<void> {
  const stream = tx.client.query(
    copyStreams.to(`copy (select ${columns.map(quoted).join(', ')} from ${quoted(name)}) to stdout`),
  )
  let held: Buffer[] = []
  let bytes = 0
  let part = 0
  const flush = async () => {
    part += 1
    const content = await zip(Buffer.concat(held), { level: constants.Z_BEST_SPEED })
    held = []
    bytes = 0
    await writer.add({ name: partName(name, part), content })
  }
  for await (const chunk of stream) {
    held.push(chunk as Buffer)
    bytes += (chunk as Buffer).length
    if (bytes >= PART_BYTES) await flush()
  }
  if (bytes > 0) await flush()
}
