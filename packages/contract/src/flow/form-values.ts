import type { FieldReason } from '../machine/field-reasons.ts'
import {
  FORM_LIMITS,
  type FormColumn,
  type FormItem,
  type FormValue,
  type FormValues,
  rangeDays,
  rangeHours,
} from './form.ts'

const DATE = /^\d{4}-\d{2}-\d{2}$/
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/

type Problem = FieldReason | null

/** Whether a text is a date of the calendar, `YYYY-MM-DD`. */
function isDate(text: unknown): text is string {
  return typeof text === 'string' && DATE.test(text) && isSame(text, `${text}T00:00`)
}

function isTime(text: unknown): text is string {
  return typeof text === 'string' && TIME.test(text) && isSame(text.slice(0, 10), text)
}

/** The 30th of February is read as the 2nd of March, and so is another day than it says. */
function isSame(day: string, time: string): boolean {
  const at = Date.parse(`${time}:00Z`)
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(day)
}

/**
 * What is wrong with the values of a form: path of the field -> reason; empty where nothing is. Only fields that may be edited
 * (`editable`) may be given, and of those the required ones must be.
 */
export function formProblems(
  items: readonly FormItem[],
  values: FormValues,
  editable: (formId: string) => boolean,
): Record<string, FieldReason> {
  const byId = new Map(items.map((item) => [item.formId, item]))
  const problems: Record<string, FieldReason> = {}
  for (const formId of Object.keys(values)) {
    const item = byId.get(formId)
    if (!item || item.tag === 'NOTE') problems[formId] = 'unknown-field'
    else if (!editable(formId)) problems[formId] = 'not-permitted'
  }
  for (const item of items) {
    const { formId, tag } = item
    if (tag === 'NOTE' || !editable(formId) || problems[formId]) continue
    for (const [path, reason] of itemProblems(item, values[formId] ?? null)) problems[path] = reason
  }
  return problems
}

function* itemProblems(item: FormItem, value: FormValue): Generator<[string, FieldReason]> {
  const { formId, required } = item
  if (isEmpty(value)) {
    if (required) yield [formId, 'required']
    return
  }
  if (item.tag === 'TABLE') {
    yield* tableProblems(item, value)
    return
  }
  const problem = valueProblem(item, value)
  if (problem) yield [formId, problem]
}

function isEmpty(value: FormValue): boolean {
  if (value === null) return true
  return typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0
}

function* tableProblems({ formId, columns = [] }: FormItem, value: FormValue): Generator<[string, FieldReason]> {
  if (!Array.isArray(value)) {
    yield [formId, 'type']
    return
  }
  const rows: readonly unknown[] = value
  if (rows.length > FORM_LIMITS.rows) yield [formId, 'too-long']
  for (const [n, row] of rows.slice(0, FORM_LIMITS.rows).entries()) {
    if (typeof row !== 'object' || row === null || Array.isArray(row)) {
      yield [`${formId}.${n}`, 'type']
      continue
    }
    const cells = new Map<string, unknown>(Object.entries(row))
    for (const name of cells.keys())
      if (!columns.some((column) => column.formId === name)) yield [`${formId}.${n}.${name}`, 'unknown-field']
    for (const column of columns) yield* cellProblems(column, cells.get(column.formId) ?? null, `${formId}.${n}`)
  }
}

function* cellProblems(column: FormColumn, value: unknown, row: string): Generator<[string, FieldReason]> {
  const path = `${row}.${column.formId}`
  if (value === null || value === '') {
    if (column.required) yield [path, 'required']
    return
  }
  const problem = valueProblem(column, value)
  if (problem) yield [path, problem]
}

function valueProblem(item: FormItem | FormColumn, value: unknown): Problem {
  switch (item.tag) {
    case 'INPUT':
    case 'USER':
    case 'DEPT':
      return textProblem(value, item.tag === 'INPUT' ? 200 : 40)
    case 'TEXTAREA':
      return textProblem(value, FORM_LIMITS.text)
    case 'NUMBER':
    case 'AMOUNT':
      return numberProblem(item, value)
    case 'RADIO':
    case 'SELECT':
      return typeof value !== 'string' ? 'type' : item.options?.includes(value) ? null : 'not-an-option'
    case 'CHECKBOX':
      return choicesProblem(item, value)
    case 'DATE':
      return isDate(value) ? null : 'format'
    case 'DATE_RANGE':
      return rangeProblem(value, isDate, rangeDays, 1)
    case 'TIME_RANGE':
      return rangeProblem(value, isTime, rangeHours, Number.MIN_VALUE)
    default:
      return 'type'
  }
}

function textProblem(value: unknown, max: number): Problem {
  if (typeof value !== 'string') return 'type'
  return value.length > max ? 'too-long' : null
}

function numberProblem({ tag, min = -Infinity, max = Infinity }: FormItem | FormColumn, value: unknown): Problem {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'type'
  // Money is whole fen, and never more than doubles count exactly.
  if (tag === 'AMOUNT' && !Number.isSafeInteger(value)) return 'type'
  return value < min ? 'too-small' : value > max ? 'too-big' : null
}

function choicesProblem({ options = [] }: FormItem | FormColumn, value: unknown): Problem {
  if (!Array.isArray(value)) return 'type'
  const chosen: readonly unknown[] = value
  if (new Set(chosen).size < chosen.length) return 'taken'
  return chosen.every((one) => typeof one === 'string' && options.includes(one)) ? null : 'not-an-option'
}

function rangeProblem(
  value: unknown,
  isEnd: (text: unknown) => text is string,
  length: (range: { from: string; to: string }) => number,
  least: number,
): Problem {
  if (typeof value !== 'object' || value === null || !('from' in value) || !('to' in value)) return 'type'
  const { from, to } = value
  if (Object.keys(value).length !== 2 || !isEnd(from) || !isEnd(to)) return 'format'
  return length({ from, to }) >= least ? null : 'before-start'
}
