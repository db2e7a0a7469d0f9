import type { FileFacts, PhotoPlace } from '@sluice/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Sql } from '../db/db.ts'
import type { ResourceShape } from '../resource/resource-shape.ts'
import { isRowId, unscopedText } from '../resource/scoped.ts'

/** The field of a row that files belong to. */
export interface FilePlace {
  resource: string
  rowId: string
  field: string
}

interface NewFile {
  name: string
  type: string
  content: Buffer
  sha256: Buffer
  picture: boolean
  place: PhotoPlace | null
  userId: string
  now: Date
}

/**
 * The bytes uploaded since then, by this person and by all; locks, so that another upload waits until the transaction
 * ends.
 */
export async function sentSince(
  tx: Sql,
  { userId, since, least }: { userId: string; since: Date; least: number },
): Promise<{ person: number; all: number }> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('file.upload', 0))")
  const { rows } = await tx.query<{ person: string; all: string }>(
    `select coalesce(sum(greatest(size, $3)) filter (where create_by = $1), 0) as person,
       coalesce(sum(greatest(size, $3)), 0) as all from stored_file where create_time > $2`,
    [userId, since, least],
  )
  return { person: Number(rows[0]!.person), all: Number(rows[0]!.all) }
}

export async function insertFile(tx: Sql, file: NewFile): Promise<string> {
  const { name, type, content, sha256, picture, place, userId, now } = file
  const { rows } = await tx.query<{ id: string }>(
    `insert into stored_file (name, type, size, sha256, content, picture, create_by, create_time, place_lng, place_lat,
       place_accuracy_m, place_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning id`,
    [
      name,
      type,
      content.length,
      sha256,
      content,
      picture,
      userId,
      now,
      place?.lng ?? null,
      place?.lat ?? null,
      place?.accuracyM ?? null,
      place?.by ?? null,
    ],
  )
  return rows[0]!.id
}

/** Where the photo `f` was taken, and by whose word. */
const PLACE = `jsonb_build_object('lng', f.place_lng, 'lat', f.place_lat, 'accuracyM', f.place_accuracy_m, 'by', f.place_by)`

/** SQL of what is known of the files of a field of the row `t`, in their order. */
export function filesOfRow(resource: string, field: string): RawBuilder<unknown> {
  return sql`coalesce((select jsonb_agg(jsonb_build_object('id', f.id::text, 'name', f.name, 'type', f.type, 'size', f.size)
    || case when f.place_by is null then '{}' else jsonb_build_object('place', ${sql.raw(PLACE)}) end order by f.position, f.id) from stored_file f where f.resource = ${resource} and f.row_id = t.id and f.field = ${field}), '[]')`
}

/** Gives uploads of this person that no row refers to yet to a row. False when one of them is none. */
export async function attachFiles(
  tx: Sql,
  { resource, rowId, field }: FilePlace,
  { ids, userId, picturesOnly }: { ids: readonly string[]; userId: string; picturesOnly: boolean },
): Promise<boolean> {
  if (!ids.every(isRowId)) return false
  // The sweep waits for this row, and checks it again.
  const { rowCount } = await tx.query(
    `update stored_file set resource = $1, row_id = $2, field = $3
     where id = any($4::bigint[]) and row_id is null and create_by = $5 and (picture or not $6)`,
    [resource, rowId, field, ids, userId, picturesOnly],
  )
  return rowCount === ids.length
}

/** Leaves a field these files in this order; others belong to who uploaded them again, until they are swept. */
export async function arrangeFiles(
  tx: Sql,
  { resource, rowId, field }: FilePlace,
  ids: readonly string[],
): Promise<void> {
  const place = [resource, rowId, field]
  await tx.query(
    `update stored_file set resource = null, row_id = null, field = null, position = 0
     where resource = $1 and row_id = $2 and field = $3 and not id = any($4::bigint[])`,
    [...place, ids],
  )
  await tx.query(
    `update stored_file set position = array_position($4::bigint[], id)
     where resource = $1 and row_id = $2 and field = $3`,
    [...place, ids],
  )
}

type StoredFile = FileFacts & { picture: boolean; sha256: Buffer }

export async function readFile(
  db: Sql,
  { resource, rowId, field }: FilePlace,
  id: string,
): Promise<StoredFile | undefined> {
  if (!isRowId(id)) return undefined
  const { rows } = await db.query<StoredFile & Record<string, unknown>>(
    `select id, name, type, size, picture, sha256 from stored_file
     where id = $4 and resource = $1 and row_id = $2 and field = $3`,
    [resource, rowId, field, id],
  )
  return rows[0]
}

export async function readContent(db: Sql, id: string): Promise<Buffer | undefined> {
  const { rows } = await db.query<{ content: Buffer }>('select content from stored_file where id = $1', [id])
  return rows[0]?.content
}

/** What this person uploaded under this id, while no row refers to it. */
export async function readUpload(
  db: Sql,
  id: string,
  userId: string,
): Promise<{ content: Buffer; sha256: Buffer } | undefined> {
  if (!isRowId(id)) return undefined
  const { rows } = await db.query<{ content: Buffer; sha256: Buffer }>(
    'select content, sha256 from stored_file where id = $1 and create_by = $2 and row_id is null',
    [id, userId],
  )
  return rows[0]
}

/** Takes away what no row refers to and was sent before. */
export async function dropUnused(db: Sql, before: Date): Promise<number> {
  const { rowCount } = await db.query('delete from stored_file where row_id is null and create_time < $1', [before])
  return rowCount ?? 0
}

/** Deletes the files of rows that no longer exist, or were deleted too long ago to be restored. */
export async function dropOfDeleted(
  db: Sql,
  { resource, softDelete }: ResourceShape,
  minutes: number,
): Promise<number> {
  const { name, table } = resource
  const alive = softDelete ? 'and (not t.deleted or t.update_time > now() - make_interval(mins => $2))' : 'and $2 > 0'
  const { rowCount } = await db.query(
    `delete from stored_file f where f.resource = $1 and not exists (
       select from "${table}" t where t.id = f.row_id ${alive}) ${unscopedText('job')}`,
    [name, minutes],
  )
  return rowCount ?? 0
}

/** What is known of the files of a field, in their order. */
export async function filesOf(db: Sql, { resource, rowId, field }: FilePlace): Promise<FileFacts[]> {
  const { rows } = await db.query<FileFacts & Record<string, unknown>>(
    `select id, name, type, size from stored_file where resource = $1 and row_id = $2 and field = $3
     order by position, id`,
    [resource, rowId, field],
  )
  return rows
}
