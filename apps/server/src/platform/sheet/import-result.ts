import {
  errorText,
  type ImportCounts,
  importKey,
  type Language,
  type ReportLine,
  SHEET_REMARK,
  type SheetWords,
} from '@sluice/contract'
import { isErrorCode } from '../http/http-errors.ts'
import type { MountedResource } from '../resource/resource-change.ts'
import type { JobResult } from '../run/job-runs.ts'
import type { ImportSheet, SheetRow } from './import-file.ts'
import type { ImportRules } from './import-row.ts'
import type { Sheet } from './sheet.ts'
import { headingOf } from './sheet-fields.ts'
import { writeSheetFile } from './write-sheet.ts'

interface Refusal {
  row: SheetRow
  lines: readonly ReportLine[]
}
interface Secret {
  key: string
  values: Readonly<Record<string, string>>
}

/** How far an import has come. */
export interface Run {
  /** Rows that were reached. */
  done: number
  counts: ImportCounts
  refusals: Refusal[]
  secrets: Secret[]
}

/** The column that names a row. */
export function keyColumn({ shape }: MountedResource, { fields }: ImportSheet): number {
  const keyField = importKey(shape.resource) ?? shape.resource.display
  return [...fields].find(([, name]) => name === keyField)?.[0] ?? 0
}

/** One-time passwords and refused rows; undefined when there are neither. */
export async function resultFile(
  mounted: MountedResource,
  sheet: ImportSheet,
  { secrets, refusals }: Run,
  { words, context: { language } }: ImportRules,
  folder: string,
): Promise<JobResult['file']> {
  const sheets = [
    ...(secrets.length > 0 ? [secretSheet(mounted, secrets, words)] : []),
    ...(refusals.length > 0 ? [refusedSheet(sheet, refusals, words, mounted, language)] : []),
  ]
  if (sheets.length === 0) return undefined
  const { name: path, bytes } = await writeSheetFile(folder, 'xlsx', sheets)
  return { path, name: `${words.notes['result'] ?? 'import result'}.xlsx`, bytes, once: secrets.length > 0 }
}

/** The refused rows with their reasons: once corrected, the file can be imported again. */
function refusedSheet(
  { headings }: ImportSheet,
  refusals: readonly Refusal[],
  words: SheetWords,
  { shape }: MountedResource,
  language: Language,
): Sheet {
  const note = (key: string) => words.notes[key] ?? key
  const wordOf = (reason: string) =>
    words.reasons[reason] ?? (isErrorCode(reason) ? errorText(reason, language) : reason)
  const why = ({ field, reason }: ReportLine) =>
    field !== null && shape.resource.fields[field]
      ? `${headingOf(shape.resource, field, words)}: ${wordOf(reason)}`
      : wordOf(reason)
  return {
    name: note('refused'),
    columns: [...headings, `${SHEET_REMARK} ${note('row')}`, `${SHEET_REMARK} ${note('reason')}`].map((heading) => ({
      heading,
      width: 18,
    })),
    rows: [
      refusals.map(({ row, lines }) => [
        ...headings.map((_, at) => row.cells[at] ?? ''),
        row.number,
        lines.map(why).join('; '),
      ]),
    ],
  }
}

function secretSheet({ shape }: MountedResource, secrets: readonly Secret[], words: SheetWords): Sheet {
  const { resource } = shape
  const names = Object.keys(secrets[0]!.values)
  const key = importKey(resource) ?? resource.display
  return {
    name: words.notes['secrets'] ?? 'secrets',
    columns: [key, ...names].map((name) => ({ heading: headingOf(resource, name, words), width: 24 })),
    rows: [secrets.map((secret) => [secret.key, ...names.map((name) => secret.values[name] ?? '')])],
  }
}
