import { type Resource, type SheetFormat, type SheetWords, sheetWordsSchema } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { Connection } from '../db/db.ts'
import type { CallContext } from '../http/mount-operation.ts'
import type { MountedResource, ResourceHooks, SheetReading } from '../resource/resource-change.ts'
import type { ResourceRow } from '../resource/resource.store.ts'
import { readableFields, readIn } from '../resource/resource-shape.ts'
import { countRows, type StreamQuery, streamRows } from '../resource/resource-stream.store.ts'
import { withDictionaries } from './dictionary-words.ts'
import type { Cell, SheetColumn } from './sheet.ts'
import { cellOf, headingOf } from './sheet-fields.ts'
import { sheetKind } from './sheet-kinds.ts'
import type { SheetJob, SheetSource } from './sheet-job.ts'

/** Body of `export`, checked (`exportSchema`). */
export interface ExportInput {
  format: SheetFormat
  columns: string[]
  words?: SheetWords | undefined
  ids?: string[] | undefined
  keyword?: string | undefined
  sort?: string | undefined
  order?: 'asc' | 'desc' | undefined
  [filter: string]: unknown
}

/** The width of a column whose kind sets none. */
const WIDTH = 18

/** The words of a request, or the defaults. */
export const wordsOf = (given: SheetWords | undefined): SheetWords => given ?? sheetWordsSchema.parse({})

type Row = Record<string, unknown>

/** The source of the rows of a sheet. */
interface FieldRows {
  count(tx: Connection): Promise<number>
  rows(tx: Connection): AsyncIterable<Row[]>
  /** The words of its cells, where it needs more than those of the request. */
  words?(tx: Connection): Promise<SheetWords>
}

/**
 * A sheet whose columns are fields of a resource, with rows from any source.
 * @throws AppError `validation` for a column that is no readable field.
 */
export function fieldSheet(
  resource: Resource,
  { columns, words }: { columns: readonly string[]; words: SheetWords },
  read: FieldRows,
): SheetSource {
  const { fields } = resource
  const readable = new Set(readableFields({ resource }).flatMap(([name, { kind }]) => (kind === 'files' ? [] : [name])))
  if (!columns.every((name) => readable.has(name))) {
    throw new AppError('validation', { fields: { columns: 'not-an-option' } })
  }
  return {
    columns: columns.map((name): SheetColumn => {
      return { heading: headingOf(resource, name, words), width: sheetKind(fields[name]!).width ?? WIDTH }
    }),
    count: (tx) => read.count(tx),
    async *rows(tx, zone): AsyncGenerator<Cell[][]> {
      const said = (await read.words?.(tx)) ?? words
      for await (const batch of read.rows(tx))
        yield batch.map((row) => columns.map((name) => cellOf(fields[name]!, name, row, said, zone)))
    },
  }
}

async function* told(
  batches: AsyncIterable<ResourceRow[]>,
  reading: SheetReading,
  hooks: ResourceHooks,
): AsyncGenerator<ResourceRow[]> {
  for await (const rows of batches) yield (await hooks.forSheet?.(rows, reading)) ?? rows
}

/** Everything that the search finds in the caller's scope. */
export function resourceSheet(mounted: MountedResource, input: ExportInput, context: CallContext): SheetJob {
  const { shape, hooks } = mounted
  const { format, columns, words: given, ids, keyword, sort, order, ...filters } = input
  const { resource } = shape
  const { scope } = context.session
  const said = readIn(shape, context.language)
  const words = wordsOf(given)
  const query: StreamQuery = { keyword, sort, order, filters, ids, names: new Set(columns) }
  const source = fieldSheet(
    resource,
    { columns, words },
    {
      count: (tx) => countRows(tx, said, scope, query),
      rows: (tx) => told(streamRows(tx, said, scope, query), { tx, context, words }, hooks),
      words: (tx) => withDictionaries(mounted, tx, words, context),
    },
  )
  const facts = { columns, filters, keyword: keyword ?? null }
  const beforeRead = hooks.beforeRead && (() => hooks.beforeRead!())
  return { title: words.title ?? resource.name, format, facts, beforeRead, source }
}
