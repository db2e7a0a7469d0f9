import { z } from 'zod'

/** The kinds of fields of a form (domain 9.1, WD-6). An amount is in fen, a time has no zone: it is that of the form's reader. */
export const FORM_TAGS = [
  'INPUT',
  'TEXTAREA',
  'NUMBER',
  'AMOUNT',
  'RADIO',
  'SELECT',
  'CHECKBOX',
  'DATE',
  'DATE_RANGE',
  'TIME_RANGE',
  'USER',
  'DEPT',
  'TABLE',
  'NOTE',
] as const
export type FormTag = (typeof FORM_TAGS)[number]

/** What a column of a table may be: one value in one line. */
const COLUMN_TAGS = ['INPUT', 'NUMBER', 'AMOUNT', 'SELECT', 'DATE'] as const satisfies readonly FormTag[]

export const FORM_LIMITS = { fields: 60, options: 100, columns: 12, rows: 100, text: 2000 } as const

const fieldId = z.string().regex(/^[A-Za-z0-9_-]{1,40}$/)
const label = z.string().trim().min(1).max(40)
const common = {
  formId: fieldId,
  label,
  required: z.boolean().optional(),
  /** What a number counts, e.g. m³. */
  unit: z.string().max(12).optional(),
  /** Bounds of a number; of an amount in fen. */
  min: z.number().optional(),
  max: z.number().optional(),
  /** What a choice is made from. */
  options: z.array(z.string().trim().min(1).max(60)).max(FORM_LIMITS.options).optional(),
}
const columnSchema = z.strictObject({ ...common, tag: z.enum(COLUMN_TAGS) })

/** A field of a form. Only a table has columns; a note is text to read and has no value. */
export const formItemSchema = z.strictObject({
  ...common,
  tag: z.enum(FORM_TAGS),
  text: z.string().max(FORM_LIMITS.text).optional(),
  columns: z.array(columnSchema).max(FORM_LIMITS.columns).optional(),
})
export type FormItem = z.output<typeof formItemSchema>
export type FormColumn = z.output<typeof columnSchema>

export const formSchema = z.array(formItemSchema).max(FORM_LIMITS.fields)

/** Two dates, both of them counted, or two times `YYYY-MM-DDTHH:mm`. */
export interface FormRange {
  from: string
  to: string
}
export type CellValue = string | number | null
export type FormValue = CellValue | readonly string[] | FormRange | readonly Readonly<Record<string, CellValue>>[]
export type FormValues = Readonly<Record<string, FormValue>>

const DAY_MS = 86_400_000

/** Days of a range, both ends counted; NaN for what is none. */
export function rangeDays({ from, to }: FormRange): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
}

/** Hours between two times of a range. */
export function rangeHours({ from, to }: FormRange): number {
  return (Date.parse(`${to}Z`) - Date.parse(`${from}Z`)) / 3_600_000
}
