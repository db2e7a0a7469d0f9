import { z } from 'zod'
import { severalOf } from './page.ts'
import { oneFilterSchema, pageSchema } from './resource-schema.ts'
import { type Resource, takesSeveral } from './resource.ts'

export const SHEET_FORMATS = ['csv', 'xlsx'] as const
export type SheetFormat = (typeof SHEET_FORMATS)[number]

/** Rows of one import, and bytes of its file. */
export const IMPORT_MAX_ROWS = 5_000
export const IMPORT_MAX_BYTES = 5 * 1024 * 1024
/** Columns with something in them, and cells with something in them. */
export const IMPORT_MAX_COLUMNS = 300
export const IMPORT_MAX_CELLS = 500_000
/** A row whose first cell, or a column whose heading, begins with this is a remark: an import ignores it. */
export const SHEET_REMARK = '##'
/** Stored lines of an import's report; the file with the refused rows holds all of them. */
export const REPORT_MAX_LINES = 500

const word = z.string().max(200)
const words = (most: number) =>
  z.record(z.string().max(80), word).refine((given) => Object.keys(given).length <= most, { error: 'too many' })

/**
 * The words for writing and reading a sheet. The texts are part of the console, so they are sent with the request; the
 * contract's name stands for an omitted one.
 */
export const sheetWordsSchema = z.strictObject({
  /** Title of the sheet and name of the file. */
  title: z.string().trim().min(1).max(60).optional(),
  /** Field name -> heading. */
  labels: words(200).default({}),
  /** `<enumName>.<VALUE>` -> word; `<resource>.<field>` -> heading, where the rows tell of fields of other resources. */
  values: words(2_000).default({}),
  /** Field reason -> sentence, for the rows an import refuses. */
  reasons: words(100).default({}),
  /** Field or column -> the unit that its numbers are told in; without one as they are stored. */
  units: words(200).optional(),
  yes: word.default('true'),
  no: word.default('false'),
  /** Headings of a template's second sheet and of the result of an import. */
  notes: words(30).default({}),
})
export type SheetWords = z.output<typeof sheetWordsSchema>

const columns = z.array(z.string().max(80)).min(1).max(100)

/** Body of `export`: the list's search without its page, the columns in order, and the words. */
export function exportSchema(resource: Resource): z.ZodObject {
  const { page: _page, limit: _limit, ...search } = pageSchema(resource).shape
  return z.strictObject({
    ...search,
    ...chosenInBody(resource),
    format: z.enum(SHEET_FORMATS),
    columns,
    words: sheetWordsSchema.optional(),
    /** Only these rows of the result. */
    ids: z.array(z.string().max(100)).min(1).max(1000).optional(),
  })
}

/** A filter of several values is in a body as a list of them, or as the text of a query. */
function chosenInBody({ fields, list }: Resource): Record<string, z.ZodType> {
  const chosen = (list.filters ?? []).filter((name) => takesSeveral(fields[name]!))
  return Object.fromEntries(
    chosen.map((name) => {
      const one = oneFilterSchema(fields[name]!)
      return [name, z.union([severalOf(one), one]).optional()]
    }),
  )
}

/** Body of `template`: an empty sheet to fill. */
export const templateSchema = z.strictObject({ format: z.enum(SHEET_FORMATS), words: sheetWordsSchema.optional() })

/** Body of `import`. Without `commit` everything is tried and rolled back. */
export const importSchema = z.strictObject({
  /** The file, base64. Its kind is detected from its bytes, not from its name. */
  file: z
    .string()
    .min(1)
    .max(Math.ceil(IMPORT_MAX_BYTES / 3) * 4 + 4),
  name: z.string().trim().min(1).max(120),
  commit: z.boolean().default(false),
  /** A row whose key exists changes the existing row, instead of being refused. */
  updateExisting: z.boolean().default(false),
  words: sheetWordsSchema.optional(),
})

/** The unique field by which an import recognises a row; undefined when the resource has none. */
export function importKey(resource: Resource): string | undefined {
  return Object.entries(resource.fields).find(([, field]) => 'unique' in field && field.unique)?.[0]
}
